import { DOCUMENTATION_URL } from '../../http/documentation.js';
import {
  type Answer,
  JsonText,
  type Operation,
  type OperationId,
  type OperationRequest,
} from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import type { Asked, Plant, PlantedIn, Sent, Workings } from '../fault.js';
import { operationIdOf } from './requests.js';

/** Handles requests to the planted operations in another way; `next` is the clean way. */
export function handledBy(
  handle: (
    request: OperationRequest,
    operation: Operation,
    next: (request: OperationRequest) => Answer | Promise<Answer>,
  ) => Answer | Promise<Answer>,
): Plant {
  return (clean, plantedIn) => ({
    handle(operation, request) {
      const next = (changed: OperationRequest) => clean.handle(operation, changed);
      return plantedIn(operation.id) ? handle(request, operation, next) : next(request);
    },
  });
}

/** If a planted operation refuses a request, `instead` may answer; undefined lets the refusal stand. */
export function insteadOfRefusal(
  instead: (
    error: Error,
    request: OperationRequest,
    operation: Operation,
  ) => Answer | undefined | Promise<Answer | undefined>,
): Plant {
  return (clean, plantedIn) =>
    handledBy(async (request, operation, next) => {
      try {
        return await next(request);
      } catch (error) {
        const answer = error instanceof Error ? await instead(error, request, operation) : undefined;
        if (answer === undefined) throw error;
        return answer;
      }
    })(clean, plantedIn);
}

/** An object of an answer or of a request body. */
export type Entry = Record<string, unknown>;

/** Changes an answer to `request`. */
type AnswerChange = (answer: Answer, request: OperationRequest, id: OperationId) => Answer;
/** Changes the JSON body of an answer, which is a copy and may be changed in place. */
type BodyChange = (body: unknown, request: OperationRequest, id: OperationId) => unknown;
/** Changes the list that the body is or contains. */
type ListChange = (entries: Entry[], request: OperationRequest, id: OperationId) => readonly unknown[];

type HandlerPlant = (clean: Workings, plantedIn: PlantedIn) => Pick<Workings, 'handle'>;

/** Plants a change of the successful answers. */
export function changeAnswer(change: AnswerChange): HandlerPlant {
  return (clean, plantedIn) => ({
    async handle(operation, request) {
      const answer = await clean.handle(operation, request);
      return plantedIn(operation.id) ? change(answer, request, operation.id) : answer;
    },
  });
}

/** Plants a change of the JSON of successful answers. */
export function changeBody(change: BodyChange): HandlerPlant {
  return changeAnswer((answer, request, id) => ({ ...answer, body: change(copyOf(answer), request, id) }));
}

/** Plants a change of the list in successful answers: of the body itself, or of its `items`. */
export function changeList(change: ListChange): HandlerPlant {
  return changeBody((body, request, id) => {
    if (Array.isArray(body)) return change(entriesOf(body), request, id);
    return isObject(body) ? { ...body, items: change(entriesOf(body.items), request, id) } : body;
  });
}

/** Plants a change of `pagination` in successful answers; `entries` are those of the page. */
export function changePagination(change: (pagination: Entry, entries: Entry[]) => Entry): HandlerPlant {
  return changeBody((body) => {
    if (!isObject(body) || !isObject(body.pagination)) return body;
    return { ...body, pagination: change(body.pagination, entriesOf(body.items)) };
  });
}

/** The objects of a list; empty if the value is not a list. */
export function entriesOf(list: unknown): Entry[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** A copy of the JSON body of an answer. */
function copyOf({ body }: Answer): unknown {
  const text = body instanceof JsonText ? body.text : JSON.stringify(body);
  return text === undefined ? undefined : JSON.parse(text);
}

/** A request for one of the operations where a fault is planted. */
type AskedOperation = Asked & { readonly operation: Operation };

/** Changes the answers of the planted operations. Returning `sent` itself leaves an answer as it is. */
export function changedSent(change: (sent: Sent, asked: AskedOperation) => Sent | Promise<Sent>): Plant {
  return (_clean, plantedIn) => ({
    send(sent, asked) {
      const { operation } = asked;
      return operation !== undefined && plantedIn(operation.id)
        ? change(sent, { ...asked, operation })
        : sent;
    },
  });
}

/**
 * Changes the JSON of the planted operations' answers with certain statuses. Returning `body` itself leaves it as it
 * is.
 */
export function changedJson(
  isMeant: (status: number) => boolean,
  change: (body: unknown, asked: AskedOperation) => unknown,
): Plant {
  return (clean, plantedIn) =>
    changedSent((sent, asked) => {
      if (!isMeant(sent.status) || !isJson(sent)) return sent;
      const body: unknown = JSON.parse(String(sent.body));
      const changed = change(body, asked);
      return changed === body ? sent : { ...sent, body: JSON.stringify(changed) };
    })(clean, plantedIn);
}

/** The answer with these headers changed; undefined removes one. */
export function withHeaders(sent: Sent, headers: Readonly<Record<string, string | undefined>>): Sent {
  const kept = Object.entries({ ...sent.headers, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...sent, headers: Object.fromEntries(kept) };
}

/** The answer without the rate-limit headers. */
export function withoutLimits(sent: Sent): Sent {
  return withHeaders(sent, {
    'x-ratelimit-limit': undefined,
    'x-ratelimit-remaining': undefined,
    'x-ratelimit-reset': undefined,
    'retry-after': undefined,
  });
}

/** The answer without its body. */
export function withoutBody(sent: Sent): Sent {
  return { ...withHeaders(sent, { 'content-type': undefined }), body: '' };
}

/** An error in place of the answer. */
export function asError(sent: Sent, status: number, message: string): Sent {
  return {
    ...withHeaders(sent, { 'content-type': 'application/json; charset=utf-8' }),
    status,
    body: JSON.stringify({ message }),
  };
}

/** Whether an answer is JSON. */
export function isJson({ headers, body }: Sent): boolean {
  return (headers['content-type'] ?? '').startsWith('application/json') && body.length > 0;
}

/** Whether a status means success. */
export function isSuccess(status: number): boolean {
  return status < 300;
}

/** Whether a status refuses a request: 400 or 404. */
export function isRefusal(status: number): boolean {
  return status === 400 || status === 404;
}

/** The file with the machine-readable description, below the documentation. */
const MACHINE_READABLE = ['/openapi.json'];
/** The file that the documentation page shows to people. */
export const ON_THE_PAGE = ['/json'];
/** Both files, for a service that tells everybody the same. */
export const EVERYWHERE = [...MACHINE_READABLE, ...ON_THE_PAGE];

/** Changes the served description: the machine-readable one, unless other files are named. */
export function describedAs(
  change: (description: Entry) => Entry,
  files: readonly string[] = MACHINE_READABLE,
): Pick<Workings, 'send'> {
  const urls = files.map((file) => DOCUMENTATION_URL + file);
  return {
    send(sent, { url }) {
      if (sent.status !== 200 || !urls.includes(url.split('?')[0] ?? '')) return sent;
      const description: unknown = JSON.parse(String(sent.body));
      return isObject(description) ? { ...sent, body: JSON.stringify(change(description)) } : sent;
    },
  };
}

/** Changes what the description says about operations; undefined removes one. */
export function operationsDescribedAs(
  change: (described: Entry, id: OperationId) => Entry | undefined,
  files: readonly string[] = MACHINE_READABLE,
): Pick<Workings, 'send'> {
  const changed = (described: unknown) => {
    const id = isObject(described) ? operationIdOf(described.operationId) : undefined;
    return isObject(described) && id !== undefined ? change(described, id) : described;
  };
  return describedAs(
    (description) => ({
      ...description,
      paths: membersOf(description.paths, (path) => membersOf(path, changed)),
    }),
    files,
  );
}

/** An object with its members changed; members that become undefined disappear from its JSON. */
export function membersOf(object: unknown, change: (member: unknown) => unknown): Entry {
  return Object.fromEntries(
    Object.entries(isObject(object) ? object : {}).map(([name, member]) => [name, change(member)]),
  );
}
