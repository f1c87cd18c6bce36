import type fc from 'fast-check';
import { answerInWords, judgeOutcomes, outcomeOf } from '../batch-answer.js';
import { observe } from './observe.js';
import type { StatusModel } from './status-model.js';
import type { StatusTarget } from './status-target.js';

/** What an upsert changes: the same numbers for all variants of the style; what is absent stays as it is known. */
export interface UpsertedNumbers {
  readonly quantity?: number;
  /** In major units. */
  readonly retailPrice?: number;
}

/**
 * Upserts all variants of a style once more, which moves no status: only a status update publishes (clause 3.1, rule 2).
 * Of a draft that is stated; that a product in another status keeps it is gap G-06.
 */
export class UpsertStyle implements fc.AsyncCommand<StatusModel, StatusTarget> {
  readonly #style: number;
  readonly #numbers: UpsertedNumbers;

  constructor(style: number, numbers: UpsertedNumbers) {
    this.#style = style;
    this.#numbers = numbers;
  }

  check(model: Readonly<StatusModel>): boolean {
    return model.style(this.#style) !== undefined;
  }

  async run(model: StatusModel, target: StatusTarget): Promise<void> {
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
    // What an upsert brings about may show only later.
    style.requirement = status;
    const expected = items.map(({ sku }) => ({
      requirement: fields,
      at: `${sku}, ${style.possible.join(' or ')}, upserted`,
      outcomes: ['success'] as const,
      mayRefuseBatch: false,
      gaps: isDraft ? [] : ['G-06'],
    }));
    await observe(
      model,
      target,
      `${this}: ${answerInWords(answer)}`,
      () => judgeOutcomes(target, answer, expected),
      new Map([[style.number, () => status]]),
    );
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
