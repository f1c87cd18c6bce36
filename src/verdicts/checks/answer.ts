import type { Operation } from '../../contract/operations.js';
import { validateReceived } from '../../contract/response-validator.js';
import { gapsOfSuccess, gapsOfUndocumented, rightRefusals } from '../../contract/unshown.js';
import { type Exchange, mediaTypeOf } from '../../http/exchange.js';
import { haveAnErrorBody } from '../oracles/answer.js';
import { type Check, holds, inBody, notConcerned, violated } from './check.js';

/** ERR-08: whatever the request, the answer is never a server error (clause 7 does not list one). */
export const noServerError: Check = {
  id: 'no-server-error',
  requirements: ['ERR-08'],
  everywhere: true,
  run(exchange) {
    if (exchange.status < 500) return holds('ERR-08');
    return violated({
      requirement: 'ERR-08',
      expected: ['a status below 500'],
      actual: `status ${exchange.status}`,
      at: 'status',
    });
  },
};

/**
 * ERR-11: an operation answers only with statuses that the contract documents for it (clauses 4, 7). Most of these
 * statuses are assumed, so another status only deviates.
 */
export const documentedStatus: Check = {
  id: 'documented-status',
  requirements: ['ERR-11'],
  run(exchange, operation) {
    const right = [...operation.documentedStatuses, ...rightRefusals(operation)];
    if (right.includes(exchange.status)) return holds('ERR-11');
    const expected = operation.documentedStatuses.map((status) => `status ${status}`);
    const gaps = gapsOfUndocumented(operation, exchange.status);
    const actual = `status ${exchange.status}`;
    const violation = { requirement: 'ERR-11', expected, actual, at: 'status', gaps } as const;
    return violated(isOfTheMessage(exchange, operation) ? { ...violation, atMost: 'warned' } : violation);
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

/** The gaps that leave open whether an answer is JSON: none if it is JSON, or if the description shows its body. */
function gapsOfOther({ status, succeeded, json }: Exchange, operation: Operation): readonly string[] {
  if (typeof json === 'object' && json !== null) return [];
  if (status === 429) return ['G-14'];
  return succeeded ? gapsOfSuccess(operation) : [];
}

const errorStatuses = [400, 401, 404];

/**
 * ERR-01: every 400, 401 and 404 carries an object with a string `message` (clauses 2.5, 7). If the contract documents
 * the status, the body also fits the contract's schema.
 */
export const errorBody: Check = {
  id: 'error-body',
  requirements: ['ERR-01'],
  run(exchange, { operationId, documentedStatuses }) {
    const { status } = exchange;
    if (!errorStatuses.includes(status)) return notConcerned;
    const violation = haveAnErrorBody(exchange);
    if (violation !== undefined) return violated({ requirement: 'ERR-01', ...violation });
    if (!documentedStatuses.includes(status)) return holds('ERR-01');
    const violations = validateReceived(operationId, exchange).map((each) => inBody('ERR-01', each));
    return violations.length === 0 ? holds('ERR-01') : violated(...violations);
  },
};
