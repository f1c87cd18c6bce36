import type { Asked, Sent } from '../faults/fault.js';
import { withHeaders, withoutBody } from '../faults/plants/responses.js';
import type { OperationId } from '../service/operations.js';
import type { Entry } from './change.js';

/** How a response differs from the usual one, as it is sent and as it is described. */
export interface ResponseChange {
  readonly status?: number;
  /** A different body; null for none. */
  readonly body?: BodyChange | null;
  /** Different headers, by their names in the description; null removes a header. */
  readonly headers?: Readonly<Record<string, HeaderChange | null>>;
}

interface BodyChange {
  /** Its media type; JSON by default. */
  readonly type?: string;
  readonly schema: Entry;
  /** Its text or JSON, given the usual JSON; undefined leaves the body as it is. */
  readonly tell: (ours: unknown, sent: Sent, asked: Asked) => unknown;
}

interface HeaderChange {
  readonly schema: Entry;
  readonly description: string;
  readonly tell: (sent: Sent, asked: Asked) => string;
}

/**
 * The change of an operation's responses with a given status; undefined for no change.
 * @param operation undefined if the request reached none
 * @param asked the request that is answered; undefined if the response is only described
 */
export type ResponseChanges = (
  status: number,
  operation: OperationId | undefined,
  asked?: Asked,
) => ResponseChange | undefined;

/** The response to send in place of the usual one. */
export function changedResponse(sent: Sent, asked: Asked, change: ResponseChange): Sent {
  const { status = sent.status, body, headers = {} } = change;
  const told = Object.entries(headers).map(([name, header]) => [
    name.toLowerCase(),
    header?.tell(sent, asked),
  ]);
  const bare = { ...withHeaders(sent, Object.fromEntries(told)), status };
  if (body === null) return withoutBody(bare);
  const theirs = body?.tell(jsonIn(sent.body), sent, asked);
  if (body === undefined || theirs === undefined) return bare;
  const text = typeof theirs === 'string' ? theirs : JSON.stringify(theirs);
  return { ...withHeaders(bare, body.type === undefined ? {} : { 'content-type': body.type }), body: text };
}

/** The description of a response in place of the usual one. */
export function changedDescription(described: Entry, { body, headers: others = {} }: ResponseChange): Entry {
  const { content, headers, ...response } = described;
  const told = Object.entries({ ...Object(headers), ...others }).flatMap(([name, header]) =>
    header === null ? [] : [[name, { ...header, tell: undefined }]],
  );
  const theirs = body ? { [body.type ?? 'application/json']: { schema: body.schema } } : undefined;
  return {
    ...response,
    content: body === undefined ? content : theirs,
    headers: told.length === 0 ? undefined : Object.fromEntries(told),
  };
}

/** The JSON of a body; undefined if a fault made it something else. */
export function jsonIn(body: Sent['body']): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

/** A Retry-After that is a date, according to the clock that the Date header shows. */
export const dateToRetry: HeaderChange = {
  description: 'The date from which on requests pass again',
  schema: { type: 'string', pattern: ' GMT$' },
  tell: ({ headers }) =>
    new Date(Date.parse(headers.date ?? '') + Number(headers['retry-after']) * 1_000).toUTCString(),
};
