import { notFound } from '../http/api-error.js';
import { outlineJson } from '../http/json-outline.js';
import { JsonText } from '../http/operation.js';
import type { Plant } from './fault.js';
import { RESULTS } from './operation-sets.js';

/** What is told about one item: its JSON as it was written, and its outcome. */
export interface ResultEntry {
  readonly item: string;
  readonly success: boolean;
  readonly errors: readonly string[];
}

/** What a results operation answers (clause 2.1). */
export interface BatchResult {
  readonly id: string;
  readonly status: unknown;
  readonly entries: readonly ResultEntry[];
}

/** True once a batch is completed or failed. */
export function isFinished({ status }: BatchResult): boolean {
  return status === 'completed' || status === 'failed';
}

/** Plants a change of what the results operations answer. `create` is called once for each planting. */
export function changingResults(create: () => (result: BatchResult) => BatchResult): Plant {
  return (clean, plantedIn) => {
    const change = create();
    return {
      async handle(operation, request) {
        const answer = await clean.handle(operation, request);
        const { body } = answer;
        const isResult = RESULTS.includes(operation.id) && body instanceof JsonText;
        if (!isResult || !plantedIn(operation.id)) return answer;
        return { ...answer, body: new JsonText(writeResult(change(readResult(body.text)))) };
      },
    };
  };
}

/** Plants a change of the entries of finished batches. */
export function changingEntries(change: (entries: readonly ResultEntry[]) => readonly ResultEntry[]): Plant {
  return changingResults(() => (result) => ({ ...result, entries: change(result.entries) }));
}

/** Plants 404 in place of the results for which `isHidden` says so. */
export function hidingResults(create: () => (result: BatchResult) => boolean): Plant {
  return changingResults(() => {
    const isHidden = create();
    return (result) => {
      if (isHidden(result)) throw notFound('batch');
      return result;
    };
  });
}

const ITEM_KEY = '{"requestItem":';
const SUCCESS_KEY = ',"success":';

/** The items are cut out and not parsed, for that would change numbers. */
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
