import { createHash } from 'node:crypto';
import type { Step } from '../domain/batches.js';
import { ApiError } from '../http/errors.js';
import type { OperationRequest } from '../http/operation.js';
import { isObject } from '../schema/check.js';
import type { Plant, Plants } from './fault.js';
import {
  carryingOut,
  changingOrders,
  changingSteps,
  emptyBatch,
  itemsOf,
  withItems,
  withSubmit,
} from './plants/batches.js';
import { keepingFirst, withMemory } from './plants/memory.js';
import { handledBy } from './plants/requests.js';
import { changeResponse } from './plants/responses.js';

/** Plants a different id in the acknowledgements. */
function acknowledging(change: (id: string, request: OperationRequest) => string | null): Plant {
  return changeResponse((response, request) =>
    isObject(response.body)
      ? { ...response, body: { batchRequestId: change(String(response.body.batchRequestId), request) } }
      : response,
  );
}

/** Plants the id of the previous batch for a batch that has something in common with it. */
function sharingIds(commonOf: (request: OperationRequest) => unknown): Plant {
  return withMemory(
    (): { common?: unknown; id: string } => ({ id: '' }),
    (lastOf) =>
      acknowledging((id, request) => {
        const last = lastOf(request.merchant);
        const common = commonOf(request);
        if (common !== last.common) Object.assign(last, { common, id });
        return last.id;
      }),
  );
}

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

/**
 * Plants a change of the steps of a batch that follows another batch of the same merchant within a second.
 */
function afterOthers(change: (steps: readonly Step[], last: readonly Step[]) => readonly Step[]): Plant {
  return withMemory(
    (): { at: number; steps: readonly Step[] } => ({ at: Number.NEGATIVE_INFINITY, steps: [] }),
    (lastOf) =>
      changingSteps((steps, merchant) => {
        const { ...last } = lastOf(merchant);
        const at = merchant.timeline.now();
        Object.assign(lastOf(merchant), { at, steps });
        return at - last.at < 1_000 ? change(steps, last.steps) : steps;
      }),
  );
}

/** Faults in accepting and carrying out batches (clauses 3.2 and 4.6). */
export const batchWritePlants: Plants = {
  'acknowledges-with-undashed-id': acknowledging((id) => id.replaceAll('-', '')),
  'acknowledges-large-batch-without-id': acknowledging((id, { itemTexts }) =>
    itemTexts.length < 50 ? id : null,
  ),
  'reuses-id-for-equal-batch': keepingFirst<string>((firstOf) =>
    acknowledging((id, request) => firstOf(`${request.merchant.id} ${hashOf(request)}`, id)),
  ),
  'takes-first-item-for-the-batch': sharingIds(({ itemTexts: [first] }) => first),
  'makes-one-id-a-second': sharingIds(({ merchant }) => Math.floor(merchant.timeline.now() / 1_000)),
  'accepts-empty-batch': sized(
    (size) => size === 0,
    (_most, request, next, operation) => emptyBatch(operation, request) ?? next(request),
  ),
  'stops-at-first-failure': withMemory(
    () => ({ failed: false }),
    (batchOf) =>
      carryingOut(({ carryOut }, _index, steps) => {
        const batch = batchOf(steps);
        if (batch.failed) return ['Not carried out, because of an earlier failure'];
        const errors = carryOut();
        batch.failed = errors.length > 0;
        return errors;
      }),
  ),
  'mixes-overlapping-batches': withMemory(
    () => new Map<string, readonly Step[]>(),
    (latestOf) =>
      changingOrders(({ kind, steps }, merchant) => {
        const latest = latestOf(merchant).set(kind, steps);
        return {
          kind,
          get steps() {
            return latest.get(kind) ?? steps;
          },
        };
      }),
  ),
  'leaks-item-into-next-batch': afterOthers((steps, last) => [...steps, ...last.slice(-1)]),
  'reports-success-without-effect': carryingOut(() => []),
  'reports-failures-as-successes': carryingOut(({ carryOut }) => {
    carryOut();
    return [];
  }),
  'fails-last-item-with-effect': carryingOut(({ carryOut }, index, { length }) =>
    index > 0 && index === length - 1 ? [...carryOut(), 'Timed out'] : carryOut(),
  ),
  'accepts-one-item-too-many': sized(
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
        merchant.batches.submit({ ...first, steps: [...first.steps, ...rest] }),
      );
      return next({ ...withItems(request, 0, most), merchant: whole });
    },
  ),
  'refuses-full-batch': sized(
    (size, most) => size === most,
    (most) => {
      throw new ApiError(400, `items must have fewer than ${most} entries`);
    },
  ),
  'carries-out-start-of-too-large-batch': sized(
    (size, most) => size > most,
    async (most, request, next) => {
      await next(withItems(request, 0, most));
      throw new ApiError(400, `items must have at most ${most} entries`);
    },
  ),
  'loses-effect-of-parallel-batch': afterOthers((steps) =>
    steps.map(({ text }) => ({ text, carryOut: () => [] })),
  ),
  'loses-effect-of-hundredth-item': carryingOut(({ carryOut }, index) => (index === 99 ? [] : carryOut())),
};
