import { translations } from '../contract/closings/target.js';
import { nameInTheirs } from '../contract/closings/translation.js';
import { isOperation, operation } from '../contract/operations.js';
import { refusalStatus } from '../contract/unshown.js';
import type { Exchange } from '../exchange/exchange.js';
import { hasErrorBody } from './error-answer.js';
import { inWords } from './in-words.js';
import { hasStatus } from './status.js';
import type { Unmet } from './unmet.js';

/**
 * The response is a refusal, and its message holds the name of what was wrong as a word of its own, ours or the target's
 * (gap G-15): `page` is not named by per_page.
 * @param place a parameter or a field, as `page` or as a path, `items[].price.sale_price`, whose last name counts
 */
export function namesThePlace(exchange: Exchange, place: string): Unmet | undefined {
  const { operationId } = exchange;
  const status = isOperation(operationId) ? refusalStatus(operation(operationId)) : 400;
  const unmet = hasStatus(exchange, status) ?? hasErrorBody(exchange);
  if (unmet !== undefined) return unmet;
  const [name = place] = place.match(/[A-Za-z]\w*/g)?.slice(-1) ?? [];
  const theirs = isOperation(exchange.operationId)
    ? nameInTheirs(translations(exchange.operationId), place)
    : name;
  const message = messageOf(exchange.json);
  const words = wordsOf(message);
  if (words.has(name) || words.has(theirs)) return undefined;
  return { expected: [`a message that names ${theirs}`], actual: inWords(message), at: 'body message' };
}

function messageOf(body: unknown): string {
  return String(typeof body === 'object' && body !== null ? Reflect.get(body, 'message') : body);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[A-Za-z]\w*/g));
}
