import { DOCUMENTATION_URL } from '../../http/documentation.js';
import {
  JsonText,
  type Operation,
  type OperationRequest,
  type OperationResponse,
} from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import type { Asked, Plant, Sent } from '../fault.js';
import { operationIdOf } from './operations.js';
import { type Entry, handledBy, onObject } from './requests.js';

/** Plants a change of the successful responses. */
export function changeResponse(
  change: (response: OperationResponse, request: OperationRequest) => OperationResponse,
): Plant {
  return handledBy(async (request, next) => change(await next(request), request));
}

/** Plants a change of the JSON of successful responses; `change` gets a copy of it. */
export function changeBody(change: (body: unknown, request: OperationRequest, id: string) => unknown): Plant {
  return handledBy(async (request, next, { id }) => {
    const response = await next(request);
    return { ...response, body: change(copyOf(response), request, id) };
  });
}

/** Plants a change of the JSON of successful responses that are objects. */
export function changeObject(change: (body: Entry) => unknown): Plant {
  return changeBody(onObject(change));
}

/** Plants a change of the list in successful responses: of the body itself, or of its `items`. */
export function changeList(
  change: (entries: Entry[], request: OperationRequest) => readonly unknown[],
): Plant {
  return changeBody((body, request) => {
    if (Array.isArray(body)) return change(entriesOf(body), request);
    return isObject(body) ? { ...body, items: change(entriesOf(body.items), request) } : body;
  });
}

/** Changes an entry of a list. */
type ChangeEntry = (entry: Entry, index: number, entries: readonly Entry[]) => unknown;

/** Plants a change of each entry of the list in successful responses; an object without a list is an entry itself. */
export function changeEntries(change: ChangeEntry): Plant {
  return changeBody((body) => {
    if (Array.isArray(body)) return entriesOf(body).map(change);
    if (!isObject(body)) return body;
    return Array.isArray(body.items)
      ? { ...body, items: entriesOf(body.items).map(change) }
      : change(body, 0, [body]);
  });
}

/** Plants a different value in a field of the entries that `isMeant` selects; undefined removes the field. */
export function changeField(
  name: string,
  change: (value: unknown, entry: Entry) => unknown,
  isMeant: (entry: Entry) => boolean = () => true,
): Plant {
  return changeEntries((entry) =>
    name in entry && isMeant(entry) ? { ...entry, [name]: change(entry[name], entry) } : entry,
  );
}

/** Plants entries without a field. */
export function withoutField(name: string, isMeant?: (entry: Entry) => boolean): Plant {
  return changeField(name, () => undefined, isMeant);
}

/** Plants different members of `pagination` in successful responses; `entries` are those of the page. */
export function changePagination(
  change: (pagination: Entry, entries: Entry[], request: OperationRequest) => Entry,
): Plant {
  return changeBody((body, request) => {
    if (!isObject(body) || !isObject(body.pagination)) return body;
    const { pagination } = body;
    return { ...body, pagination: { ...pagination, ...change(pagination, entriesOf(body.items), request) } };
  });
}

/** The objects of a list; empty if the value is not a list. */
export function entriesOf(list: unknown): Entry[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** A copy of the JSON body of a response. */
function copyOf({ body }: OperationResponse): unknown {
  const text = body instanceof JsonText ? body.text : JSON.stringify(body);
  return text === undefined ? undefined : JSON.parse(text);
}

/** A request for one of the operations where a fault is planted. */
type AskedOperation = Asked & { readonly operation: Operation };

/** Changes a response; returning the same one leaves it as it is. */
type ChangeSent<Changed = Sent> = (sent: Sent, asked: AskedOperation) => Changed;

/** Changes the responses of the planted operations. */
export function changedSent(change: ChangeSent<Sent | Promise<Sent>>): Plant {
  return (_clean, plantedIn) => ({
    send(sent, asked) {
      const { operation } = asked;
      return operation !== undefined && plantedIn(operation.id)
        ? change(sent, { ...asked, operation })
        : sent;
    },
  });
}

/** Some statuses: one, several, or those that a function selects. */
type Statuses = number | readonly number[] | ((status: number) => boolean);

/** Changes the responses of the planted operations that have certain statuses, to requests that `isMeant` selects. */
export function changedAt(
  statuses: Statuses,
  change: ChangeSent,
  isMeant: (asked: Asked) => boolean = () => true,
): Plant {
  const hasStatus =
    typeof statuses === 'function' ? statuses : (status: number) => [statuses].flat().includes(status);
  return changedSent((sent, asked) =>
    hasStatus(sent.status) && isMeant(asked) ? change(sent, asked) : sent,
  );
}

/**
 * Changes the JSON of responses that are selected as in `changedAt`. Returning `body` itself leaves it as it
 * is.
 */
export function changedJson(
  statuses: Statuses,
  change: (body: unknown, asked: AskedOperation) => unknown,
): Plant {
  return changedAt(statuses, (sent, asked) => {
    if (!isJson(sent)) return sent;
    const body: unknown = JSON.parse(String(sent.body));
    const changed = change(body, asked);
    return changed === body ? sent : { ...sent, body: JSON.stringify(changed) };
  });
}

/** Plants a different status for responses that are selected as in `changedAt`. */
export function sendingStatus(
  statuses: Statuses,
  status: number,
  isMeant?: (asked: Asked) => boolean,
): Plant {
  return changedAt(statuses, (sent) => ({ ...sent, status }), isMeant);
}

/** Plants an error in place of responses that are selected as in `changedAt`. */
export function sendingError(
  statuses: Statuses,
  status: number,
  message: string,
  isMeant?: (asked: Asked) => boolean,
): Plant {
  return changedAt(statuses, (sent) => asError(sent, status, message), isMeant);
}

/** Plants different headers in responses that are selected as in `changedAt`; undefined removes a header. */
export function sendingHeaders(
  statuses: Statuses,
  headers: Readonly<Record<string, string | undefined>>,
): Plant {
  return changedAt(statuses, (sent) => withHeaders(sent, headers));
}

/** The response with these headers changed; undefined removes a header. */
export function withHeaders(sent: Sent, headers: Readonly<Record<string, string | undefined>>): Sent {
  const kept = Object.entries({ ...sent.headers, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...sent, headers: Object.fromEntries(kept) };
}

/** The response without the rate-limit headers. */
export function withoutLimits(sent: Sent): Sent {
  return withHeaders(sent, {
    'x-ratelimit-limit': undefined,
    'x-ratelimit-remaining': undefined,
    'x-ratelimit-reset': undefined,
    'retry-after': undefined,
  });
}

/** The response without its body. */
export function withoutBody(sent: Sent): Sent {
  return { ...withHeaders(sent, { 'content-type': undefined }), body: '' };
}

/** An error in place of the response. */
export function asError(sent: Sent, status: number, message: string): Sent {
  return {
    ...withHeaders(sent, { 'content-type': 'application/json; charset=utf-8' }),
    status,
    body: JSON.stringify({ message }),
  };
}

/** Whether a response is JSON. */
export function isJson({ headers, body }: Sent): boolean {
  return (headers['content-type'] ?? '').startsWith('application/json') && body.length > 0;
}

/** Whether a response is a list without entries, on a page or bare. */
export function isEmptyList(sent: Sent): boolean {
  const body: unknown = isJson(sent) ? JSON.parse(String(sent.body)) : undefined;
  const entries = isObject(body) ? body.items : body;
  return Array.isArray(entries) && entries.length === 0;
}

/** Any status. */
export function isAny(): boolean {
  return true;
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
/** Both files, for a service whose files agree. */
export const EVERYWHERE = [...MACHINE_READABLE, ...ON_THE_PAGE];

/** Changes members of the served description: in the machine-readable file, unless other files are named. */
export function describedAs(
  change: (description: Entry) => Entry,
  files: readonly string[] = MACHINE_READABLE,
): Plant {
  const urls = files.map((file) => DOCUMENTATION_URL + file);
  return () => ({
    send(sent, { url }) {
      if (sent.status !== 200 || !urls.includes(url.split('?')[0] ?? '')) return sent;
      const description: unknown = JSON.parse(String(sent.body));
      return isObject(description)
        ? { ...sent, body: JSON.stringify({ ...description, ...change(description) }) }
        : sent;
    },
  });
}

/** Changes what the description says about the planted operations; undefined removes an operation. */
export function operationsDescribedAs(
  change: (described: Entry) => Entry | undefined,
  files: readonly string[] = MACHINE_READABLE,
): Plant {
  return (clean, plantedIn) => {
    const changed = (described: unknown) => {
      const id = isObject(described) ? operationIdOf(described.operationId) : undefined;
      if (!isObject(described) || id === undefined || !plantedIn(id)) return described;
      const changed = change(described);
      return changed && { ...described, ...changed };
    };
    return describedAs(
      ({ paths }) => ({ paths: membersOf(paths, (path) => membersOf(path, changed)) }),
      files,
    )(clean, plantedIn);
  };
}

/** A body with its list changed: itself, or a member. */
export function withLists(body: unknown, change: (list: readonly unknown[]) => unknown): unknown {
  if (Array.isArray(body)) return change(body);
  return isObject(body) ? membersOf(body, (each) => (Array.isArray(each) ? change(each) : each)) : body;
}

/** An object with its members changed; members that become undefined disappear from its JSON. */
export function membersOf<Changed>(
  object: unknown,
  change: (member: unknown, name: string) => Changed,
): Record<string, Changed> {
  return Object.fromEntries(
    Object.entries(isObject(object) ? object : {}).map(([name, member]) => [name, change(member, name)]),
  );
}
