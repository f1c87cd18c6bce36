import fc from 'fast-check';
import { rulesAt, wholeRange } from '../../../data/contract-rules.js';
import { retailPrice } from '../../../data/price.js';
import { stockRange } from '../../../data/update-items.js';
import { type CommandListOptions, commandList } from '../command-list.js';
import { observe } from './observe.js';
import { SetStatus, type StatusChange, UpsertStyle } from './set-status.js';
import { SetValues } from './set-values.js';
import type { StatusModel, StatusTarget, Variant } from './status-model.js';

/** Lets time pass, in which published products may get further; with 0 seconds it only reads (clauses 3.1, 4.1). */
export class PassTime implements fc.AsyncCommand<StatusModel, StatusTarget> {
  readonly #seconds: number;

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  check(): boolean {
    return true;
  }

  async run(model: StatusModel, target: StatusTarget): Promise<void> {
    if (this.#seconds > 0) await target.pass(this.#seconds);
    await observe(model, target, `${this}`);
  }

  toString(): string {
    return this.#seconds === 0 ? 'poll' : `let ${this.#seconds} s pass`;
  }
}

/** So often within the deadline the products are read. */
const polls = 10;

/** Waits until nothing moves any more: what was published is active before the deadline (clause 3.1). */
class Settle implements fc.AsyncCommand<StatusModel, StatusTarget> {
  check(model: Readonly<StatusModel>): boolean {
    return model.onTheWay().length > 0;
  }

  async run(model: StatusModel, target: StatusTarget): Promise<void> {
    const published = model.onTheWay();
    const pause = model.deadline / polls;
    for (let poll = 1; poll <= polls && model.onTheWay().length > 0; poll += 1) {
      await target.pass(pause);
      await observe(model, target, `${this}: ${pause * poll} s`);
    }
    for (const { number, style_key, possible } of published) {
      await target.judge('STS-01', {
        at: `style ${number} (${style_key}) ${model.deadline} s after its publication at the latest`,
        expected: model.mayReject ? ['active', 'rejected'] : ['active'],
        actual: possible.join(' or '),
        gaps: ['G-08'],
      });
    }
  }

  toString(): string {
    return 'wait until settled';
  }
}

/** Words that no status update takes: statuses that are read but not set, and words of nobody's (clause 3.1). */
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
  return commandList<StatusModel, StatusTarget>(
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
  // What leads furthest through the table comes most often: a product has been through all of it in a short list.
  const status = fc.oneof(
    { weight: 6, arbitrary: fc.constant('published') },
    { weight: 6, arbitrary: fc.constant('inactive') },
    { weight: 3, arbitrary: fc.constant('draft') },
    { weight: 1, arbitrary: fc.constantFrom(...otherWords) },
  );
  const change: fc.Arbitrary<StatusChange> = fc.record({ style, status });
  // What a style does twice in one batch is not stated.
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

function setValues(
  what: 'stock' | 'price',
  variants: readonly Variant[],
  values: fc.Arbitrary<number>,
): fc.Arbitrary<SetValues> {
  return some(variants, (variant) => values.map((value) => ({ ...variant, value }))).map(
    (changes) => new SetValues(what, changes),
  );
}

/** A change for each of up to three variants. */
function some<Change extends Variant>(
  variants: readonly Variant[],
  change: (variant: Variant) => fc.Arbitrary<Change>,
): fc.Arbitrary<Change[]> {
  const changes = fc.oneof(...variants.map(change));
  return fc
    .uniqueArray(changes, { maxLength: 3, selector: ({ style, variant }) => `${style}/${variant}` })
    .filter((some) => some.length > 0);
}
