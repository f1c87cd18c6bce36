import { createHash } from 'node:crypto';
import { ApiError } from '../http/errors.js';
import type { OperationRequest } from '../http/operation.js';
import { isObject } from '../schema/check.js';
import { type Fault, fresh, liesIn, type Plant } from './fault.js';
import {
  carryingOut,
  changingSteps,
  emptyBatch,
  itemsOf,
  type Step,
  submitTo,
  withItems,
  withSubmit,
} from './plants/batches.js';
import { perOwner } from './plants/callers.js';
import { BATCH_WRITES, changeRequest, handledBy, PRODUCT_WRITES } from './plants/requests.js';
import { changeResponse } from './plants/responses.js';

/** Plants a different id in the acknowledgements. */
function acknowledging(change: (id: string, request: OperationRequest) => string | null): Plant {
  return changeResponse((response, request) =>
    isObject(response.body)
      ? { ...response, body: { batchRequestId: change(String(response.body.batchRequestId), request) } }
      : response,
  );
}

/** The most submissions of one merchant that are remembered at the same time. */
const MOST_REMEMBERED = 1_000;

function hashOf({ itemTexts }: OperationRequest): string {
  const hash = createHash('sha256');
  for (const text of itemTexts) hash.update(text).update('\n');
  return hash.digest('hex');
}

/** Plants a different response to batches that `isMeant` selects by their size and the maximum. */
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

/** The batch before this one: when it was submitted, and its results. */
interface Latest {
  at: number;
  steps: readonly Step[];
}

/** Faults in accepting and carrying out batches (clauses 3.2 and 4.6). */
export const batchWriteFaults: readonly Fault[] = [
  ...liesIn(BATCH_WRITES, {
    'BAT-01 acknowledges-with-undashed-id': acknowledging((id) => id.replaceAll('-', '')),
    'BAT-01 acknowledges-large-batch-without-id': acknowledging((id, { itemTexts }) =>
      itemTexts.length < 50 ? id : null,
    ),
    'BAT-03 reuses-id-for-equal-batch': fresh(() => {
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
    'BAT-03 takes-first-item-for-the-batch': fresh(() => {
      const lastOf = perOwner(() => ({ item: '', id: '' }));
      return acknowledging((id, { merchant, itemTexts: [item = ''] }) => {
        const last = lastOf(merchant);
        if (item !== last.item) Object.assign(last, { item, id });
        return last.id;
      });
    }),
    'BAT-03 makes-one-id-a-second': fresh(() => {
      const lastOf = perOwner(() => ({ second: Number.NaN, id: '' }));
      return acknowledging((id, { merchant }) => {
        const last = lastOf(merchant);
        const second = Math.floor(merchant.timeline.now() / 1_000);
        if (second !== last.second) Object.assign(last, { second, id });
        return last.id;
      });
    }),
    'BAT-17 accepts-empty-batch': sized(
      (size) => size === 0,
      (_most, request, next, operation) => emptyBatch(operation, request) ?? next(request),
    ),
    'BAT-13 stops-at-first-failure': changingSteps((steps) => {
      let failed = false;
      return steps.map(({ text, carryOut }) => ({
        text,
        carryOut() {
          if (failed) return ['Not carried out, because of an earlier failure'];
          const errors = carryOut();
          failed = errors.length > 0;
          return errors;
        },
      }));
    }),
    'BAT-15 mixes-overlapping-batches': fresh(() => {
      const latestOf = perOwner(() => new Map<string, readonly Step[]>());
      return changeRequest((request) => {
        const { merchant } = request;
        const latest = latestOf(merchant);
        const mixed = withSubmit(merchant, ({ kind, bytes, steps }) => {
          latest.set(kind, steps);
          return submitTo(merchant.batches, {
            kind,
            bytes,
            get steps() {
              return latest.get(kind) ?? steps;
            },
          });
        });
        return { ...request, merchant: mixed };
      });
    }),
    'BAT-15 leaks-item-into-next-batch': fresh(() => {
      const lastOf = perOwner<Latest>(() => ({ at: Number.NEGATIVE_INFINITY, steps: [] }));
      return changingSteps((steps, merchant) => {
        const last = lastOf(merchant);
        const at = merchant.timeline.now();
        const leaked = at - last.at < 1_000 ? last.steps : [];
        Object.assign(last, { at, steps: steps.slice(-1) });
        return [...steps, ...leaked];
      });
    }),
    'BAT-18 reports-success-without-effect': carryingOut(() => []),
    'BAT-18 reports-failures-as-successes': carryingOut(({ carryOut }) => {
      carryOut();
      return [];
    }),
    'BAT-18 fails-last-item-with-effect': carryingOut(({ carryOut }, index, { length }) =>
      index > 0 && index === length - 1 ? [...carryOut(), 'Timed out'] : carryOut(),
    ),
  }),
  ...liesIn(PRODUCT_WRITES, {
    'BAT-17 accepts-one-item-too-many': sized(
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
    'BAT-17 refuses-full-batch': sized(
      (size, most) => size === most,
      (most) => {
        throw new ApiError(400, `items must have fewer than ${most} entries`);
      },
    ),
    'BAT-17 carries-out-start-of-too-large-batch': sized(
      (size, most) => size > most,
      async (most, request, next) => {
        await next(withItems(request, 0, most));
        throw new ApiError(400, `items must have at most ${most} entries`);
      },
    ),
  }),
  ...liesIn(['updateProductStock', 'updateProductPrices'], {
    'BAT-15 loses-effect-of-parallel-batch': fresh(() => {
      const lastOf = perOwner(() => ({ at: Number.NEGATIVE_INFINITY }));
      return changingSteps((steps, merchant) => {
        const last = lastOf(merchant);
        const isLost = merchant.timeline.now() - last.at < 1_000;
        last.at = merchant.timeline.now();
        return isLost ? steps.map(({ text }) => ({ text, carryOut: () => [] })) : steps;
      });
    }),
  }),
  ...liesIn(PRODUCT_WRITES, {
    'BAT-18 loses-effect-of-hundredth-item': carryingOut(({ carryOut }, index) =>
      index === 99 ? [] : carryOut(),
    ),
  }),
];
