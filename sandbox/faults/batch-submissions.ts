import { createHash } from 'node:crypto';
import { BATCH_KINDS, type BatchDesk } from '../domain/batches.js';
import { ApiError } from '../http/errors.js';
import type { OperationRequest } from '../http/operation.js';
import { isObject } from '../schema/check.js';
import type { OperationId } from '../service/operations.js';
import { type Fault, fresh, liesIn, type Plant } from './fault.js';
import { changeAnswer } from './plants/answers.js';
import {
  changingResults,
  emptyBatch,
  itemsOf,
  type Step,
  submitTo,
  withItems,
  withSubmit,
} from './plants/batches.js';
import { perOwner } from './plants/callers.js';
import { BATCH_WRITES, changePart, handledBy, RESULTS } from './plants/requests.js';
import { objectsShapedAs, without } from './shapes.js';

/** Plants another id in the acknowledgements. */
function acknowledging(change: (id: string, request: OperationRequest) => string | null): Plant {
  return changeAnswer((answer, request) =>
    isObject(answer.body)
      ? { ...answer, body: { batchRequestId: change(String(answer.body.batchRequestId), request) } }
      : answer,
  );
}

/** The most equal submissions of one merchant that are remembered at the same time. */
const MOST_REMEMBERED = 1_000;

function hashOf({ itemTexts }: OperationRequest): string {
  const hash = createHash('sha256');
  for (const text of itemTexts) hash.update(text).update('\n');
  return hash.digest('hex');
}

/** Faults of the id that acknowledges a batch write. */
export const acknowledgementFaults = liesIn(BATCH_WRITES, {
  'BAT-01 acknowledges-with-undashed-id': [
    'It acknowledges a batch with the hexadecimal digits of a UUID without its hyphens.',
    acknowledging((id) => id.replaceAll('-', '')),
  ],
  'BAT-01 acknowledges-large-batch-without-id': [
    'It acknowledges a large batch with null in place of its id.',
    'batches of 50 items and more',
    acknowledging((id, { itemTexts }) => (itemTexts.length < 50 ? id : null)),
  ],
  'BAT-03 reuses-id-for-equal-batch': [
    'It acknowledges a batch with the id of an earlier one that had equal items.',
    'a batch equal to an earlier one',
    fresh(() => {
      const knownOf = perOwner(() => new Map<string, string>());
      return acknowledging((id, request) => {
        const known = knownOf(request.merchant);
        const hash = hashOf(request);
        const first = known.get(hash) ?? id;
        if (known.size >= MOST_REMEMBERED) known.clear();
        known.set(hash, first);
        return first;
      });
    }),
  ],
  'BAT-03 makes-one-id-a-second': [
    'It acknowledges batches that arrive within one second with the same id.',
    'batches submitted within the same second of the clock',
    fresh(() => {
      const lastOf = perOwner(() => ({ second: Number.NaN, id: '' }));
      return acknowledging((id, { merchant }) => {
        const last = lastOf(merchant);
        const second = Math.floor(merchant.timeline.now() / 1_000);
        if (second !== last.second) Object.assign(last, { second, id });
        return last.id;
      });
    }),
  ],
});

/** The operations whose maximum of items in a batch is known (gap G-16). */
const LIMITED = [
  'upsertProducts',
  'updateProductStatus',
  'updateProductStock',
  'updateProductPrices',
] as const satisfies readonly OperationId[];

/** Plants another answer to batches of certain sizes, compared with the maximum. */
function sized(
  isMeant: (size: number, most: number) => boolean,
  handle: (most: number, ...given: Parameters<Parameters<typeof handledBy>[0]>) => Handled,
): Plant {
  return handledBy((request, next, operation) => {
    const size = itemsOf(request.body)?.length;
    const most = operation.id === 'upsertProducts' ? 100 : 1_000;
    if (size === undefined || !isMeant(size, most)) return next(request);
    return handle(most, request, next, operation);
  });
}

type Handled = ReturnType<Parameters<typeof handledBy>[0]>;

/** Faults of the maximum and minimum size of a batch (gap G-16). */
export const sizeFaults: readonly Fault[] = [
  ...liesIn(LIMITED, {
    'BAT-17 accepts-one-item-too-many': [
      'It accepts and carries out a batch that has one item more than the maximum.',
      'batches of exactly one item more than the maximum',
      sized(
        (size, most) => size === most + 1,
        async (most, request, next) => {
          const { merchant } = request;
          let rest: readonly Step[] = [];
          const collecting = withSubmit(merchant, ({ steps }) => {
            rest = steps;
            return '';
          });
          await next({ ...withItems(request, most), merchant: collecting });
          const whole = withSubmit(merchant, (first) =>
            submitTo(merchant.batches, { ...first, steps: [...first.steps, ...rest] }),
          );
          return next({ ...withItems(request, 0, most), merchant: whole });
        },
      ),
    ],
    'BAT-17 refuses-full-batch': [
      'It refuses a batch that has exactly the maximum of items.',
      'batches of exactly the maximum size',
      sized(
        (size, most) => size === most,
        (most) => {
          throw new ApiError(400, `items must have fewer than ${most} entries`);
        },
      ),
    ],
    'BAT-17 carries-out-start-of-too-large-batch': [
      'It refuses a batch that is too large, but carries out its items up to the maximum.',
      'batches of more than the maximum',
      sized(
        (size, most) => size > most,
        async (most, request, next) => {
          await next(withItems(request, 0, most));
          throw new ApiError(400, `items must have at most ${most} entries`);
        },
      ),
    ],
  }),
  ...liesIn(BATCH_WRITES, {
    'BAT-17 accepts-empty-batch': [
      'It accepts a batch without items.',
      'batches without items',
      sized(
        (size) => size === 0,
        (_most, request, next, operation) => emptyBatch(operation, request) ?? next(request),
      ),
    ],
  }),
];

/** Plants another way to find a batch. */
function finding(
  find: (desk: BatchDesk, ...asked: Parameters<BatchDesk['find']>) => string | undefined,
): Plant {
  return changePart('batches', (desk) => ({ find: (kind, id) => find(desk, kind, id) }));
}

/** Faults of the id under which a batch is read (clause 2.1, gap G-11). */
export const identityFaults: readonly Fault[] = [
  ...liesIn(RESULTS, {
    'BAT-08 carries-another-id': [
      'It puts an id into the results that is one greater than the requested one.',
      changingResults((result) => ({
        ...result,
        id: result.id.replace(/.$/, (digit) => ((Number.parseInt(digit, 16) + 1) % 16).toString(16)),
      })),
    ],
    'BAT-08 carries-id-of-first-batch': [
      'It puts the id of the batch that was read first into all results.',
      'every batch except the one that is read first',
      fresh(() => {
        let first: string | undefined;
        return changingResults((result) => {
          first ??= result.id;
          return { ...result, id: first };
        });
      }),
    ],
    'BAT-08 leaves-id-out-of-results': [
      'It leaves the id of the batch out of the results.',
      objectsShapedAs((result) => without(result, 'batchRequestId')),
    ],
    'BAT-14 tells-batches-of-every-kind': [
      'It returns the results of a batch of any kind.',
      finding((desk, _kind, id) =>
        BATCH_KINDS.map((kind) => desk.find(kind, id)).find((result) => result !== undefined),
      ),
    ],
  }),
  ...liesIn(['getReturnResults'], {
    'BAT-14 tells-shipments-as-returns': [
      'It returns the results of a shipment as those of a return.',
      'ids of shipments',
      finding((desk, kind, id) => desk.find(kind, id) ?? desk.find('ship', id)),
    ],
  }),
];
