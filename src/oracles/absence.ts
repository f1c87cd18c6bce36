import type { Exchange } from '../exchange/exchange.js';
import { member as memberOf } from './body.js';
import { inWords } from './in-words.js';
import { lists } from './listing.js';
import type { Unmet } from './unmet.js';

/**
 * The response is 200 with an array, of which no entry has a member of that value.
 * @param place member of the body that holds the array, or an empty text for the body itself
 */
export function listsNoEntryWith(
  exchange: Exchange,
  place: string,
  member: string,
  value: unknown,
): Unmet | undefined {
  const unlisted = place === '' ? lists(exchange) : lists(exchange, place);
  if (unlisted !== undefined) return unlisted;
  const entries = entriesAt(exchange.json, place);
  const index = entries.findIndex((entry) => memberOf(entry, member) === value);
  if (index < 0) return undefined;
  return {
    expected: [`no entry whose ${member} is ${JSON.stringify(value)}`],
    actual: inWords(entries[index]),
    at: place === '' ? `body [${index}]` : `body ${place}[${index}]`,
  };
}

function entriesAt(body: unknown, place: string): readonly unknown[] {
  const list = place === '' ? body : memberOf(body, place);
  return Array.isArray(list) ? list : [];
}
