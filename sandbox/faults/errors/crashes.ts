import { UnreadableBody } from '../../http/json-body.js';
import type { OperationRequest } from '../../http/operation.js';
import { type Fault, type Lie, liesIn, type Plant, type Sent } from '../fault.js';
import { handledBy } from '../handling.js';
import { PAGED, RESULTS, WITH_BODY, WITH_ID, WITH_QUERY } from '../operation-sets.js';
import { asError, changedSent } from '../sent-changes.js';
import { depthOf, leavesOf } from './leaves.js';

const DEEP = 20;
const LONG = 10_000;
const LONG_ID = 255;
const NESTED = 'bodies with arrays or objects nested more than 20 deep';

/** Faults that answer bad input with 500, or not at all. */
export const crashFaults: readonly Fault[] = [
  ...liesIn(WITH_BODY, {
    'ERR-08 fails-on-broken-json': crashing('bodies that are not JSON', ({ body }) =>
      complains(body, /JSON in UTF-8/),
    ),
    'ERR-08 fails-on-other-content-type': crashing('bodies that are not declared as JSON', ({ body }) =>
      complains(body, /content-type/),
    ),
    'ERR-08 fails-on-deep-nesting': crashing(NESTED, isDeep),
    'ERR-08 fails-on-huge-number': crashing(
      'numbers beyond 2^53',
      ({ body }) =>
        complains(body, /range/) ||
        leavesOf(body).some((leaf) => typeof leaf === 'number' && Math.abs(leaf) > Number.MAX_SAFE_INTEGER),
    ),
    'ERR-08 fails-on-lone-surrogate': crashing('texts with a lone surrogate', ({ body }) =>
      leavesOf(body).some((leaf) => typeof leaf === 'string' && /\p{Surrogate}/u.test(leaf)),
    ),
    'ERR-08 fails-on-long-text': crashing('texts of more than 10000 characters', ({ body }) =>
      leavesOf(body).some((leaf) => typeof leaf === 'string' && leaf.length > LONG),
    ),
    'ERR-08 cuts-connection-on-deep-nesting': [
      'It cuts the connection in answer to a body that is nested deeply.',
      NESTED,
      choking({ cutAfter: 1 }),
    ],
    'ERR-08 hangs-on-deep-nesting': [
      'It takes half a minute to answer a body that is nested deeply.',
      NESTED,
      choking({ delay: 30_000 }),
    ],
  }),
  ...liesIn([...new Set([...WITH_BODY, ...WITH_QUERY, ...WITH_ID])], {
    'ERR-08 fails-on-nul': crashing('texts with a NUL', ({ body, query, params }) =>
      leavesOf([body, query, params]).some((leaf) => typeof leaf === 'string' && leaf.includes('\0')),
    ),
  }),
  ...liesIn(WITH_ID, {
    'ERR-08 fails-on-long-id': crashing('ids of more than 255 characters', ({ params }) =>
      Object.values(params).some((id) => id.length > LONG_ID),
    ),
  }),
  ...liesIn(RESULTS, {
    'ERR-08 fails-on-malformed-batch-id': crashing('batch ids that are no UUID', ({ query }) => {
      const id = query.batch_request_id;
      return typeof id === 'string' && !/^[\da-f-]{36}$/i.test(id);
    }),
  }),
  ...liesIn(PAGED, {
    'ERR-08 fails-on-word-for-page': crashing('page numbers that are no numbers', ({ query }) =>
      [query.page, query.per_page].some((text) => typeof text === 'string' && Number.isNaN(Number(text))),
    ),
  }),
];

function crashing(inputs: string, isHostile: (request: OperationRequest) => boolean): Lie {
  return [
    `It answers 500 to ${inputs}.`,
    inputs,
    handledBy((request, _operation, next) => {
      if (isHostile(request)) throw new Error('The input was not expected');
      return next(request);
    }),
  ];
}

/** Plants that deep nesting is noticed, but that the refusal never reaches the caller. */
function choking(change: Pick<Sent, 'cutAfter' | 'delay'>): Plant {
  return (clean, plantedIn) => ({
    ...handledBy((request, _operation, next) => {
      if (isDeep(request)) throw new Error('out of stack');
      return next(request);
    })(clean, plantedIn),
    ...changedSent((sent) =>
      sent.status === 500 ? { ...asError(sent, 400, 'The body is nested too deeply'), ...change } : sent,
    )(clean, plantedIn),
  });
}

function isDeep({ body }: Pick<OperationRequest, 'body'>): boolean {
  return complains(body, /deeper/) || depthOf(body, DEEP + 1) > DEEP;
}

/** Whether a body could not be read, for a reason that is told in such words. */
function complains(body: unknown, words: RegExp): boolean {
  return body instanceof UnreadableBody && words.test(body.problem);
}
