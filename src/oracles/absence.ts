import type { Exchange } from '../exchange/exchange.js';
import { member as memberOf } from './body.js';
import { inWords } from './in-words.js';
import { lists } from './listing.js';
import type { Unmet, Unseen } from './unmet.js';

/**
 * The response is 200 with an array, of which no entry has a member of that value. That says something only where a list
 * of the same kind has such an entry: a list that never shows it would hold as well.
 * @param place member of the body that holds the array, or an empty text for the body itself
 * @param having the list that has the entry: read with the merchant's own key, or before the entry was deleted
 */
export function listsNoEntryWith(
  exchange: Exchange,
  place: string,
  member: string,
  value: unknown,
  having: Exchange,
): Unmet | Unseen | undefined {
  const unlisted = place === '' ? lists(exchange) : lists(exchange, place);
  if (unlisted !== undefined) return unlisted;
  if (value === undefined) return { unseen: `no ${member} to look for was given` };
  const holds = (entry: unknown) => memberOf(entry, member) === value;
  const entries = entriesAt(exchange.json, place);
  const index = entries.findIndex(holds);
  if (index < 0)
    return entriesAt(having.json, place).some(holds)
      ? undefined
      : {
          unseen: `the list that should have the entry whose ${member} is ${JSON.stringify(value)} lacks it too`,
        };
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
