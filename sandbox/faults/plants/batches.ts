import type { BatchDesk, BatchOrder } from '../../domain/batches.js';
import type { Merchant } from '../../domain/merchants.js';
import { outlineJson } from '../../http/json-body.js';
import {
  JsonText,
  type Operation,
  type OperationRequest,
  type OperationResponse,
} from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import type { Plant } from '../fault.js';
import { changeMerchant, viewOf } from './requests.js';
import { changeResponse } from './responses.js';

/** The entry of a result about one item: its JSON as it was written, and its outcome. */
export interface ResultEntry {
  readonly item: string;
  readonly success: boolean;
  readonly errors: readonly string[];
}

/** The response of a results operation (clause 2.1). */
export interface BatchResult {
  readonly id: string;
  readonly status: unknown;
  readonly entries: readonly ResultEntry[];
}

/** Whether a batch is completed or failed. */
export function isFinished({ status }: BatchResult): boolean {
  return status === 'completed' || status === 'failed';
}

/** Plants a change in the responses of the results operations. */
export function changingResults(change: (result: BatchResult) => BatchResult): Plant {
  return changeResponse((response) =>
    response.body instanceof JsonText
      ? { ...response, body: new JsonText(writeResult(change(readResult(response.body.text)))) }
      : response,
  );
}

/** Plants a change of the entries of finished batches. */
export function changingEntries(change: (entries: readonly ResultEntry[]) => readonly ResultEntry[]): Plant {
  return changingResults((result) => ({ ...result, entries: change(result.entries) }));
}

/** Plants a change to every entry of finished batches. */
export function changingEntry(change: (entry: ResultEntry) => ResultEntry): Plant {
  return changingEntries((entries) => entries.map(change));
}

const ITEM_KEY = '{"requestItem":';
const SUCCESS_KEY = ',"success":';

/** Cuts out the items instead of parsing them, because parsing would change numbers. */
function readResult(text: string): BatchResult {
  const { batchRequestId: id, status }: { batchRequestId: string; status: string } = JSON.parse(text);
  const { items } = outlineJson(text, Number.POSITIVE_INFINITY);
  return { id, status, entries: items.map(readEntry) };
}

function readEntry(text: string): ResultEntry {
  const end = text.lastIndexOf(SUCCESS_KEY);
  const outcome: Pick<ResultEntry, 'success' | 'errors'> = JSON.parse(`{${text.slice(end + 1)}`);
  return { item: text.slice(ITEM_KEY.length, end), success: outcome.success, errors: outcome.errors };
}

function writeResult({ id, status, entries }: BatchResult): string {
  const items = entries.map(
    ({ item, success, errors }) =>
      `${ITEM_KEY}${item}${SUCCESS_KEY}${success},"errors":${JSON.stringify(errors)}}`,
  );
  return `{"batchRequestId":"${id}","status":${JSON.stringify(status)},"items":[${items.join(',')}]}`;
}

/** One item of a batch in progress: its JSON, and the action that carries it out in due time. */
export interface Step {
  readonly text: string;
  /** Returns the messages about failures. */
  readonly carryOut: () => readonly string[];
}

/** A batch on its way to the desk. */
interface Submission extends Pick<BatchOrder<Step>, 'kind'> {
  readonly steps: readonly Step[];
}

/** Passes a batch to the desk, which reads the steps when the batch is finished. Returns its id. */
export function submitTo(desk: BatchDesk, submission: Submission): string {
  return desk.submit<Step>({
    kind: submission.kind,
    get items() {
      return submission.steps;
    },
    get strings() {
      return submission.steps.map(({ text }) => text);
    },
    apply: ({ carryOut }) => carryOut(),
  });
}

/** A merchant whose batches go to `submit` instead of the desk. */
export function withSubmit(merchant: Merchant, submit: (submission: Submission) => string): Merchant {
  const { batches } = merchant;
  return viewOf(merchant, {
    batches: viewOf(batches, {
      submit: ({ kind, items, strings, apply }) =>
        submit({
          kind,
          steps: items.map((item, index) => ({
            text: strings[index] ?? JSON.stringify(item),
            carryOut: () => apply(item),
          })),
        }),
    }),
  });
}

/** Plants a change of each batch that is submitted; `merchant` is the one that submits it. */
export function changingSubmission(
  change: (submission: Submission, merchant: Merchant) => Submission,
): Plant {
  return changeMerchant(({ merchant }) => {
    const { batches } = withSubmit(merchant, (submission) =>
      submitTo(merchant.batches, change(submission, merchant)),
    );
    return { batches };
  });
}

/** Plants a change of the steps of each batch. */
export function changingSteps(
  change: (steps: readonly Step[], merchant: Merchant) => readonly Step[],
): Plant {
  return changingSubmission((submission, merchant) => ({
    ...submission,
    steps: change(submission.steps, merchant),
  }));
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
  return { status: 200, body: { batchRequestId: submitTo(merchant.batches, { kind, steps: [] }) } };
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
