import type { Exchange } from '../exchange/exchange.js';
import type { Unmet } from './unmet.js';

/** The response header holds exactly the value given; the name in lower case. */
export function hasHeader(exchange: Exchange, name: string, value: string): Unmet | undefined {
  const actual = exchange.header(name);
  return actual === value
    ? undefined
    : { expected: [value], actual: actual ?? 'no such header', at: `header ${name}` };
}
