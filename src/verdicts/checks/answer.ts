import type { Operation } from '../../contract/operations.js';
import { gapsOfSuccess, gapsOfUndocumented, rightRefusals } from '../../contract/unshown.js';
import { type Exchange, mediaTypeOf } from '../../http/exchange.js';
import { beAnsweredBelow, haveAnErrorBody } from '../oracles/answer.js';
import { violationAt } from '../oracles/violation.js';
import { bodyViolations, type Check, learned, unlessAny } from './check.js';

/** ERR-08: whatever the request, the answer is never a server error (clause 7 does not list one). */
export const noServerError: Check = {
  id: 'no-server-error',
  requirements: ['ERR-08'],
  everywhere: true,
  run: (exchange) => learned('ERR-08', beAnsweredBelow({ exchange }, 500)),
};

/**
 * ERR-11: an operation answers only with statuses that the contract documents for it (clauses 4, 7). Most of these
 * statuses are assumed, so another status only deviates.
 */
export const documentedStatus: Check = {
  id: 'documented-status',
  requirements: ['ERR-11'],
  run(exchange, operation) {
    const { status } = exchange;
    if ([...operation.documentedStatuses, ...rightRefusals(operation)].includes(status)) return ['ERR-11'];
    const expected = operation.documentedStatuses.map((each) => `status ${each}`);
    const gaps = gapsOfUndocumented(operation, status);
    const violation = violationAt('status', expected, `status ${status}`, gaps);
    const atMost = isOfTheMessage(exchange, operation) ? ({ atMost: 'warned' } as const) : {};
    return learned('ERR-11', { ...violation, ...atMost });
  },
};

/** The number of characters that every server accepts in a URL; no operation of the description needs as many. */
const shortUrl = 255;

/**
 * Whether a status is about the message and not about the operation: the URL is longer than any that the description
 * shows, or the request has a body although the operation takes none. HTTP lets any server refuse such a message before
 * an operation sees it.
 */
function isOfTheMessage({ status, request }: Exchange, { safe }: Operation): boolean {
  if (status === 414 || status === 431) return request.url.length > shortUrl;
  return safe && (status === 413 || status === 415) && request.body !== undefined;
}

/**
 * ERR-09: a response that the contract documents as JSON, or that says it is JSON, is declared as JSON and parses
 * (clause 1). The description shows neither whether a 429 has a body (gap G-14) nor the body of most successes: a body
 * that isn't JSON only deviates there.
 */
export const mediaType: Check = {
  id: 'media-type',
  requirements: ['ERR-09'],
  run(exchange, operation) {
    const { type: declared } = mediaTypeOf(exchange);
    if (declared === 'application/json' || declared.endsWith('+json')) {
      const { jsonError } = exchange;
      const expected = 'a body that parses as JSON in UTF-8';
      return learned(
        'ERR-09',
        jsonError === undefined ? undefined : violationAt('body', expected, jsonError),
      );
    }
    const documented = operation.mediaType(exchange.status) === 'application/json';
    const isBare = exchange.status === 429 && exchange.response.body.length === 0;
    if (!documented || isBare) return [];
    const actual = declared === '' ? 'no content-type' : declared;
    const gaps = gapsOfOther(exchange, operation);
    return learned('ERR-09', violationAt('header content-type', 'application/json', actual, gaps));
  },
};

/** The gaps that leave open whether an answer is JSON: none if it is JSON, or if the description shows its body. */
function gapsOfOther({ status, succeeded, json }: Exchange, operation: Operation): readonly string[] {
  if (typeof json === 'object' && json !== null) return [];
  if (status === 429) return ['G-14'];
  return succeeded ? gapsOfSuccess(operation) : [];
}

/**
 * ERR-01: every 400, 401 and 404 carries an object with a string `message` (clauses 2.5, 7). If the contract documents
 * the status, the body also fits the contract's schema.
 */
export const errorBody: Check = {
  id: 'error-body',
  requirements: ['ERR-01'],
  run(exchange, operation) {
    if (![400, 401, 404].includes(exchange.status)) return [];
    const violation = haveAnErrorBody(exchange);
    if (violation !== undefined || !operation.documentedStatuses.includes(exchange.status))
      return learned('ERR-01', violation);
    return unlessAny(
      'ERR-01',
      bodyViolations(operation, exchange, () => 'ERR-01'),
    );
  },
};
