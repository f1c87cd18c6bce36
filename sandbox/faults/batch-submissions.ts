import type { BatchKind } from '../domain/batches/batch.js';
import type { BatchDesk, BatchOrder } from '../domain/batches/batch-desk.js';
import type { Merchant } from '../domain/merchant.js';
import type { OperationRequest } from '../http/operation.js';
import type { OperationId } from '../http/rate-limits.js';
import { isObject } from '../schema/check.js';
import type { Plant } from './fault.js';
import { viewOf } from './request-changes.js';

/** The batch writes, and the kind of batch that each submits. */
export const KINDS: Partial<Record<OperationId, BatchKind>> = {
  upsertProducts: 'products',
  updateProductStatus: 'status',
  updateProductStock: 'stock',
  updateProductPrices: 'price',
  cancelOrderItems: 'cancel',
  shipOrderItems: 'ship',
  returnOrderItems: 'return',
};

/** One item of a batch on its way: its JSON, and what is done with it when its time has come. */
export interface Step {
  readonly text: string;
  /** Returns what went wrong. */
  readonly carryOut: () => readonly string[];
}

/** A batch on its way to the desk. */
export interface Submission extends Pick<BatchOrder<Step>, 'kind' | 'bytes'> {
  readonly steps: readonly Step[];
}

/** Hands a batch to the desk; the steps are read when the batch is finished. Returns its id. */
export function submitTo(desk: BatchDesk, submission: Submission): string {
  return desk.submit<Step>({
    kind: submission.kind,
    bytes: submission.bytes,
    get items() {
      return submission.steps;
    },
    get texts() {
      return submission.steps.map(({ text }) => text);
    },
    apply: ({ carryOut }) => carryOut(),
  });
}

/** A merchant whose batches are taken by `submit` in place of the desk. */
export function withSubmit(merchant: Merchant, submit: (submission: Submission) => string): Merchant {
  const { batches } = merchant;
  return viewOf(merchant, {
    batches: viewOf(batches, {
      submit: ({ kind, bytes, items, texts, apply }) =>
        submit({
          kind,
          bytes,
          steps: items.map((item, index) => ({
            text: texts[index] ?? JSON.stringify(item),
            carryOut: () => apply(item),
          })),
        }),
    }),
  });
}

/** Changes the steps of a batch; `merchant` is the one that submits it. */
export type ChangeSteps = (steps: readonly Step[], merchant: Merchant) => readonly Step[];

/** Plants a change of the steps of each batch. `create` is called once for each planting. */
export function changingSteps(create: () => ChangeSteps): Plant {
  return (clean, plantedIn) => {
    const change = create();
    return {
      handle(operation, request) {
        if (!plantedIn(operation.id) || !(operation.id in KINDS)) return clean.handle(operation, request);
        const { merchant } = request;
        const changed = withSubmit(merchant, (submission) =>
          submitTo(merchant.batches, { ...submission, steps: change(submission.steps, merchant) }),
        );
        return clean.handle(operation, { ...request, merchant: changed });
      },
    };
  };
}

/** The items of a body; undefined where it has none. */
export function itemsOf(body: unknown): readonly unknown[] | undefined {
  return isObject(body) && Array.isArray(body.items) ? body.items : undefined;
}

/** A request with some of its items only. */
export function withItems(request: OperationRequest, from: number, to?: number): OperationRequest {
  const { body, itemTexts } = request;
  const items = itemsOf(body)?.slice(from, to);
  return { ...request, body: { ...Object(body), items }, itemTexts: itemTexts.slice(from, to) };
}
