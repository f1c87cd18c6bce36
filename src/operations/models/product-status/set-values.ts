import type fc from 'fast-check';
import { answerInWords, type BatchAnswer, judgeOutcomes, outcomeOf } from '../judge.js';
import { observe } from './observe.js';
import type { StatusModel, StatusTarget, Variant } from './status-model.js';

interface ValueChange extends Variant {
  /** The quantity, or the retail price in major units. */
  readonly value: number;
}

interface Item {
  readonly sku: string;
  readonly value: number;
}

interface Updated {
  readonly requirement: 'STK-01' | 'PRC-01';
  /** The known values of the model. */
  readonly known: (model: StatusModel) => Map<string, number>;
  readonly send: (target: StatusTarget, items: readonly Item[]) => Promise<BatchAnswer>;
}

const updates = {
  stock: {
    requirement: 'STK-01',
    known: ({ quantities }) => quantities,
    send: (target, items) => target.setStock(items.map(({ sku, value }) => ({ sku, quantity: value }))),
  },
  price: {
    requirement: 'PRC-01',
    known: ({ retailPrices }) => retailPrices,
    send: (target, items) => target.setPrices(items.map(({ sku, value }) => ({ sku, retailPrice: value }))),
  },
} satisfies Readonly<Record<string, Updated>>;

/**
 * Sets the stock or the price of some products, which moves no status; nor does a status move either of them (clauses 3.1,
 * 4.6).
 */
export class SetValues implements fc.AsyncCommand<StatusModel, StatusTarget> {
  readonly #what: keyof typeof updates;
  readonly #changes: readonly ValueChange[];

  constructor(what: keyof typeof updates, changes: readonly ValueChange[]) {
    this.#what = what;
    this.#changes = changes;
  }

  check(model: Readonly<StatusModel>): boolean {
    return this.#changes.every((change) => model.sku(change) !== undefined);
  }

  async run(model: StatusModel, target: StatusTarget): Promise<void> {
    const { requirement, known, send }: Updated = updates[this.#what];
    const items = this.#changes.map((change) => ({ sku: model.sku(change) ?? '', value: change.value }));
    const answer = await send(target, items);
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
    await observe(model, target, done, () => judgeOutcomes(target, answer, expected));
  }

  toString(): string {
    return `set the ${this.#what} of ${this.#changes
      .map(({ style, variant, value }) => `style ${style} variant ${variant} to ${value}`)
      .join(' and ')}`;
  }
}
