import { type Answer, JsonText, type OperationRequest } from '../http/operation.js';
import type { OperationId } from '../http/rate-limits.js';
import { isObject } from '../schema/check.js';
import type { PlantedIn, Workings } from './fault.js';

/** An object of an answer or of a request body. */
export type Entry = Record<string, unknown>;

/** What becomes of an answer; `request` is the one that it was given to. */
export type AnswerChange = (answer: Answer, request: OperationRequest, id: OperationId) => Answer;
/** The same for its JSON body, which is a copy and may be changed in place. */
export type BodyChange = (body: unknown, request: OperationRequest, id: OperationId) => unknown;
/** The same for the list that the body is or has. */
export type ListChange = (entries: Entry[], request: OperationRequest, id: OperationId) => readonly unknown[];

type Plant = (clean: Workings, plantedIn: PlantedIn) => Pick<Workings, 'handle'>;

/** Plants a change of the successful answers. */
export function changeAnswer(change: AnswerChange): Plant {
  return (clean, plantedIn) => ({
    async handle(operation, request) {
      const answer = await clean.handle(operation, request);
      return plantedIn(operation.id) ? change(answer, request, operation.id) : answer;
    },
  });
}

/** Plants a change of the JSON of successful answers. */
export function changeBody(change: BodyChange): Plant {
  return changeAnswer((answer, request, id) => ({ ...answer, body: change(copyOf(answer), request, id) }));
}

/** Plants a change of the list in successful answers: of the body itself, or of its `items`. */
export function changeList(change: ListChange): Plant {
  return changeBody((body, request, id) => {
    if (Array.isArray(body)) return change(entriesOf(body), request, id);
    return isObject(body) ? { ...body, items: change(entriesOf(body.items), request, id) } : body;
  });
}

/** Plants a change of `pagination` in successful answers; `entries` are those of the page. */
export function changePagination(change: (pagination: Entry, entries: Entry[]) => Entry): Plant {
  return changeBody((body) => {
    if (!isObject(body) || !isObject(body.pagination)) return body;
    return { ...body, pagination: change(body.pagination, entriesOf(body.items)) };
  });
}

/** The objects of a list; none of what is no list. */
export function entriesOf(list: unknown): Entry[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** A copy of the JSON body of an answer. */
function copyOf({ body }: Answer): unknown {
  const text = body instanceof JsonText ? body.text : JSON.stringify(body);
  return text === undefined ? undefined : JSON.parse(text);
}
