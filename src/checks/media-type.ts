import type { Operation } from '../contract/operations.js';
import { gapsOfSuccess } from '../contract/unshown.js';
import type { Exchange } from '../exchange/exchange.js';
import { mediaTypeOf } from '../exchange/media-type.js';
import { type Check, holds, notConcerned, violated } from './check.js';

/**
 * ERR-09: a response that the contract documents as JSON, or that says it is JSON, is declared so and parses (clause 1).
 * Whether a 429 has a body at all is not shown (gap G-14), nor which one most successes have: one that isn't JSON only
 * deviates there.
 */
export const mediaType: Check = {
  id: 'media-type',
  requirements: ['ERR-09'],
  run(exchange, operation) {
    const { type: declared } = mediaTypeOf(exchange);
    const isJson = declared === 'application/json' || declared.endsWith('+json');
    const documented = operation.mediaType(exchange.status) === 'application/json';
    const isBare = exchange.status === 429 && exchange.response.body.length === 0;
    if (!isJson && (!documented || isBare)) return notConcerned;
    if (!isJson) {
      const actual = declared === '' ? 'no content-type' : declared;
      return violated({
        requirement: 'ERR-09',
        expected: ['application/json'],
        actual,
        at: 'header content-type',
        gaps: gapsOfOther(exchange, operation),
      });
    }
    if (exchange.jsonError === undefined) return holds('ERR-09');
    return violated({
      requirement: 'ERR-09',
      expected: ['a body that parses as JSON in UTF-8'],
      actual: exchange.jsonError,
      at: 'body',
    });
  },
};

/** The gaps that leave open whether an answer is JSON at all: none where it is, or where the description shows its body. */
function gapsOfOther({ status, succeeded, json }: Exchange, operation: Operation): readonly string[] {
  if (typeof json === 'object' && json !== null) return [];
  if (status === 429) return ['G-14'];
  return succeeded ? gapsOfSuccess(operation) : [];
}
