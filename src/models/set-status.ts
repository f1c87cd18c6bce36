import { isDeepStrictEqual } from 'node:util';
import type fc from 'fast-check';
import { answerInWords, batchRefused, type ExpectedOutcome, outcomeOf } from './model-driver.js';
import type { Concern, StatusDriver, StatusModel } from './status-model.js';
import {
  afterUpdate,
  gapsOf,
  isRequestedStatus,
  requirementOf,
  requirementOfEffect,
  type StatusRequirement,
} from './status-table.js';

/** One item of the batch. */
export interface StatusChange {
  /** The number of a style, or a style key that no style has. */
  readonly style: number | 'unknown';
  readonly status: string;
}

/** Sets the status of several styles in one batch, each style once (clauses 3.1, 4.3). */
export class SetStatus implements fc.AsyncCommand<StatusModel, StatusDriver> {
  readonly #changes: readonly StatusChange[];

  constructor(changes: readonly StatusChange[]) {
    this.#changes = changes;
  }

  check(model: Readonly<StatusModel>): boolean {
    return this.#changes.every(({ style }) => style === 'unknown' || model.style(style) !== undefined);
  }

  async run(model: StatusModel, target: StatusDriver): Promise<void> {
    model.letTimePass();
    const expected = this.#changes.map((change) => expectedOutcome(model, change));
    const answer = await target.setStatus(
      this.#changes.map(({ style, status }) => ({
        style_key: model.style(style)?.style_key ?? model.options.unknownStyleKey,
        status,
      })),
    );
    const concerns = new Map(
      this.#changes.flatMap((change, index) => {
        // A refusal of several items doesn't say which of them caused it.
        const alone = answer === batchRefused && this.#changes.length === 1;
        const concern = takeOver(model, change, alone ? 'failed' : outcomeOf(answer, index));
        return change.style === 'unknown' || concern === undefined ? [] : [[change.style, concern]];
      }),
    );
    const done = `${this}: ${answerInWords(answer)}`;
    await model.observe(target, done, () => target.judgeOutcomes(answer, expected), concerns);
  }

  toString(): string {
    const changes = this.#changes.map(
      ({ style, status }) => `${style === 'unknown' ? 'an unknown style' : `style ${style}`} to ${status}`,
    );
    return `set ${changes.join(' and ')}`;
  }
}

function expectedOutcome(
  model: StatusModel,
  { style, status }: StatusChange,
): ExpectedOutcome<StatusRequirement> {
  const refused = { outcomes: ['failed'], at: `style ${style} to ${status}` } as const;
  if (!isRequestedStatus(status))
    return { ...refused, requirement: 'STS-06', mayRefuseBatch: true, malformed: true };
  const state = model.style(style);
  if (state === undefined) return { ...refused, requirement: 'STS-07', mayRefuseBatch: false };
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
function takeOver(model: StatusModel, { style, status }: StatusChange, outcome: string): Concern | undefined {
  const state = model.style(style);
  if (state === undefined) return undefined;
  if (!isRequestedStatus(status)) return () => 'STS-06';
  if (outcome !== 'success' && outcome !== 'failed') return undefined;
  const { possible } = state;
  const after = afterUpdate(possible, status, outcome);
  // If nothing should move, the prediction keeps its basis.
  const isEither = requirementOf(possible, status) === 'BAT-18' && isDeepStrictEqual(after, possible);
  if (after.length === 0 || isEither) return undefined;
  const concern: Concern = (shown) => requirementOfEffect(possible, status, outcome, shown);
  // Only time reveals that no approval follows.
  if (outcome === 'success') state.requirement = concern('active') === 'STS-11' ? 'STS-11' : 'STS-12';
  state.possible = after;
  return concern;
}

/** The numbers that an upsert changes in all variants of the style; an absent one keeps its known value. */
interface UpsertedNumbers {
  readonly quantity?: number;
  /** In major units. */
  readonly retailPrice?: number;
}

/**
 * Upserts all variants of a style once more, which changes no status: only a status update publishes (clause 3.1, rule
 * 2). That a product other than a draft keeps its status is gap G-06.
 */
export class UpsertStyle implements fc.AsyncCommand<StatusModel, StatusDriver> {
  readonly #style: number;
  readonly #numbers: UpsertedNumbers;

  constructor(style: number, numbers: UpsertedNumbers) {
    this.#style = style;
    this.#numbers = numbers;
  }

  check(model: Readonly<StatusModel>): boolean {
    return model.style(this.#style) !== undefined;
  }

  async run(model: StatusModel, target: StatusDriver): Promise<void> {
    const style = model.style(this.#style);
    if (style === undefined) return;
    model.letTimePass();
    const isDraft = style.possible.every((status) => status === 'draft');
    const status = isDraft ? 'PRD-20' : 'PRD-21';
    const fields = isDraft ? 'PRD-02' : 'PRD-21';
    const items = style.skus.map((sku) => ({
      sku,
      quantity: this.#numbers.quantity ?? model.quantities.get(sku),
      retailPrice: this.#numbers.retailPrice ?? model.retailPrices.get(sku),
    }));
    const answer = await target.upsert(items);
    for (const [index, { sku, quantity, retailPrice }] of items.entries()) {
      if (outcomeOf(answer, index) !== 'success') continue;
      if (quantity !== undefined) model.quantities.set(sku, quantity);
      if (retailPrice !== undefined) model.retailPrices.set(sku, retailPrice);
      model.numbersRestOn.set(`quantity of ${sku}`, fields).set(`retail price of ${sku}`, fields);
    }
    // A wrong effect of the upsert may show only later.
    style.requirement = status;
    const expected = items.map(
      ({ sku }): ExpectedOutcome<StatusRequirement> => ({
        requirement: fields,
        at: `${sku}, ${style.possible.join(' or ')}, upserted`,
        outcomes: ['success'],
        mayRefuseBatch: false,
        gaps: isDraft ? [] : ['G-06'],
      }),
    );
    const done = `${this}: ${answerInWords(answer)}`;
    const concerns = new Map([[style.number, () => status]]);
    await model.observe(target, done, () => target.judgeOutcomes(answer, expected), concerns);
  }

  toString(): string {
    const { quantity, retailPrice } = this.#numbers;
    const changes = [
      ...(quantity === undefined ? [] : [`quantity ${quantity}`]),
      ...(retailPrice === undefined ? [] : [`retail price ${retailPrice}`]),
    ];
    return `upsert style ${this.#style} ${changes.length === 0 ? 'as it is' : `with ${changes.join(' and ')}`}`;
  }
}
