import { operation } from '../../../contract/operations.js';
import { gapsOfRequest } from '../../../contract/unspecified.js';
import { atStatus, inBody } from '../../../contract/values/place.js';
import { counted } from '../../../contract/values/words.js';
import { differByTheEffects, isUnchanged, showTheEffects } from '../lists/changes.js';
import { succeed } from '../response.js';
import {
  asShown,
  canonicalText,
  type OracleResult,
  sentText,
  type Violation,
  violationAt,
} from '../violation.js';
import type { ForeseenItem, Records, ResultItem, Submission } from './followed-batch.js';

/**
 * Compares the entries of a finished batch with the submitted items (clause 2.1): there are as many entries as items,
 * counting equal items, and each entry echoes its item unchanged. Any order is right.
 * @returns the violation, or undefined
 */
export function echoOnce(entries: readonly ResultItem[], items: readonly unknown[]): Violation | undefined {
  const positions = echoesOf(entries, items);
  const missing = positions.indexOf(undefined);
  const echoing = new Set(positions);
  const left = entries.filter((_, index) => !echoing.has(index));
  if (missing >= 0) {
    const nearest = echoing.has(missing) ? left[0] : (entries[missing] ?? left[0]);
    return violationAt(
      inBody('items[].requestItem'),
      `an entry that echoes item ${missing} unchanged: ${asShown(items[missing])}`,
      asShown(nearest?.requestItem),
    );
  }
  if (left.length === 0) return undefined;
  return violationAt(inBody('items'), counted(items.length, 'entry'), counted(entries.length, 'entry'));
}

/** Every entry echoes a submitted item unchanged (clause 2.1). This does not judge whether each item has an entry. */
export function echoUnchanged(entries: readonly ResultItem[], items: readonly unknown[]): OracleResult {
  if (entries.length === 0) return { inconclusive: 'the result of the batch has no entries' };
  const index = firstOther(entries, items);
  if (index < 0) return undefined;
  const sent: unknown = items[index] === undefined ? undefined : JSON.parse(JSON.stringify(items[index]));
  return isUnchanged(entries[index]?.requestItem, sent, inBody(`items[${index}].requestItem`));
}

/**
 * There are as many entries as items, and none echoes an item more often than it was submitted (clause 2.1). If an
 * entry echoes something that was not submitted, only the number of entries counts.
 */
export function holdAnEntryForEach(
  entries: readonly ResultItem[],
  items: readonly unknown[],
): Violation | undefined {
  if (entries.length !== items.length) {
    return violationAt(
      inBody('items'),
      `${counted(items.length, 'entry')}, one for each submitted item`,
      counted(entries.length, 'entry'),
    );
  }
  if (firstOther(entries, items) >= 0) return undefined;
  const submitted = times(items.map(sentText));
  const echoed = times(entries.map(({ requestItem }) => canonicalText(requestItem)));
  const more = entries.find(({ requestItem }) => {
    const text = canonicalText(requestItem);
    return (echoed.get(text) ?? 0) > (submitted.get(text) ?? 0);
  });
  if (more === undefined) return undefined;
  const text = canonicalText(more.requestItem);
  return violationAt(
    inBody('items[].requestItem'),
    `as many entries as submitted items, ${submitted.get(text)}, of ${asShown(more.requestItem)}`,
    `${echoed.get(text)} entries`,
  );
}

/**
 * Entries are in the order in which their items were submitted (gap G-11): the n-th entry echoes the n-th item. This
 * does not judge missing entries. It sees nothing if an entry echoes an item that was not submitted, or if there are
 * fewer than two entries.
 */
export function beInOrderOf(entries: readonly ResultItem[], items: readonly unknown[]): OracleResult {
  if (entries.length < 2) return { inconclusive: 'the result of the batch has no two entries' };
  if (firstOther(entries, items) >= 0)
    return { inconclusive: 'an entry echoes an item that was not submitted' };
  const strings = items.map(sentText);
  const left = times(strings);
  let next = 0;
  for (const [index, { requestItem }] of entries.entries()) {
    const text = canonicalText(requestItem);
    const times = left.get(text) ?? 0;
    if (times === 0) continue;
    left.set(text, times - 1);
    const found = strings.indexOf(text, next);
    if (found < 0) {
      return violationAt(
        inBody(`items[${index}].requestItem`),
        `before the entry of item ${next - 1}, as it was submitted: ${asShown(requestItem)}`,
        'after it',
      );
    }
    next = found + 1;
  }
  return undefined;
}

/**
 * The entry of each item: the entry that echoes it, preferably the one at the item's own position; if none echoes it,
 * the entry at its position.
 * @returns an entry for each item, undefined if there is none
 */
export function entriesForEach(
  entries: readonly ResultItem[],
  items: readonly unknown[],
): readonly (ResultItem | undefined)[] {
  const positions = echoesOf(entries, items);
  const echoing = new Set(positions);
  return positions.map((position, index) =>
    position === undefined ? (echoing.has(index) ? undefined : entries[index]) : entries[position],
  );
}

/**
 * The submission with its result's entries in the order of the items: the description states no order (clause 2.1).
 * Entries that echo no item are last. If an item has no entry, the result keeps its own order.
 */
function inOrderOf(submission: Submission, items: readonly unknown[]): Submission {
  const { batch } = submission;
  if (batch === undefined) return submission;
  const own = entriesForEach(batch.items, items).filter((entry) => entry !== undefined);
  if (own.length < items.length) return submission;
  const others = batch.items.filter((entry) => !own.includes(entry));
  return { ...submission, batch: { ...batch, items: [...own, ...others] } };
}

/**
 * The submission with the entries of these items alone, in their order, if it has all of them and those of the others.
 * @param others how many items were submitted after them
 */
export function entriesOfItems(
  submission: Submission,
  items: readonly unknown[],
  others: number,
): Submission {
  const { batch, ...ordered } = inOrderOf(submission, items);
  if (batch === undefined) return ordered;
  const isComplete = batch.items.length === items.length + others;
  return { ...ordered, batch: isComplete ? { ...batch, items: batch.items.slice(0, items.length) } : batch };
}

/** Position of the first entry that does not echo a submitted item, or -1. */
function firstOther(entries: readonly ResultItem[], items: readonly unknown[]): number {
  const submitted = new Set(items.map(sentText));
  return entries.findIndex(({ requestItem }) => !submitted.has(canonicalText(requestItem)));
}

/** For each item, the position of the entry that echoes it; no two items share an entry. */
function echoesOf(entries: readonly ResultItem[], items: readonly unknown[]): (number | undefined)[] {
  const sent = items.map(sentText);
  const echoed = entries.map(({ requestItem }) => canonicalText(requestItem));
  const elsewhere = new Map<string, number[]>();
  for (const [position, text] of echoed.entries()) {
    if (sent[position] === text) continue;
    const positions = elsewhere.get(text) ?? [];
    positions.push(position);
    elsewhere.set(text, positions);
  }
  const unused = new Map([...elsewhere].map(([text, positions]) => [text, positions.values()]));
  return sent.map((text, index) => (echoed[index] === text ? index : unused.get(text)?.next().value));
}

function times(strings: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const text of strings) times.set(text, (times.get(text) ?? 0) + 1);
  return times;
}

type Foreseen = readonly ForeseenItem[];

/** The batch was accepted, and it reports success true for each good item, whatever the other items are (clause 7). */
export function succeedWhereGood(submission: Submission, items: Foreseen): OracleResult {
  return unlessReported(submission, items, true);
}

/** The batch was accepted, and it reports success false for each bad item: a bad item has no effect (clause 7). */
export function failWhereBad(submission: Submission, items: Foreseen): OracleResult {
  return unlessReported(submission, items, false);
}

/** A later reading shows the effects of the good items. */
export function showTheGoodItems(after: Records, items: Foreseen): OracleResult {
  const effects = items.filter(({ good }) => good).flatMap((each) => each.effects);
  return effects.length === 0
    ? { inconclusive: 'the batch has no good item whose effect could be read back' }
    : showTheEffects(after, effects);
}

/**
 * The two readings differ by the effects of the items that the result reports as successful, and by nothing else
 * (clauses 2.1 and 7). A batch that was not accepted has no effects.
 */
export function differByWhatSucceeded(
  after: Records,
  before: Records,
  submission: Submission,
  items: Foreseen,
): OracleResult {
  const entries = entriesIn(submission, items);
  const effects = items.flatMap((each, index) => (entries[index]?.success === true ? each.effects : []));
  return differByTheEffects(after, before, effects);
}

function unlessReported(submission: Submission, items: Foreseen, success: boolean): OracleResult {
  if (submission.batch === undefined) {
    const refused = succeed(submission.write);
    return {
      ...refused,
      expected: ['a success status, with mistakes in single items reported in the result'],
      actual: `${submission.write.line}: ${submission.write.text.slice(0, 200)}`,
      at: atStatus,
      statuses: [],
    };
  }
  const entries = entriesIn(submission, items);
  const wrong = items.findIndex(({ good }, index) => good === success && entries[index]?.success !== success);
  if (wrong < 0)
    return items.some(({ good }) => good === success)
      ? undefined
      : { inconclusive: `the batch has no item that must ${success ? 'succeed' : 'fail'}` };
  return violationAt(
    inBody('items[].success'),
    `success ${success} for item ${wrong}: ${asShown(items[wrong]?.item)}`,
    outcomeOf(entries[wrong]),
    // The description doesn't show which items an operation accepts.
    success && entries[wrong] !== undefined
      ? gapsOfRequest(operation(submission.write.operationId))
      : undefined,
  );
}

function entriesIn({ batch }: Submission, items: Foreseen): readonly (ResultItem | undefined)[] {
  return entriesForEach(
    batch?.items ?? [],
    items.map(({ item }) => item),
  );
}

function outcomeOf(entry: ResultItem | undefined): string {
  if (entry === undefined) return 'no entry';
  return entry.success ? 'success true' : `success false: ${asShown(entry.errors)}`;
}
