import { UnreadableBody } from '../../http/json-body.js';
import type { OperationRequest } from '../../http/operation.js';
import type { OperationId } from '../../http/rate-limits.js';
import type { Fault, Sent } from '../fault.js';
import { handledBy } from '../handling.js';
import { PAGED, RESULTS, WITH_BODY, WITH_ID, WITH_QUERY } from '../operation-sets.js';
import { asError, changedSent } from '../sent-changes.js';
import { depthOf, leavesOf } from './leaves.js';

const DEEP = 20;
const LONG = 10_000;
const LONG_ID = 255;

/** Faults that answer bad input with 500, or not at all. */
export const crashFaults: readonly Fault[] = [
  crashing('fails-on-broken-json', WITH_BODY, 'bodies that are not JSON', ({ body }) =>
    complains(body, /JSON in UTF-8/),
  ),
  crashing('fails-on-other-content-type', WITH_BODY, 'bodies that are not declared as JSON', ({ body }) =>
    complains(body, /content-type/),
  ),
  crashing(
    'fails-on-deep-nesting',
    WITH_BODY,
    'bodies with arrays or objects nested more than 20 deep',
    ({ body }) => complains(body, /deeper/) || depthOf(body, DEEP + 1) > DEEP,
  ),
  crashing(
    'fails-on-huge-number',
    WITH_BODY,
    'numbers beyond 2^53',
    ({ body }) =>
      complains(body, /range/) ||
      leavesOf(body).some((leaf) => typeof leaf === 'number' && Math.abs(leaf) > Number.MAX_SAFE_INTEGER),
  ),
  crashing('fails-on-lone-surrogate', WITH_BODY, 'texts with a lone surrogate', ({ body }) =>
    leavesOf(body).some((leaf) => typeof leaf === 'string' && /\p{Surrogate}/u.test(leaf)),
  ),
  crashing(
    'fails-on-nul',
    [...new Set([...WITH_BODY, ...WITH_QUERY, ...WITH_ID])],
    'texts with a NUL',
    ({ body, query, params }) =>
      [body, query, params].some((part) =>
        leavesOf(part).some((leaf) => typeof leaf === 'string' && leaf.includes('\0')),
      ),
  ),
  crashing('fails-on-long-text', WITH_BODY, 'texts of more than 10000 characters', ({ body }) =>
    leavesOf(body).some((leaf) => typeof leaf === 'string' && leaf.length > LONG),
  ),
  crashing('fails-on-long-id', WITH_ID, 'ids of more than 255 characters', ({ params }) =>
    Object.values(params).some((id) => id.length > LONG_ID),
  ),
  crashing('fails-on-malformed-batch-id', RESULTS, 'batch ids that are no UUID', ({ query }) => {
    const id = query.batch_request_id;
    return typeof id === 'string' && !/^[\da-f-]{36}$/i.test(id);
  }),
  crashing('fails-on-word-for-page', PAGED, 'page numbers that are no numbers', ({ query }) =>
    [query.page, query.per_page].some((text) => typeof text === 'string' && Number.isNaN(Number(text))),
  ),
  choking(
    'cuts-connection-on-deep-nesting',
    'It cuts the connection in answer to a body that is nested deeply.',
    {
      cutAfter: 1,
    },
  ),
  choking('hangs-on-deep-nesting', 'It takes half a minute to answer a body that is nested deeply.', {
    delay: 30_000,
  }),
];

function crashing(
  id: string,
  operations: readonly OperationId[],
  inputs: string,
  isHostile: (request: OperationRequest) => boolean,
): Fault {
  return {
    id,
    violates: 'ERR-08',
    does: `It answers 500 to ${inputs}.`,
    operations,
    showsFor: inputs,
    plant: (clean, plantedIn) =>
      handledBy(clean, plantedIn, (request, _operation, next) => {
        if (isHostile(request)) throw new Error('The input was not expected');
        return next(request);
      }),
  };
}

/** A fault that takes deep nesting for what it is, but does not get a refusal to the caller. */
function choking(id: string, does: string, change: Pick<Sent, 'cutAfter' | 'delay'>): Fault {
  return {
    id,
    violates: 'ERR-08',
    does,
    operations: WITH_BODY,
    showsFor: 'bodies with arrays or objects nested more than 20 deep',
    plant: (clean, plantedIn) => ({
      ...handledBy(clean, plantedIn, (request, _operation, next) => {
        const { body } = request;
        if (complains(body, /deeper/) || depthOf(body, DEEP + 1) > DEEP) throw new Error('out of stack');
        return next(request);
      }),
      ...changedSent(plantedIn, (sent) =>
        sent.status === 500 ? { ...asError(sent, 400, 'The body is nested too deeply'), ...change } : sent,
      ),
    }),
  };
}

/** Whether a body could not be read, for a reason that is told in such words. */
function complains(body: unknown, words: RegExp): boolean {
  return body instanceof UnreadableBody && words.test(body.problem);
}
