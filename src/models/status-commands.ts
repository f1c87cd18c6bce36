import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { inBatches } from '../contract/schemas/request-rules.js';
import { inOtherCase } from '../data/valid/identifiers.js';
import { regularPrice, retailLimits, retailPrice } from '../data/valid/price.js';
import type { ProductItem } from '../data/valid/product-item.js';
import { stockRange } from '../data/valid/update-items.js';
import { effectsOf } from '../operations/records/products.js';
import type { Effect, Records } from '../verdicts/oracles/batches/followed-batch.js';
import { showTheEffects } from '../verdicts/oracles/lists/changes.js';
import {
  batchCommand,
  batchRefused,
  command,
  commandList,
  type ExpectedOutcome,
  type ModelCommand,
  outcomeOf,
} from './model-driver.js';
import type { Concern, Concerns, StatusModel, StyleReference, StyleState } from './status-model.js';
import {
  afterUpdate,
  gapsOf,
  isRequestedStatus,
  requirementOf,
  requirementOfEffect,
} from './status-table.js';

type Command = ModelCommand<StatusModel>;

/** Lets time pass, in which published products may move on; with 0 seconds it only reads (clauses 3.1, 4.1). */
export function passTime(seconds: number): Command {
  const did = seconds === 0 ? 'poll' : `let ${seconds} s pass`;
  return command(did, async (model, target) => {
    if (seconds > 0) await model.options.wait(seconds);
    await model.observe(target, did);
  });
}

/** The number of readings within the deadline. */
const polls = 10;

/** Waits until no product moves any more: the published ones are active before the deadline (clause 3.1). */
const settle: Command = command(
  'wait until settled',
  async (model, target) => {
    const published = model.onTheWay();
    const { deadline, wait } = model.options;
    const pause = deadline / polls;
    for (let poll = 1; poll <= polls && model.onTheWay().length > 0; poll += 1) {
      await wait(pause);
      await model.observe(target, `${settle}: ${pause * poll} s`);
    }
    for (const style of published) await model.compareEnd(target, style);
  },
  (model) => model.onTheWay().length > 0,
);

/** A command that sends a batch and then reads all products. */
const batch = batchCommand<Concerns, StatusModel>;

/** One item of a status update. */
interface StatusChange {
  readonly style: StyleReference;
  readonly status: string;
}

const styleInWords = (style: StyleReference) => (typeof style === 'number' ? `style ${style}` : style);

/**
 * Sets the status of several styles in one batch, each style once (clauses 3.1, 4.3).
 * @internal a test plays one chosen command; the commands that a run draws are arbitrary
 */
export function setStatus(changes: readonly StatusChange[]): Command {
  const words = changes.map(({ style, status }) => `${styleInWords(style)} to ${status}`);
  return batch(
    `set ${words.join(' and ')}`,
    (model) => changes.every(({ style }) => model.keyOf(style) !== undefined),
    (model) => {
      model.letTimePass();
      const items = changes.map(({ style, status }) => ({ style_key: model.keyOf(style), status }));
      return {
        batches: [{ operationId: 'updateProductStatus', items }],
        expected: changes.map((change) => expectedOutcome(model, change)),
        take: (response) => ({
          styles: new Map(
            changes.flatMap(({ style, status }, index) => {
              const state = model.style(style);
              // A refusal of several items doesn't say which of them caused it.
              const alone = response === batchRefused && changes.length === 1;
              const concern = state && takeOver(state, status, alone ? 'failed' : outcomeOf(response, index));
              return state === undefined || concern === undefined ? [] : [[state.number, concern]];
            }),
          ),
        }),
      };
    },
  );
}

function expectedOutcome(model: StatusModel, { style, status }: StatusChange): ExpectedOutcome {
  const refused = { outcomes: ['failed'], at: `${styleInWords(style)} to ${status}` } as const;
  if (!isRequestedStatus(status))
    return { ...refused, requirement: 'STS-06', mayRefuseBatch: true, malformed: true };
  const state = model.style(style);
  if (state === undefined) {
    const gaps = style === 'an unknown style' ? [] : ['G-02'];
    return { ...refused, requirement: 'STS-07', mayRefuseBatch: false, gaps };
  }
  const { possible, number, style_key } = state;
  const outcomes = (['success', 'failed'] as const).filter(
    (outcome) => afterUpdate(possible, status, outcome).length > 0,
  );
  return {
    requirement: requirementOf(possible, status),
    at: `style ${number} (${style_key}), ${possible.join(' or ')}, to ${status}`,
    outcomes,
    mayRefuseBatch: outcomes.includes('failed'),
    gaps: gapsOf(...possible),
  };
}

/**
 * Narrows the possible statuses of the style to those that fit the outcome; an outcome that fits none changes nothing.
 * @returns the requirement by which the next shown status is judged
 */
function takeOver(state: StyleState, status: string, outcome: string): Concern | undefined {
  if (!isRequestedStatus(status)) return () => 'STS-06';
  if (outcome !== 'success' && outcome !== 'failed') return undefined;
  const { possible } = state;
  const after = afterUpdate(possible, status, outcome);
  // If nothing should move, the prediction keeps its basis.
  const isEither = requirementOf(possible, status) === 'BAT-18' && isDeepStrictEqual(after, possible);
  if (after.length === 0 || isEither) return undefined;
  const isHidden = status === 'inactive' && outcome === 'success';
  // What a merchant may do once, it may do again.
  const again = isHidden && state.wasHidden;
  const concern: Concern = (shown) =>
    again ? 'STS-12' : requirementOfEffect(possible, status, outcome, shown);
  if (isHidden) state.wasHidden = true;
  // Only time reveals that no approval follows.
  if (outcome === 'success')
    state.requirement = (['STS-04', 'STS-11'] as const).find((id) => id === concern('active')) ?? 'STS-12';
  state.possible = after;
  return concern;
}

/** Another retail price, and nothing else: whatever variants of a style share, each has its own prices. */
function repriced(item: ProductItem): ProductItem {
  const [least = 1, most = 1000] = retailLimits('upsertProducts');
  const retail = Math.min(Math.max(31.5, least), most);
  const prices = item.prices.map((price) => regularPrice('upsertProducts', price.country_code, retail));
  return { ...item, prices };
}

/**
 * Upserts the variants of a style once more, which changes no status: only a status update publishes (clause 3.1, rule
 * 2). That a product other than a draft keeps its status is gap G-06.
 * @param version 0 for what was last sent; `repriced` for the first variant at another price
 */
function upsertStyle(number: number, version: number | typeof repriced): Command {
  const isOfFirst = version === repriced;
  const inWords = version === 0 ? 'as it is' : `in version ${version}`;
  const of = (item: ProductItem, { options }: StatusModel) => {
    if (typeof version !== 'number') return version(item);
    return version === 0 ? item : options.version(item, version);
  };
  return batch(
    `upsert style ${number} ${isOfFirst ? 'variant 1 at another price' : inWords}`,
    (model) => model.style(number) !== undefined,
    (model) => {
      model.letTimePass();
      const style = model.style(number);
      const possible = style?.possible ?? [];
      const skus = style?.skus.slice(0, isOfFirst ? 1 : undefined) ?? [];
      const isDraft = possible.every((status) => status === 'draft');
      const items = skus.flatMap((sku) => model.sent.get(sku) ?? []).map((item) => of(item, model));
      const isKnown = showTheEffects(model.records, items.flatMap(effectsOfUpdate)) === undefined;
      const [fields, ofStatus] = isDraft
        ? ([isKnown ? 'PRD-14' : 'PRD-02', 'PRD-20'] as const)
        : (['PRD-21', 'PRD-21'] as const);
      return {
        batches: [{ operationId: 'upsertProducts', items }],
        expected: skus.map((sku) => ({
          requirement: fields,
          at: `${sku}, ${possible.join(' or ')}, upserted`,
          outcomes: ['success'],
          mayRefuseBatch: false,
          gaps: isDraft ? [] : ['G-06'],
        })),
        take: (response) => {
          const done = items.filter((_, index) => outcomeOf(response, index) === 'success');
          for (const item of done) model.sent.set(item.sku, item);
          // A wrong effect of the upsert may show only later.
          if (style !== undefined) style.requirement = ofStatus;
          return {
            styles: new Map([[number, () => ofStatus]]),
            effects: done.flatMap((item) => effectsOfUpsert(item, model.records)),
            requirement: fields,
          };
        },
      };
    },
  );
}

/** The effects of an upsert on a product that exists. */
function effectsOfUpdate(item: ProductItem): readonly Effect[] {
  return effectsOf(item).filter(({ field }) => field !== 'status');
}

/** The same, with those fields that it leaves out: they may keep their values or not. */
function effectsOfUpsert(item: ProductItem, before: Records): readonly Effect[] {
  const effects = effectsOfUpdate(item);
  const record = `product ${item.sku}`;
  const others = Object.keys(before.get(record) ?? {}).filter(
    (name) => !effects.some(({ field }) => field === name),
  );
  return [...effects, ...others.map((field) => ({ record, field }))];
}

/** Variant 2 of style 1 is `{ style: 1, variant: 2 }`. */
interface Variant {
  readonly style: number;
  readonly variant: number;
}

interface ValueChange extends Variant {
  /** The quantity, or the retail price in major units. */
  readonly value: number;
  /** Whether the price has a sale price, too: the same. */
  readonly isOnSale?: true;
  /** Why the update must fail: its sku is unknown, or known in the other case only; or a country that isn't linked. */
  readonly wrong?: 'unknown' | 'in the other case' | { readonly country: string };
}

/** The product that an update with a mistake names. */
function named(product: ProductItem, wrong: ValueChange['wrong'], { options }: StatusModel): ProductItem {
  const { sku, prices } = product;
  if (typeof wrong === 'object')
    return {
      ...product,
      prices: prices.slice(0, 1).map((price) => ({ ...price, country_code: wrong.country })),
    };
  if (wrong === undefined) return product;
  return { ...product, sku: (wrong === 'unknown' ? undefined : inOtherCase(sku)) ?? options.unknownKey };
}

/** The updates that set a value of each product: its requirement, its item, and the field that shows it. */
const updates = {
  stock: {
    operationId: 'updateProductStock',
    requirement: 'STK-01',
    ofMistakes: 'STK-02',
    update: ({ sku }: ProductItem, quantity: number) => ({
      item: { sku, quantity },
      field: 'quantity',
      values: [quantity],
    }),
  },
  price: {
    operationId: 'updateProductPrices',
    requirement: 'PRC-01',
    ofMistakes: 'PRC-02',
    update({ sku, prices }: ProductItem, retail: number, before: Records, isOnSale = false) {
      const country = prices[0]?.country_code ?? '';
      const field = `price ${country}`;
      const regular = regularPrice('updateProductPrices', country, retail);
      const price = isOnSale && 'sale_price' in regular ? { ...regular, sale_price: retail } : regular;
      // A sale that the target's update can't name may stay.
      const former = { ...Object(before.get(`product ${sku}`)?.[field]) };
      const values = 'sale_price' in price ? [price] : [price, { ...former, ...price }];
      return { item: { sku, price }, field, values };
    },
  },
} as const;

/**
 * Sets the stock or the price of some products. This changes nothing else, just as a status update changes neither of
 * them (clauses 3.1, 4.6).
 */
function setValues(name: keyof typeof updates, changes: readonly ValueChange[]): Command {
  return setEach(changes.map((change) => ({ ...change, name })));
}

interface NamedChange extends ValueChange {
  readonly name: keyof typeof updates;
}

/** Sets stock and prices of products. @param isApart whether each has a batch of its own, all at the same time */
function setEach(changes: readonly NamedChange[], isApart = false): Command {
  const words = changes.map(({ name, style, variant, value, isOnSale, wrong }) => {
    const mistake = typeof wrong === 'object' ? ` in ${wrong.country}` : ` ${wrong}`;
    const product = `style ${style} variant ${variant}${wrong === undefined ? '' : mistake}`;
    return `${name} of ${product} to ${value}${isOnSale ? ', on sale' : ''}`;
  });
  const sentAs = (model: StatusModel, { style, variant }: Variant) =>
    model.sent.get(model.style(style)?.skus[variant - 1] ?? '');
  return batch(
    `set ${isApart ? 'at the same time ' : ''}the ${words.join(' and the ')}`,
    (model) => changes.every((change) => sentAs(model, change) !== undefined),
    (model) => {
      const all = changes.flatMap(({ name, value, isOnSale, wrong, ...variant }) => {
        const product = sentAs(model, variant);
        if (product === undefined) return [];
        const { update, ...about } = updates[name];
        return [{ wrong, ...about, ...update(named(product, wrong, model), value, model.records, isOnSale) }];
      });
      const batches = all.map(({ operationId, item }) => ({ operationId, items: [item] }));
      const [{ operationId, requirement, ofMistakes }] = [all[0] ?? updates.stock];
      const ofEffects = all.every(({ wrong }) => wrong !== undefined) ? ofMistakes : requirement;
      return {
        batches: isApart ? batches : [{ operationId, items: all.map(({ item }) => item) }],
        expected: all.map(({ item, values: [value], wrong, ...each }) => ({
          requirement: wrong === undefined ? each.requirement : each.ofMistakes,
          at: `${item.sku} to ${JSON.stringify(value)}`,
          outcomes: [wrong === undefined ? 'success' : 'failed'],
          mayRefuseBatch: false,
          gaps: wrong === 'in the other case' ? ['G-02'] : wrong === undefined ? ['G-11'] : [],
        })),
        take: (response) => ({
          requirement: isApart ? 'BAT-15' : ofEffects,
          effects: all
            .filter(({ wrong }, index) => wrong === undefined && outcomeOf(response, index) === 'success')
            .map(({ item: { sku }, field, values }) => ({
              ...{ record: `product ${sku}`, field, acceptable: values },
              gaps: ['G-08', 'G-11'],
            })),
        }),
      };
    },
  );
}

/**
 * Upserts and updates of stock and prices in each status, each move of the table that a merchant can make at any time,
 * and those that it forbids: a style is hidden and published again, twice, beside one that stays active.
 * @param elsewhere countries that aren't linked to the merchant
 */
export function everyChange(elsewhere: readonly string[]): readonly Command[] {
  const [one, other] = [1, 2];
  const [least = 1, most = 1000] = retailLimits('updateProductPrices');
  const first = { style: one, variant: 1 };
  const values = [
    setValues('stock', [
      { ...first, value: stockRange.min },
      { style: other, variant: 1, value: Math.min(stockRange.max, 17) },
    ]),
    // 19.99 times 100 comes out a little too low.
    setValues(
      'price',
      [Math.min(Math.max(19.99, least), most), least, most].map((value, index) => ({
        style: one,
        variant: index + 1,
        value,
      })),
    ),
  ];
  const unknown = { ...first, wrong: 'unknown', value: stockRange.max } as const;
  const inDraft = setStatus([{ style: other, status: 'draft' }]);
  return [
    ...[0, 1, 2].map((version) => upsertStyle(one, version)),
    setValues('price', [{ ...first, value: most, isOnSale: true }]),
    ...values,
    setEach(
      [
        { name: 'stock', ...first, value: Math.min(stockRange.max, stockRange.min + 3) },
        { name: 'stock', style: other, variant: 1, value: Math.min(stockRange.max, stockRange.min + 4) },
        { name: 'price', ...first, value: most },
        { name: 'price', style: other, variant: 1, value: most },
      ],
      true,
    ),
    setValues('stock', [
      unknown,
      { style: other, variant: 1, value: stockRange.max },
      { ...unknown, value: stockRange.min },
      { ...first, wrong: 'in the other case', value: stockRange.max },
    ]),
    ...inBatches('updateProductPrices', [
      { ...unknown, value: most },
      ...elsewhere.map((country) => ({ ...first, value: most, wrong: { country } })),
    ]).map((part) => setValues('price', part)),
    upsertStyle(one, repriced),
    passTime(60),
    setStatus([{ style: one, status: 'inactive' }]),
    setStatus(
      (['an unknown style', one, 'style 1 in the other case'] as const).map((style) => ({
        style,
        status: 'published',
      })),
    ),
    ...[one, other, other].map((style) => setStatus([{ style, status: 'published' }])),
    // Looks at what happens on the way.
    ...Array.from({ length: 10 }, () => [passTime(1), whileIn('pending_active', other, inDraft)]).flat(),
    upsertStyle(other, 3),
    settle,
    upsertStyle(other, 4),
    ...values,
    ...['draft', 'inactive', 'draft'].map((status) => setStatus([{ style: one, status }])),
    upsertStyle(one, 5),
    passTime(60),
    setStatus([{ style: one, status: 'published' }]),
    passTime(3),
    ...['inactive', 'published'].map((status) => setStatus([{ style: one, status }])),
    setStatus([one, other].map((style) => ({ style, status: 'inactive' }))),
  ];
}

/** Sets some styles to a status, in one batch. */
const set = (status: string, ...styles: readonly number[]) =>
  setStatus(styles.map((style) => ({ style, status })));

/**
 * Two styles are set back to draft before their approval, and published again when a third one, which was published along
 * with them, is active. The review of one of them may be faster than the batch.
 */
export function everyWithdrawal(): readonly Command[] {
  const [one, other, beside] = [1, 2, 3];
  return [
    set('published', one, beside),
    set('draft', one),
    set('published', other),
    set('draft', other),
    settle,
    passTime(10),
    set('published', one, other),
    settle,
  ];
}

/**
 * What a merchant may do with products that are not accepted: it needs a style that is rejected and one with a problem.
 * The rejected one is set back, published again, corrected and published.
 */
export function everyRejection(): readonly Command[] {
  const [rejected, withProblem] = [1, 2];
  // A batch may take longer than the review.
  const tooEarly = () => [set('published', rejected), set('inactive', rejected), settle];
  return [
    set('published', rejected, withProblem),
    set('inactive', rejected, withProblem),
    settle,
    set('inactive', withProblem, rejected),
    set('draft', rejected),
    set('published', rejected),
    ...tooEarly(),
    ...tooEarly(),
    upsertStyle(rejected, 1),
    ...tooEarly(),
  ];
}

/** A command that is only possible while a style is certain to be in a status. */
function whileIn(status: string, style: number, inner: Command): Command {
  const isIn = (model: StatusModel) => model.style(style)?.possible.every((each) => each === status) === true;
  return command(`${inner}`, (...given) => inner.run(...given), isIn);
}

/** Words that no status update accepts: statuses that only the service sets, and unknown words (clause 3.1). */
const otherWords = ['active', 'pending_approval', 'PUBLISHED', 'archived'] as const;

/** How many variants each style of a model has: 2 or 3 styles, of 1 to 3 variants. */
export function styleSizes(): fc.Arbitrary<number[]> {
  return fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 3 });
}

/** The longest pause between two commands, in seconds of the target's clock: long enough for an approval. */
const longestPause = 60;

/**
 * Lists of commands for the model of the product status (clause 3.1).
 * @param sizes how many variants each style of the model has
 */
export function statusCommands(sizes: readonly number[], maxCommands: number) {
  const variants = sizes.flatMap((size, style) =>
    Array.from({ length: size }, (_, variant) => ({ style: style + 1, variant: variant + 1 })),
  );
  const version = fc.integer({ min: 0, max: 9 });
  const style = fc.integer({ min: 1, max: sizes.length });
  return commandList<StatusModel>(
    [
      [10, someStatuses(sizes.length)],
      [4, fc.constant(settle)],
      [3, fc.integer({ min: 0, max: longestPause }).map(passTime)],
      [1, someValues('stock', variants, fc.integer(stockRange))],
      [1, someValues('price', variants, retailPrice('updateProductPrices'))],
      [2, fc.tuple(style, version).map((drawn) => upsertStyle(...drawn))],
    ],
    maxCommands,
  );
}

function someStatuses(styles: number): fc.Arbitrary<Command> {
  const style = fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: styles }) },
    { weight: 1, arbitrary: fc.constant('an unknown style' as const) },
  );
  // The statuses that lead furthest through the table are drawn most often, so that a short list covers all of it.
  const status = fc.oneof(
    { weight: 6, arbitrary: fc.constant('published') },
    { weight: 6, arbitrary: fc.constant('inactive') },
    { weight: 3, arbitrary: fc.constant('draft') },
    { weight: 1, arbitrary: fc.constantFrom(...otherWords) },
  );
  const change: fc.Arbitrary<StatusChange> = fc.record({ style, status });
  // The description doesn't show what happens to a style that is twice in a batch.
  return fc
    .uniqueArray(change, { maxLength: styles, selector: (item) => item.style })
    .filter((changes) => changes.length > 0)
    .map(setStatus);
}

/** New values for up to three variants. */
function someValues(
  name: keyof typeof updates,
  variants: readonly Variant[],
  values: fc.Arbitrary<number>,
): fc.Arbitrary<Command> {
  const change = fc.oneof(...variants.map((variant) => values.map((value) => ({ ...variant, value }))));
  return fc
    .uniqueArray(change, { maxLength: 3, selector: ({ style, variant }) => `${style}/${variant}` })
    .filter((changes) => changes.length > 0)
    .map((changes) => setValues(name, changes));
}
