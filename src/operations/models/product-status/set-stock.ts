import type fc from 'fast-check';
import { answerInWords, judgeOutcomes, outcomeOf } from '../batch-answer.js';
import { observe } from './observe.js';
import type { StatusModel, Variant } from './status-model.js';
import type { StatusTarget } from './status-target.js';

export interface StockChange extends Variant {
  readonly quantity: number;
}

/** Sets the quantities of some products, which moves no status; nor does a status move a quantity (clauses 3.1, 4.6). */
export class SetStock implements fc.AsyncCommand<StatusModel, StatusTarget> {
  readonly #changes: readonly StockChange[];

  constructor(changes: readonly StockChange[]) {
    this.#changes = changes;
  }

  check(model: Readonly<StatusModel>): boolean {
    return this.#changes.every((change) => model.sku(change) !== undefined);
  }

  async run(model: StatusModel, target: StatusTarget): Promise<void> {
    const items = this.#changes.map((change) => ({
      sku: model.sku(change) ?? '',
      quantity: change.quantity,
    }));
    const answer = await target.setStock(items);
    for (const [index, { sku, quantity }] of items.entries())
      if (outcomeOf(answer, index) === 'success') model.quantities.set(sku, quantity);
    const expected = items.map(({ sku, quantity }) => ({
      requirement: 'STK-01' as const,
      at: `${sku} to ${quantity}`,
      outcomes: ['success'] as const,
      mayRefuseBatch: false,
      gaps: ['G-11'],
    }));
    const done = `${this}: ${answerInWords(answer)}`;
    await observe(model, target, done, () => judgeOutcomes(target, answer, expected));
  }

  toString(): string {
    return `set the stock of ${this.#changes
      .map(({ style, variant, quantity }) => `style ${style} variant ${variant} to ${quantity}`)
      .join(' and ')}`;
  }
}
