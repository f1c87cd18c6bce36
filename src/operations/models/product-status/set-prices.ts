import type fc from 'fast-check';
import { answerInWords, judgeOutcomes, outcomeOf } from '../batch-answer.js';
import { observe } from './observe.js';
import type { StatusModel, Variant } from './status-model.js';
import type { StatusTarget } from './status-target.js';

export interface PriceChange extends Variant {
  /** In major units. */
  readonly retailPrice: number;
}

/** Sets the prices of some products, which moves no status; nor does a status move a price (clauses 3.1, 4.6). */
export class SetPrices implements fc.AsyncCommand<StatusModel, StatusTarget> {
  readonly #changes: readonly PriceChange[];

  constructor(changes: readonly PriceChange[]) {
    this.#changes = changes;
  }

  check(model: Readonly<StatusModel>): boolean {
    return this.#changes.every((change) => model.sku(change) !== undefined);
  }

  async run(model: StatusModel, target: StatusTarget): Promise<void> {
    const items = this.#changes.map((change) => ({
      sku: model.sku(change) ?? '',
      retailPrice: change.retailPrice,
    }));
    const answer = await target.setPrices(items);
    for (const [index, { sku, retailPrice }] of items.entries())
      if (outcomeOf(answer, index) === 'success') model.retailPrices.set(sku, retailPrice);
    const expected = items.map(({ sku, retailPrice }) => ({
      requirement: 'PRC-01' as const,
      at: `${sku} to ${retailPrice}`,
      outcomes: ['success'] as const,
      mayRefuseBatch: false,
      gaps: ['G-11'],
    }));
    const done = `${this}: ${answerInWords(answer)}`;
    await observe(model, target, done, () => judgeOutcomes(target, answer, expected));
  }

  toString(): string {
    return `set the price of ${this.#changes
      .map(({ style, variant, retailPrice }) => `style ${style} variant ${variant} to ${retailPrice}`)
      .join(' and ')}`;
  }
}
