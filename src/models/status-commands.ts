import fc from 'fast-check';
import { rulesAt, wholeRange } from '../contract/schemas/request-rules.js';
import { retailPrice } from '../data/valid/price.js';
import { stockRange } from '../data/valid/update-items.js';
import { answerInWords, type CommandListOptions, commandList, outcomeOf } from './model-driver.js';
import { SetStatus, type StatusChange, UpsertStyle } from './set-status.js';
import type { StatusDriver, StatusModel } from './status-model.js';
import type { Variant } from './status-table.js';

/** Lets time pass, in which published products may move on; with 0 seconds it only reads (clauses 3.1, 4.1). */
export class PassTime implements fc.AsyncCommand<StatusModel, StatusDriver> {
  readonly #seconds: number;

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  check(): boolean {
    return true;
  }

  async run(model: StatusModel, target: StatusDriver): Promise<void> {
    if (this.#seconds > 0) await target.pass(this.#seconds);
    await model.observe(target, `${this}`);
  }

  toString(): string {
    return this.#seconds === 0 ? 'poll' : `let ${this.#seconds} s pass`;
  }
}

/** The number of readings within the deadline. */
const polls = 10;

/** Waits until no product moves any more: the published ones are active before the deadline (clause 3.1). */
class Settle implements fc.AsyncCommand<StatusModel, StatusDriver> {
  check(model: Readonly<StatusModel>): boolean {
    return model.onTheWay().length > 0;
  }

  async run(model: StatusModel, target: StatusDriver): Promise<void> {
    const published = model.onTheWay();
    const { deadline, mayReject } = model.options;
    const pause = deadline / polls;
    for (let poll = 1; poll <= polls && model.onTheWay().length > 0; poll += 1) {
      await target.pass(pause);
      await model.observe(target, `${this}: ${pause * poll} s`);
    }
    for (const { number, style_key, possible } of published) {
      await target.judge('STS-01', {
        at: `style ${number} (${style_key}) ${deadline} s after its publication at the latest`,
        expected: mayReject ? ['active', 'rejected'] : ['active'],
        actual: possible.join(' or '),
        gaps: ['G-08'],
      });
    }
  }

  toString(): string {
    return 'wait until settled';
  }
}

/** Values of each product that an update sets one by one: its requirement, and the values that the model knows. */
const updates = {
  stock: { requirement: 'STK-01', known: (model: StatusModel) => model.quantities },
  price: { requirement: 'PRC-01', known: (model: StatusModel) => model.retailPrices },
} as const;

interface ValueChange extends Variant {
  /** The quantity, or the retail price in major units. */
  readonly value: number;
}

/**
 * Sets the stock or the price of some products. This changes no status, just as a status update changes neither of them
 * (clauses 3.1, 4.6).
 */
class SetValues implements fc.AsyncCommand<StatusModel, StatusDriver> {
  readonly #name: keyof typeof updates;
  readonly #changes: readonly ValueChange[];

  constructor(name: keyof typeof updates, changes: readonly ValueChange[]) {
    this.#name = name;
    this.#changes = changes;
  }

  check(model: Readonly<StatusModel>): boolean {
    return this.#changes.every((change) => model.sku(change) !== undefined);
  }

  async run(model: StatusModel, target: StatusDriver): Promise<void> {
    const { requirement, known } = updates[this.#name];
    const items = this.#changes.map((change) => ({ sku: model.sku(change) ?? '', value: change.value }));
    const answer = await (this.#name === 'stock'
      ? target.setStock(items.map(({ sku, value }) => ({ sku, quantity: value })))
      : target.setPrices(items.map(({ sku, value }) => ({ sku, retailPrice: value }))));
    for (const [index, { sku, value }] of items.entries())
      if (outcomeOf(answer, index) === 'success') known(model).set(sku, value);
    const expected = items.map(({ sku, value }) => ({
      requirement,
      at: `${sku} to ${value}`,
      outcomes: ['success'] as const,
      mayRefuseBatch: false,
      gaps: ['G-11'],
    }));
    const done = `${this}: ${answerInWords(answer)}`;
    await model.observe(target, done, () => target.judgeOutcomes(answer, expected));
  }

  toString(): string {
    const changes = this.#changes.map(
      ({ style, variant, value }) => `style ${style} variant ${variant} to ${value}`,
    );
    return `set the ${this.#name} of ${changes.join(' and ')}`;
  }
}

/** Words that no status update accepts: statuses that only the service sets, and unknown words (clause 3.1). */
const otherWords = ['active', 'pending_approval', 'PUBLISHED', 'archived'] as const;

/** How many variants each style of a model has: 2 or 3 styles, of 1 to 3 variants. */
export function styleSizes(): fc.Arbitrary<number[]> {
  return fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 3 });
}

interface StatusCommandOptions extends CommandListOptions {
  /** How many variants each style of the model has. */
  readonly sizes: readonly number[];
  /** The longest pause between two commands, in seconds of the target's clock: long enough for an approval. */
  readonly longestPause?: number;
}

/** Lists of commands for the model of the product status (clause 3.1). */
export function statusCommands({ sizes, longestPause = 60, ...options }: StatusCommandOptions) {
  const variants = sizes.flatMap((size, style) =>
    Array.from({ length: size }, (_, variant) => ({ style: style + 1, variant: variant + 1 })),
  );
  return commandList<StatusModel, StatusDriver>(
    [
      [10, setStatus(sizes.length)],
      [4, fc.constant(new Settle())],
      [3, fc.integer({ min: 0, max: longestPause }).map((seconds) => new PassTime(seconds))],
      [1, setValues('stock', variants, fc.integer(stockRange))],
      [1, setValues('price', variants, retailPrice('updateProductPrices'))],
      [2, upsertStyle(sizes.length)],
    ],
    options,
  );
}

function setStatus(styles: number): fc.Arbitrary<SetStatus> {
  const style = fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: styles }) },
    { weight: 1, arbitrary: fc.constant('unknown' as const) },
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
    .map((changes) => new SetStatus(changes));
}

function upsertStyle(styles: number): fc.Arbitrary<UpsertStyle> {
  const style = fc.integer({ min: 1, max: styles });
  const numbers = fc.record(
    {
      quantity: fc.integer(wholeRange(rulesAt('upsertProducts', 'quantity'))),
      retailPrice: retailPrice('upsertProducts'),
    },
    { requiredKeys: [] },
  );
  return fc.tuple(style, numbers).map(([number, changed]) => new UpsertStyle(number, changed));
}

/** New values for up to three variants. */
function setValues(
  name: keyof typeof updates,
  variants: readonly Variant[],
  values: fc.Arbitrary<number>,
): fc.Arbitrary<SetValues> {
  const change = fc.oneof(...variants.map((variant) => values.map((value) => ({ ...variant, value }))));
  return fc
    .uniqueArray(change, { maxLength: 3, selector: ({ style, variant }) => `${style}/${variant}` })
    .filter((changes) => changes.length > 0)
    .map((changes) => new SetValues(name, changes));
}
