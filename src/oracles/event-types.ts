import type { Exchange } from '../exchange/exchange.js';
import { entriesOf, member } from './body.js';
import { inWords } from './in-words.js';
import { listsAtLeastOne } from './listing.js';
import type { Unmet } from './unmet.js';

/** The response lists event types, at least one, each by a name of its own (clause 6; where it stands: gap G-12). */
export function listsEventTypesByName(exchange: Exchange): Unmet | undefined {
  const unmet = listsAtLeastOne(exchange);
  if (unmet !== undefined) return unmet;
  const names = entriesOf(exchange.json).map((type) => member(type, 'event'));
  const index = names.findIndex((name, place) => !isName(name) || names.indexOf(name) < place);
  if (index < 0) return undefined;
  return {
    expected: ['the name of an event type, none of them twice'],
    actual: inWords(names[index]),
    at: `body [${index}].event`,
  };
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
