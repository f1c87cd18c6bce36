import type { ResultItem } from '../batches/batch-result.js';
import type { Submission } from '../batches/followed-batch.js';
import { operation } from '../contract/operations.js';
import { gapsOfRequest, mayRefuseWith, refusalStatuses } from '../contract/unshown.js';
import { hasErrorBody } from './error-answer.js';
import { inWords } from './in-words.js';
import { hasStatus, succeeds } from './status.js';
import type { Unmet } from './unmet.js';

const reportedAsFailed = 'the item reported with success false and at least one message';

/**
 * A submitted item is refused: the write is answered with a refusal status and an error body, or the item is reported with
 * success false and at least one message (clauses 2.1 and 7). Which of the two is the target's choice, and so is which of
 * the refusal statuses, as the description shows none for writes (gap G-15). An unusual one, or a body without a message
 * with a status for which none is shown, only deviates.
 * @param index position of the item in the submission
 */
export function isRefused(submission: Submission, index = 0): Unmet | undefined {
  const { batch, write } = submission;
  const refusals = refusalStatuses.filter((status) => mayRefuseWith(operation(write.operationId), status));
  if (batch === undefined) {
    const wrong = hasStatus(write, ...refusals) ?? hasErrorBody(write);
    return wrong && { ...wrong, expected: [...wrong.expected, `a success status, and ${reportedAsFailed}`] };
  }
  const unmet = isReportedAsFailed(batch.items, index);
  const refusal = `status ${refusals.join(' or ')} with an error body`;
  return unmet && { ...unmet, expected: [refusal, ...unmet.expected] };
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
  return unmet && withGaps(unmet, gaps);
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
 * The submission was accepted and each of its items reported with success true. Where the description doesn't show which
 * items are valid, a refusal may only mean that the service asks for something else.
 * @param gaps on whose assumptions it rests besides that the items are accepted
 */
export function isAccepted(submission: Submission, ...gaps: readonly string[]): Unmet | undefined {
  const unmet = unlessAccepted(submission);
  return unmet && withGaps(unmet, gaps);
}

function unlessAccepted({ batch, write }: Submission): Unmet | undefined {
  if (batch === undefined) {
    const actual = `${write.line}: ${write.text.slice(0, 200)}`;
    const refused = succeeds(write);
    const expected = [...(refused?.expected ?? []), 'each item reported with success true'];
    return { ...refused, expected, actual, at: 'status' };
  }
  const { items } = batch;
  const index = items.findIndex(({ success }) => !success);
  if (index < 0 && items.length > 0) return undefined;
  if (index < 0) return { expected: ['success true'], actual: 'no entries', at: 'body items' };
  const refused: Unmet = {
    expected: ['success true'],
    actual: `success false: ${(items[index]?.errors ?? []).join(' ')}`,
    at: `body items[${index}].success`,
  };
  return withGaps(refused, gapsOfRequest(operation(write.operationId)));
}

function withGaps(unmet: Unmet, gaps: readonly string[]): Unmet {
  const all = [...new Set([...(unmet.gaps ?? []), ...gaps])];
  return all.length === 0 ? unmet : { ...unmet, gaps: all };
}
