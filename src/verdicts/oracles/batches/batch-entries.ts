import { operation } from '../../../contract/operations.js';
import { gapsOfRequest } from '../../../contract/unspecified.js';
import { groupedBy } from '../../../contract/values/groups.js';
import { atStatus, inBody } from '../../../contract/values/place.js';
import { counted } from '../../../contract/values/words.js';
import { differByTheEffects, isUnchanged, showTheEffects } from '../lists/changes.js';
import { succeed } from '../response.js';
import {
  asShown,
  canonicalText,
  firstOf,
  type OracleResult,
  sentText,
  type Violation,
  violationAt,
} from '../violation.js';
import type { ForeseenItem, Records, ResultItem, Submission } from './followed-batch.js';

/** The item that an entry echoes, as text; it equals the text of the submitted item if the echo is unchanged. */
function echoText({ requestItem }: ResultItem): string {
  return canonicalText(requestItem);
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
  const wanted = `${counted(items.length, 'entry')}, one for each submitted item`;
  if (entries.length !== items.length)
    return violationAt(inBody('items'), wanted, counted(entries.length, 'entry'));
  if (firstOther(entries, items) >= 0) return undefined;
  const submitted = groupedBy(items, sentText);
  return firstOf([...groupedBy(entries, echoText)], ([text, echoes]) => {
    const most = submitted.get(text)?.length ?? 0;
    if (echoes.length <= most) return undefined;
    const expected = `as many entries as submitted items, ${most}, of ${asShown(echoes[0].requestItem)}`;
    return violationAt(inBody('items[].requestItem'), expected, `${echoes.length} entries`);
  });
}

/**
 * Entries are in the order in which their items were submitted (gap G-11): the n-th entry echoes the n-th item. This
 * does not judge missing entries. It is inconclusive if an entry echoes an item that was not submitted, or if there are
 * fewer than two entries.
 */
export function beInOrderOf(entries: readonly ResultItem[], items: readonly unknown[]): OracleResult {
  if (entries.length < 2) return { inconclusive: 'the result of the batch has fewer than two entries' };
  if (firstOther(entries, items) >= 0)
    return { inconclusive: 'an entry echoes an item that was not submitted' };
  const submitted = items.map(sentText);
  const left = new Map([...groupedBy(submitted, (text) => text)].map(([text, all]) => [text, all.length]));
  let next = 0;
  return firstOf(entries, (entry, index) => {
    const text = echoText(entry);
    const times = left.get(text) ?? 0;
    if (times === 0) return undefined;
    left.set(text, times - 1);
    const found = submitted.indexOf(text, next);
    if (found < 0) {
      const expected = `before the entry of item ${next - 1}, as it was submitted: ${asShown(entry.requestItem)}`;
      return violationAt(inBody(`items[${index}].requestItem`), expected, 'after it');
    }
    next = found + 1;
    return undefined;
  });
}

/**
 * The entry of each item: the entry that echoes it, preferably the one at the item's own position; if none echoes it,
 * the entry at its position.
 * @returns an entry for each item; undefined for an item without one
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
 * The submission with the entries of the given items first, in the order of the items, because the description states
 * no order for entries (clause 2.1). If an item has no entry, the result keeps its own order.
 * @param others how many other items were submitted; if each of them also has an entry, those entries are left out
 */
export function entriesOfItems(
  submission: Submission,
  items: readonly unknown[],
  others: number,
): Submission {
  const { batch } = submission;
  const own = entriesForEach(batch?.items ?? [], items).filter((entry) => entry !== undefined);
  if (batch === undefined || own.length < items.length) return submission;
  const isComplete = batch.items.length === items.length + others;
  const rest = isComplete ? [] : batch.items.filter((entry) => !own.includes(entry));
  return { ...submission, batch: { ...batch, items: [...own, ...rest] } };
}

/** Position of the first entry that does not echo a submitted item, or -1. */
function firstOther(entries: readonly ResultItem[], items: readonly unknown[]): number {
  const submitted = new Set(items.map(sentText));
  return entries.findIndex((entry) => !submitted.has(echoText(entry)));
}

/** For each item, the position of the entry that echoes it; no two items share an entry. */
function echoesOf(entries: readonly ResultItem[], items: readonly unknown[]): (number | undefined)[] {
  const sent = items.map(sentText);
  const echoed = entries.map(echoText);
  const elsewhere = [...echoed.keys()].filter((position) => sent[position] !== echoed[position]);
  const unused = groupedBy(elsewhere, (position) => echoed[position] ?? '');
  const next = new Map([...unused].map(([text, positions]) => [text, positions.values()]));
  return sent.map((text, index) => (echoed[index] === text ? index : next.get(text)?.next().value));
}

type Foreseen = readonly ForeseenItem[];

/**
 * The batch was accepted, and it reports success true for each good item, no matter what the other items are (clause
 * 7).
 */
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
  const { batch, write } = submission;
  if (batch === undefined) {
    const expected = ['a success status, with mistakes in single items reported in the result'];
    const actual = `${write.line}: ${write.text.slice(0, 200)}`;
    return { ...succeed(write), expected, actual, at: atStatus, statuses: [] };
  }
  const judged = entriesIn(submission, items).map((entry, index) => ({ entry, ...items[index], index }));
  const concerned = judged.filter(({ good }) => good === success);
  if (concerned.length === 0)
    return { inconclusive: `the batch has no item that must ${success ? 'succeed' : 'fail'}` };
  const wrong = concerned.find(({ entry }) => entry?.success !== success);
  if (wrong === undefined) return undefined;
  const { entry, item, index } = wrong;
  const expected = `success ${success} for item ${index}: ${asShown(item)}`;
  // The description doesn't show which items an operation accepts.
  const gaps = success && entry !== undefined ? gapsOfRequest(operation(write.operationId)) : undefined;
  return violationAt(inBody('items[].success'), expected, outcomeOf(entry), gaps);
}

function entriesIn({ batch }: Submission, foreseen: Foreseen): readonly (ResultItem | undefined)[] {
  const items = foreseen.map(({ item }) => item);
  return entriesForEach(batch?.items ?? [], items);
}

function outcomeOf(entry: ResultItem | undefined): string {
  if (entry === undefined) return 'no entry';
  return entry.success ? 'success true' : `success false: ${asShown(entry.errors)}`;
}
