import type { ResultItem } from '../batches/batch-result.js';
import type { Submission } from '../batches/followed-batch.js';
import { isErrorWith } from './error-answer.js';
import { inWords } from './in-words.js';
import type { Unmet } from './unmet.js';

const reportedAsFailed = 'the item reported with success false and at least one message';

/**
 * A submitted item is refused: the write is answered 400 with an error body, or the item is reported with success false
 * and at least one message (clauses 2.1 and 7). Which of the two is the target's choice.
 * @param index position of the item in the submission
 */
export function isRefused(submission: Submission, index = 0): Unmet | undefined {
  if (submission.batch === undefined) {
    const wrong = isErrorWith(submission.write, 400);
    return wrong && { ...wrong, expected: [...wrong.expected, `status 200, and ${reportedAsFailed}`] };
  }
  const unmet = isReportedAsFailed(submission.batch.items, index);
  return unmet && { ...unmet, expected: ['status 400 with an error body', ...unmet.expected] };
}

/**
 * The entry reports failure, with at least one message, none of them empty (clauses 2.1 and 7).
 * @param gaps on whose assumptions it rests that the item must fail
 */
export function isReportedAsFailed(
  entries: readonly ResultItem[],
  index = 0,
  ...gaps: readonly string[]
): Unmet | undefined {
  const unmet = unlessReportedAsFailed(entries, index);
  return unmet === undefined || gaps.length === 0 ? unmet : { ...unmet, gaps };
}

function unlessReportedAsFailed(entries: readonly ResultItem[], index: number): Unmet | undefined {
  const entry = entries[index];
  const at = `body items[${index}]`;
  if (entry === undefined)
    return { expected: [reportedAsFailed], actual: `${entries.length} entries`, at: 'body items' };
  if (entry.success) return { expected: [reportedAsFailed], actual: 'success true', at: `${at}.success` };
  const said = entry.errors.length > 0 && entry.errors.every((each) => each !== '');
  if (said) return undefined;
  return { expected: [reportedAsFailed], actual: `errors ${inWords(entry.errors)}`, at: `${at}.errors` };
}

/** Which of the two refusals a target chose, in words. */
export function refusalInWords({ batch, write }: Submission): string {
  return batch === undefined ? `refused with ${write.status}` : 'refused in the result';
}

/**
 * The submission was accepted and each of its items reported with success true.
 * @param gaps on whose assumptions the shape of the items rests: a refusal may only mean that one of them doesn't hold
 */
export function isAccepted(submission: Submission, ...gaps: readonly string[]): Unmet | undefined {
  const unmet = unlessAccepted(submission);
  return unmet === undefined || gaps.length === 0 ? unmet : { ...unmet, gaps };
}

function unlessAccepted(submission: Submission): Unmet | undefined {
  if (submission.batch === undefined) {
    const actual = `${submission.write.line}: ${submission.write.text.slice(0, 200)}`;
    return { expected: ['status 200, and each item reported with success true'], actual, at: 'status' };
  }
  const { items } = submission.batch;
  const index = items.findIndex(({ success }) => !success);
  if (index < 0 && items.length > 0) return undefined;
  return {
    expected: ['success true'],
    actual: index < 0 ? 'no entries' : `success false: ${(items[index]?.errors ?? []).join(' ')}`,
    at: index < 0 ? 'body items' : `body items[${index}].success`,
  };
}
