import type { BatchOrder, BatchResult, ResultEntry, Step } from '../../domain/batches.js';
import type { Merchant } from '../../domain/merchants.js';
import type { Operation, OperationRequest, OperationResponse } from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import type { Plant } from '../fault.js';
import { changePart, viewOf } from './requests.js';

/** Whether a batch is completed or failed. */
export function isFinished({ status }: BatchResult): boolean {
  return status === 'completed' || status === 'failed';
}

/** Plants a change of the results of batches. */
export function changingResults(change: (result: BatchResult) => BatchResult): Plant {
  return changePart('batches', (desk) => ({
    find(kind, id) {
      const result = desk.find(kind, id);
      return result && change(result);
    },
  }));
}

/** Plants a change of the entries of finished batches. */
export function changingEntries(change: (entries: readonly ResultEntry[]) => readonly ResultEntry[]): Plant {
  return changingResults((result) => ({ ...result, entries: change(result.entries) }));
}

/** Plants a change to every entry of finished batches. */
export function changingEntry(change: (entry: ResultEntry) => ResultEntry): Plant {
  return changingEntries((entries) => entries.map(change));
}

/** A merchant whose batches go to `submit` instead of the desk. */
export function withSubmit(merchant: Merchant, submit: (order: BatchOrder) => string): Merchant {
  return viewOf(merchant, { batches: viewOf(merchant.batches, { submit }) });
}

/** Plants a change of each batch that is submitted; `merchant` is the one that submits it. */
export function changingOrders(change: (order: BatchOrder, merchant: Merchant) => BatchOrder): Plant {
  return changePart('batches', (desk, { merchant }) => ({
    submit: (order) => desk.submit(change(order, merchant)),
  }));
}

/** Plants a change of the steps of each batch. */
export function changingSteps(
  change: (steps: readonly Step[], merchant: Merchant) => readonly Step[],
): Plant {
  return changingOrders((order, merchant) => ({ ...order, steps: change(order.steps, merchant) }));
}

/** Plants a different way to carry out the items of batches. */
export function carryingOut(
  carryOut: (step: Step, index: number, steps: readonly Step[]) => readonly string[],
): Plant {
  return changingSteps((steps) =>
    steps.map((step, index) => ({ ...step, carryOut: () => carryOut(step, index, steps) })),
  );
}

/** The acknowledgement of a batch without items; undefined if the operation accepts no batches. */
export function emptyBatch(
  { batch: kind, method }: Operation,
  { merchant }: OperationRequest,
): OperationResponse | undefined {
  if (kind === undefined || method === 'GET') return undefined;
  return { status: 200, body: { batchRequestId: merchant.batches.submit({ kind, steps: [] }) } };
}

/** The items of a body; undefined if it has none. */
export function itemsOf(body: unknown): readonly unknown[] | undefined {
  return isObject(body) && Array.isArray(body.items) ? body.items : undefined;
}

/** A request with only some of its items. */
export function withItems(request: OperationRequest, from: number, to?: number): OperationRequest {
  const { body, itemTexts } = request;
  const items = itemsOf(body)?.slice(from, to);
  return { ...request, body: { ...Object(body), items }, itemTexts: itemTexts.slice(from, to) };
}
