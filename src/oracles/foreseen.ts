import type { ResultItem } from '../batches/batch-result.js';
import type { ForeseenItem, Records } from '../batches/effect.js';
import type { Submission } from '../batches/followed-batch.js';
import { entriesOf } from './echo.js';
import { differByTheEffects, showTheEffects } from './effects.js';
import { inWords } from './in-words.js';
import { succeeds } from './status.js';
import type { Unmet, Unseen } from './unmet.js';

type Foreseen = readonly ForeseenItem[];

/** The batch was accepted, and each good item of it is reported with success true, whatever the others are (clause 7). */
export function succeedsWhereGood(submission: Submission, items: Foreseen): Unmet | Unseen | undefined {
  return unlessReported(submission, items, true);
}

/** The batch was accepted, and each bad item of it is reported with success false: it can have no effect (clause 7). */
export function failsWhereBad(submission: Submission, items: Foreseen): Unmet | Unseen | undefined {
  return unlessReported(submission, items, false);
}

/** What the good items do was read back. */
export function showTheGoodItems(after: Records, items: Foreseen): Unmet | Unseen | undefined {
  const effects = items.filter(({ good }) => good).flatMap((each) => each.effects);
  return effects.length === 0
    ? { unseen: 'the batch has no good item whose effect could be read back' }
    : showTheEffects(after, effects);
}

/**
 * Between the two readings happened what the result reports as succeeded, and nothing else (clauses 2.1 and 7). A batch that
 * was not accepted did nothing.
 */
export function differByWhatSucceeded(
  after: Records,
  before: Records,
  submission: Submission,
  items: Foreseen,
): Unmet | Unseen | undefined {
  const entries = entriesIn(submission, items);
  const effects = items.flatMap((each, index) => (entries[index]?.success === true ? each.effects : []));
  return differByTheEffects(after, before, effects);
}

function unlessReported(
  submission: Submission,
  items: Foreseen,
  success: boolean,
): Unmet | Unseen | undefined {
  if (submission.batch === undefined) {
    const refused = succeeds(submission.write);
    return {
      ...refused,
      expected: ['a success status, with mistakes in single items reported in the result'],
      actual: `${submission.write.line}: ${submission.write.text.slice(0, 200)}`,
      at: 'status',
    };
  }
  const entries = entriesIn(submission, items);
  const wrong = items.findIndex(({ good }, index) => good === success && entries[index]?.success !== success);
  if (wrong < 0)
    return items.some(({ good }) => good === success)
      ? undefined
      : { unseen: `the batch has no item that must ${success ? 'succeed' : 'fail'}` };
  return {
    expected: [`success ${success} for item ${wrong}: ${inWords(items[wrong]?.item)}`],
    actual: outcomeOf(entries[wrong]),
    at: 'body items[].success',
  };
}

function entriesIn({ batch }: Submission, items: Foreseen): readonly (ResultItem | undefined)[] {
  return entriesOf(
    batch?.items ?? [],
    items.map(({ item }) => item),
  );
}

function outcomeOf(entry: ResultItem | undefined): string {
  if (entry === undefined) return 'no entry';
  return entry.success ? 'success true' : `success false: ${inWords(entry.errors)}`;
}
