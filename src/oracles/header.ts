import type { Exchange } from '../exchange/exchange.js';
import type { Unmet } from './unmet.js';

/**
 * X-RateLimit-Limit is the number of requests a minute that the target declares for the operation. Where that is another
 * number than the table's, both are named and it is a warning, for limits may be adjusted (clause 8.1).
 * @param table the number that clause 8.1 gives the operation
 * @param declared the number of the live description; the table's where it declares none
 */
export function carriesTheLimit(exchange: Exchange, table: number, declared: number): Unmet | undefined {
  const other = hasHeader(exchange, 'x-ratelimit-limit', String(declared));
  if (other !== undefined || declared === table) return other;
  return {
    expected: [`${table}, as in the table of limits`],
    actual: `${declared}, as the live description declares too`,
    at: 'header x-ratelimit-limit',
    atMost: 'warned',
  };
}

/** The response header holds exactly the value given; the name in lower case. */
export function hasHeader(exchange: Exchange, name: string, value: string): Unmet | undefined {
  const actual = exchange.header(name);
  return actual === value
    ? undefined
    : { expected: [value], actual: actual ?? 'no such header', at: `header ${name}` };
}
