import { equalIsSameBatch, isJsonObject } from '../../../contract/documents/document.js';
import { operation } from '../../../contract/operations.js';
import { gapsOfRequest, mayRefuseWith, refusalStatuses } from '../../../contract/unspecified.js';
import { member } from '../../../contract/values/path.js';
import { atStatus, below, inBody } from '../../../contract/values/place.js';
import { counted } from '../../../contract/values/words.js';
import type { Exchange } from '../../../http/exchange.js';
import { gapOfEqual } from '../../recording/submission.js';
import { isUnchanged } from '../lists/changes.js';
import { haveAnErrorBody, haveStatus, succeed } from '../response.js';
import {
  asShown,
  firstOf,
  type Inconclusive,
  type OracleResult,
  type Violation,
  violationAt,
  withGaps,
} from '../violation.js';
import {
  type FollowedBatch,
  finalStatuses,
  gapsOfEnd,
  laterStatuses,
  namedStatuses,
  type ResultItem,
  type Submission,
} from './followed-batch.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A batch write is acknowledged with a batch request id that is a UUID (clause 1; its place: gaps G-09 to G-11). */
export function acknowledgeABatch(exchange: Exchange): Violation | undefined {
  const id = member(exchange.json, 'batchRequestId');
  const isRight = typeof id === 'string' && uuid.test(id);
  return (
    succeed(exchange) ?? (isRight ? undefined : violationAt(inBody('batchRequestId'), 'a UUID', asShown(id)))
  );
}

/**
 * Each read of a result shows one of the named statuses (clause 2.1). Any other string is also allowed, so it is only a
 * warning; a value that is not a string is a violation. A response other than 200 with an object shows no status.
 */
export function tellKnownStatuses(reads: readonly Exchange[]): OracleResult {
  const told = resultsIn(reads).map((result) => member(result, 'status'));
  if (told.length === 0) return unread;
  const none = told.findIndex((status) => typeof status !== 'string');
  if (none >= 0) return violationAt(inBody('status'), namedStatuses, asShown(told[none]));
  const other = told.find((status) => !namedStatuses.includes(String(status)));
  return other === undefined
    ? undefined
    : { expected: namedStatuses, actual: asShown(other), at: inBody('status'), atMost: 'warned' };
}

const unread: Inconclusive = { inconclusive: 'the result of the batch could not be read' };

function resultsIn(reads: readonly Exchange[]): readonly object[] {
  return reads.flatMap(({ status, json }) => (status === 200 && isJsonObject(json) ? [json] : []));
}

/** The status never goes backwards (gap G-07). A status with a different name has no place in the order. */
export function neverGoBackwards(statuses: readonly string[]): OracleResult {
  const known = statuses.filter((status) => namedStatuses.includes(status));
  if (known.length < 2) return { inconclusive: 'too few statuses of the batch were read', open: ['G-07'] };
  const back = known.findIndex((status, at) => !laterStatuses[known[at - 1] ?? status]?.includes(status));
  const before = known[back - 1] ?? '';
  const actual = `${asShown(known[back])} after ${before}`;
  return back < 0 ? undefined : violationAt(inBody('status'), laterStatuses[before] ?? [], actual);
}

/** The statuses of a batch that has not ended. */
const unfinished: readonly unknown[] = namedStatuses.filter((status) => !finalStatuses.includes(status));

/**
 * No read of an unfinished batch lists items (gap G-07). The description doesn't show how long a batch takes: it may
 * end immediately.
 */
export function listNoItemsBeforeItsEnd({ polls }: Pick<FollowedBatch, 'polls'>): OracleResult {
  const early = resultsIn(polls).filter((result) => unfinished.includes(member(result, 'status')));
  const lists = early.map((result) => member(result, 'items')).filter(Array.isArray);
  if (lists.length === 0) return { inconclusive: 'no read found the batch before its end', open: ['G-07'] };
  const other = lists.find(({ length }) => length > 0);
  if (other === undefined) return undefined;
  return violationAt(inBody('items'), 'no items before the end', `${other.length} of them`);
}

/**
 * The result can be read, and it stays readable after the first 200 (clauses 1 and 4.4). That it can be read
 * immediately is assumed (gap G-07): a result that is at first not found only deviates. So does a result that is never
 * found, if the description doesn't show how to ask the operation for it (clause 4.6).
 */
export function beReadableThroughout({ polls }: FollowedBatch): Violation | undefined {
  const first = polls.findIndex(({ status }) => status === 200);
  const index = polls.findIndex(({ status }, at) => status !== 200 && (first < 0 || at > first));
  const wrong = polls[index] ?? polls.find(({ status }) => status !== 200);
  const violation = wrong && haveStatus(wrong, 200);
  if (wrong === undefined || violation === undefined) return undefined;
  const actual = `status ${wrong.status} at read ${polls.indexOf(wrong) + 1}`;
  if (wrong.status !== 404) return { ...violation, actual };
  const isEarly = index < 0;
  const gaps = isEarly ? ['G-07'] : first < 0 ? gapsOfRequest(operation(wrong.operationId)) : [];
  return { ...violation, actual, gaps: gaps.length === 0 ? violation.gaps : gaps };
}

/** The ids of different batches are all different, ignoring case (clause 1). */
export function beDifferentIds(ids: readonly string[]): OracleResult {
  if (ids.length < 2) return { inconclusive: 'there are fewer than two batch request ids' };
  const folded = ids.map((id) => id.toLowerCase());
  const index = folded.findIndex((id, position) => folded.indexOf(id) < position);
  if (index < 0) return undefined;
  const submissions = `submission ${folded.indexOf(folded[index] ?? '')} and submission ${index}`;
  const [expected, actual] = [`${ids.length} different ids`, `${ids[index]} for ${submissions}`];
  return violationAt(inBody('batchRequestId'), expected, actual, []);
}

/** Likewise for the ids of equal submissions, unless the target's file says that they are one batch (gap G-21). */
export function beDifferentIdsOfEqualItems(ids: readonly string[]): OracleResult {
  if (equalIsSameBatch) return { inconclusive: "equal submissions are one batch, as the target's file says" };
  return withGaps(beDifferentIds(ids), [gapOfEqual]);
}

/**
 * The batch reached its end within the deadline. It is unknown whether a status that the description doesn't name is
 * final, so the violation then rests on gap G-07.
 */
export function haveFinished(batch: FollowedBatch): OracleResult {
  if (batch.finished) return undefined;
  if (!batch.isReadable) return unread;
  const actual = `${asShown(batch.status)} when the deadline passed`;
  return withGaps(violationAt(inBody('status'), finalStatuses, actual), gapsOfEnd(batch));
}

/**
 * The status and the items of a completed batch stay as they were; the rest of the result may change. That a failed
 * batch is not retried is assumed (gap G-07).
 */
export function haveNotChangedSince(later: Exchange, { exchange, status }: FollowedBatch): OracleResult {
  const found = isUnchanged(outcomeIn(later), outcomeIn(exchange), inBody());
  return status === 'failed' ? withGaps(found, ['G-07']) : found;
}

/** The outcome of a batch as one read shows it; undefined if the read shows none. */
function outcomeIn({ json }: Exchange): object | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const items = member(json, 'items');
  const outcomeOf = (entry: unknown) => {
    if (!isJsonObject(entry)) return entry;
    const { requestItem, success, errors } = entry;
    return { requestItem, success, errors };
  };
  return { status: member(json, 'status'), items: Array.isArray(items) ? items.map(outcomeOf) : items };
}

/** Every read of the result carries the requested batch request id, in upper or lower case (clause 2.1). */
export function carryTheId({ polls }: Pick<FollowedBatch, 'polls'>, id: string): OracleResult {
  const ids = resultsIn(polls).map((result) => member(result, 'batchRequestId'));
  if (ids.length === 0) return unread;
  const isIt = (each: unknown) => typeof each === 'string' && each.toLowerCase() === id.toLowerCase();
  const other = ids.findIndex((each) => !isIt(each));
  return other < 0 ? undefined : violationAt(inBody('batchRequestId'), id, asShown(ids[other]));
}

/** Each entry reports success. */
export function haveSucceeded(entries: readonly ResultItem[]): Violation | undefined {
  if (entries.length === 0) return violationAt(inBody('items'), 'an entry for each item', 'no entries');
  return firstOf(entries, ({ success, errors }, index) => {
    const at = inBody(`items[${index}].success`);
    return success ? undefined : violationAt(at, 'success true', `success false: ${errors.join(' ')}`);
  });
}

const reportedAsFailed = 'the item reported with success false and at least one message';

/**
 * The target refuses a submitted item: it responds to the write with a refusal status and an error body, or it reports
 * the item with success false and at least one message (clauses 2.1 and 7). The target chooses between the two, and
 * among the refusal statuses, because the description shows none for writes (gap G-15). An unusual status only
 * deviates, and so does a body without a message if the description shows no body for the status.
 * @param index position of the item in the submission
 */
export function beRefused(submission: Submission, index = 0): Violation | undefined {
  const { batch, write } = submission;
  const refusals = refusalStatuses.filter((status) => mayRefuseWith(operation(write.operationId), status));
  if (batch === undefined) {
    const wrong = haveStatus(write, ...refusals) ?? haveAnErrorBody(write);
    return wrong && { ...wrong, expected: [...wrong.expected, `a success status, and ${reportedAsFailed}`] };
  }
  const violation = unlessReportedAsFailed(batch.items, index);
  const refusal = `status ${refusals.join(' or ')} with an error body`;
  return violation && { ...violation, expected: [refusal, ...violation.expected] };
}

/** The entry reports failure with at least one message, and no message is empty (clauses 2.1 and 7). */
function unlessReportedAsFailed(entries: readonly ResultItem[], index: number): Violation | undefined {
  const entry = entries[index];
  const at = inBody(`items[${index}]`);
  if (entry === undefined)
    return violationAt(inBody('items'), reportedAsFailed, counted(entries.length, 'entry'));
  if (entry.success) return violationAt(below(at, 'success'), reportedAsFailed, 'success true');
  const said = entry.errors.length > 0 && entry.errors.every((each) => each !== '');
  if (said) return undefined;
  return violationAt(below(at, 'errors'), reportedAsFailed, `errors ${asShown(entry.errors)}`);
}

/** Which of the two kinds of refusal the target chose, in words. */
export function refusalInWords({ batch, write }: Submission): string {
  return batch === undefined ? `refused with ${write.status}` : 'refused in the result';
}

/**
 * The submission was accepted, and each of its items reported with success true. If the description doesn't show which
 * items are valid, a refusal may only mean that the service asks for something else.
 * @param gaps further gaps whose assumptions make the items acceptable
 */
export function beAccepted(submission: Submission, ...gaps: readonly string[]): Violation | undefined {
  const { batch, write } = submission;
  if (batch === undefined) {
    const refused = succeed(write);
    const expected = [...(refused?.expected ?? []), 'each item reported with success true'];
    const actual = `${write.line}: ${write.text.slice(0, 200)}`;
    return withGaps({ ...refused, expected, actual, at: atStatus }, gaps);
  }
  const ofItems = batch.items.length === 0 ? [] : gapsOfRequest(operation(write.operationId));
  return withGaps(haveSucceeded(batch.items), [...ofItems, ...gaps]);
}

/**
 * The target refuses a submission of one item because of one of its fields (clauses 2.1 and 7). If it doesn't, each
 * field is a separate finding.
 * @param field the wrong field, or its place, such as `prices[].retail_price`
 */
export function beRefusedFor(submission: Submission, field: string): Violation | undefined {
  const violation = beRefused(submission);
  return violation && { ...violation, at: { ...(violation.at ?? inBody()), field } };
}
