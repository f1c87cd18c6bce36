import { UnreadableBody } from '../../http/json-body.js';
import { takesBody } from '../../http/operation.js';
import { assertShape, ShapeError } from '../../schema/check.js';
import { lettingStrangersIn, unauthenticated } from '../callers.js';
import { type Fault, liesIn, type Plant, type Workings } from '../fault.js';
import { handledBy } from '../handling.js';
import { BATCH_WRITES, WITH_BODY, WRITES } from '../operation-sets.js';
import { changedSent, withoutLimits } from '../sent-changes.js';

/** Faults of writes without a valid key. */
export const unauthenticatedWriteFaults: readonly Fault[] = [
  ...liesIn(WITH_BODY, {
    'AUTH-08 validates-before-authenticating': [
      'It answers 400 to an invalid body before it looks at the key.',
      'invalid bodies',
      forStrangers(async (operation, { body }) => {
        if (takesBody(operation) && body instanceof UnreadableBody) throw new ShapeError(body.problem);
        assertShape(operation.body, body, 'body');
      }),
    ],
  }),
  ...liesIn(WRITES, {
    'AUTH-08 carries-out-unauthenticated-write': [
      'It carries out a write without a valid key, and then answers 401.',
      forStrangers(async (_operation, _request, handle) => {
        await handle().catch(() => undefined);
      }),
    ],
  }),
  ...liesIn(BATCH_WRITES, {
    'AUTH-08 carries-out-unauthenticated-large-batch': [
      'It carries out a batch of several items without a valid key, and then answers 401.',
      'batches with more than one item',
      forStrangers(async (_operation, { itemTexts }, handle) => {
        if (itemTexts.length > 1) await handle().catch(() => undefined);
      }),
    ],
  }),
];

/** Plants what happens to a request without a valid key before it is answered 401. */
function forStrangers(
  act: (
    operation: Parameters<Workings['handle']>[0],
    request: Parameters<Workings['handle']>[1],
    handle: () => Promise<unknown>,
  ) => Promise<void>,
): Plant {
  return (clean, plantedIn) => {
    const strangers = lettingStrangersIn(clean, plantedIn);
    return {
      authenticate: strangers.authenticate,
      ...handledBy(async (request, operation, next) => {
        if (!strangers.has(request.merchant)) return next(request);
        await act(operation, request, async () => next(request));
        throw unauthenticated();
      })(clean, plantedIn),
      ...changedSent((sent, { merchant }) =>
        merchant !== undefined && strangers.has(merchant) ? withoutLimits(sent) : sent,
      )(clean, plantedIn),
    };
  };
}
