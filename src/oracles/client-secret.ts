import type { Exchange } from '../exchange/exchange.js';
import { Secrets } from '../exchange/secrets.js';
import { succeeds } from './status.js';
import type { Unmet, Unseen } from './unmet.js';

const at = 'body client_secret';

/** The answer to a creation gives the secret of the subscription: a text that is not empty (gap G-13). */
export function givesASecret(exchange: Exchange): Unmet | undefined {
  const refused = succeeds(exchange);
  if (refused !== undefined) return refused;
  if (typeof secretIn(exchange.json) === 'string' && secretIn(exchange.json) !== '') return undefined;
  // What is there instead may be a secret of another type.
  return { expected: ['a string that is not empty'], actual: `a ${typeof secretIn(exchange.json)}`, at };
}

/**
 * The answer has no client_secret, not even of another value, and holds none of the secrets in any other place, plain or
 * encoded (gap G-13). An answer that shows no subscription could not give one, and a secret that nobody knows can't be found.
 * @param secrets of subscriptions, as their creation gave them
 */
export function givesNoSecret(exchange: Exchange, secrets: readonly string[]): Unmet | Unseen | undefined {
  const expected = ['an answer without the secret of a subscription'];
  const entries: readonly unknown[] = Array.isArray(exchange.json) ? exchange.json : [exchange.json];
  const shown = entries.map(secretIn).find((secret) => secret !== undefined && secret !== null);
  if (shown !== undefined) return { expected, actual: `a ${typeof shown}`, at };
  const known = new Secrets();
  const given = secrets.filter((secret) => typeof secret === 'string' && secret !== '');
  known.add(...given);
  if (known.foundIn(exchange.text)) return { expected, actual: 'the secret', at: 'body' };
  const header = Object.entries(exchange.response.headers).find(([, value]) => known.foundIn(value));
  if (header !== undefined) return { expected, actual: 'the secret', at: `header ${header[0]}` };
  if (given.length === 0) return { unseen: 'no secret of a subscription is known' };
  return exchange.succeeded && entries.some(hasMembers)
    ? undefined
    : { unseen: 'the answer shows no subscription' };
}

function hasMembers(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function secretIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, 'client_secret') : undefined;
}
