import { isDeepStrictEqual } from 'node:util';
import { member } from '../../../contract/values/path.js';
import { inBody } from '../../../contract/values/place.js';
import { counted } from '../../../contract/values/words.js';
import type { Exchange } from '../../../http/exchange.js';
import { contentsIn } from '../lists/page.js';
import { bodyViolations, haveStatus } from '../response.js';
import {
  asShown,
  entriesOf,
  type Inconclusive,
  isText,
  itemsOn,
  type OracleResult,
  type Violation,
  violationAt,
} from '../violation.js';

const noEntries: Inconclusive = { inconclusive: 'the list of rejected products has no entries' };

/**
 * The list of rejected products has the shapes of clauses 2.3 and 2.4; the assumptions about which fields are required
 * and which may be null rest on gap G-19. A list without entries doesn't show the shape of an entry.
 */
export function haveTheShapeOfRejectedProducts(exchange: Exchange): OracleResult {
  const [wrong] = bodyViolations(exchange);
  return haveStatus(exchange, 200) ?? wrong ?? (itemsOn(exchange).length === 0 ? noEntries : undefined);
}

/** Each listed entry says why it was rejected: with a reason, or with a message that is not empty. */
export function sayWhy(exchange: Exchange): OracleResult {
  const entries = itemsOn(exchange);
  const silent = entries.findIndex(
    (entry) =>
      !isText(member(entry, 'rejection_message')) &&
      entriesOf(member(entry, 'rejection_reasons')).length === 0,
  );
  if (silent < 0) return entries.length > 0 ? undefined : noEntries;
  const expected = 'a rejection reason or a rejection message';
  return violationAt(inBody(`items[${silent}]`), expected, asShown(entries[silent]), []);
}

/**
 * Among the listed style keys that matter, exactly the expected ones occur.
 * @param exchanges all pages of the list
 * @param matters whether a style matters: the target may also list other styles
 */
export function listExactly(
  exchanges: readonly Exchange[],
  expected: readonly string[],
  matters: (styleKey: unknown) => boolean,
): OracleResult {
  const keys = exchanges.flatMap(itemsOn).map((entry) => member(entry, 'style_key'));
  const listed = keys.filter(matters);
  const missing = expected.find((key) => !listed.includes(key));
  if (missing !== undefined) {
    const actual = `none among ${counted(keys.length, 'entry')} on ${counted(exchanges.length, 'page')}`;
    return violationAt(inBody('items'), `an entry with the style ${missing}`, actual);
  }
  const strange = listed.find((key) => !expected.some((each) => each === key));
  if (strange === undefined)
    return expected.length > 0 ? undefined : { inconclusive: 'no product was rejected' };
  const wanted = `only entries with one of ${asShown(expected)}`;
  return violationAt(inBody('items[].style_key'), wanted, `an entry with ${asShown(strange)}`);
}

/**
 * A page that is long enough for all entries of one style has exactly the entries that the whole list has for that
 * style, unchanged (clause 4.5).
 */
export function listTheEntriesOfStyle(
  page: Exchange,
  styleKey: string,
  whole: readonly unknown[],
): OracleResult {
  const expected = ofStyle(whole, styleKey);
  const none = { inconclusive: `the whole list has no entry with the style ${styleKey}` };
  const wrong = unlessTheSame(page, { 'the entries of the whole list': expected });
  return wrong ?? (expected.length > 0 ? undefined : none);
}

/**
 * The style key may be null (clause 4.5), which a query writes as an empty value. The list then has either all entries,
 * as without the parameter, or the entries with exactly that key; the description doesn't show what it means to search
 * for that key.
 * @param page read with the key, long enough for all entries
 * @param whole the same page, read without the key
 */
export function listAllOrTheEntriesOfStyle(
  page: Exchange,
  styleKey: string,
  whole: Exchange,
): Violation | undefined {
  const all = itemsOn(whole);
  const own = ofStyle(all, styleKey);
  return unlessTheSame(page, { 'all entries': all, 'the entries with that style key': own });
}

function ofStyle(entries: readonly unknown[], styleKey: string): readonly unknown[] {
  return entries.filter((entry) => member(entry, 'style_key') === styleKey);
}

/**
 * A page has the same entries as one of several lists, in any order; fields that the target adds to the documented ones
 * don't count.
 * @param acceptable the lists by their names
 */
function unlessTheSame(
  page: Exchange,
  acceptable: Readonly<Record<string, readonly unknown[]>>,
): Violation | undefined {
  const refused = haveStatus(page, 200);
  if (refused !== undefined) return refused;
  const items = member(page.json, 'items');
  const [listed, ...right] = [entriesOf(items), ...Object.values(acceptable)].map((entries) =>
    contentsIn(page.operationId, entries),
  );
  const isRight = right.some((each) => isDeepStrictEqual(each, listed));
  if (isRight && Array.isArray(items)) return undefined;
  const expected = Object.entries(acceptable).map(([name, entries]) => `${name}: ${asShown(entries)}`);
  return violationAt(inBody('items'), expected, asShown(items));
}
