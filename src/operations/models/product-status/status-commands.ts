import fc from 'fast-check';
import { rulesAt, wholeRange } from '../../../contract/request-rules.js';
import { retailPrice } from '../../../data/price.js';
import { stockRange } from '../../../data/update-items.js';
import { type CommandListOptions, commandList } from '../command-list.js';
import { PassTime } from './pass-time.js';
import { SetStatus, type StatusChange } from './set-status.js';
import { SetValues } from './set-values.js';
import { Settle } from './settle.js';
import type { StatusModel, Variant } from './status-model.js';
import type { StatusTarget } from './status-target.js';
import { UpsertStyle } from './upsert-style.js';

/** Words that no status update takes: statuses that are read but not set, and words of nobody's (clause 3.1). */
const otherWords = ['active', 'pending_approval', 'PUBLISHED', 'archived'] as const;

/** How many variants each style of a model has: 2 or 3 styles, of 1 to 3 variants. */
export function styleSizes(): fc.Arbitrary<number[]> {
  return fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 3 });
}

export interface StatusCommandOptions extends CommandListOptions {
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
