/** A request as plain data: the valid parts that a client writes by itself, and raw parts that win over them. */
export interface SentRequest {
  /** Values of the path's parameters, not yet percent-encoded. */
  readonly path?: Readonly<Record<string, unknown>>;
  /** Values of the query's parameters, not yet percent-encoded; an array is sent as a repeated parameter. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly raw?: RawParts;
}

/** Parts of a request that go over the wire as they are. */
export interface RawParts {
  /** Another method than the operation's. */
  readonly method?: string;
  /** Everything behind the base URL. */
  readonly target?: string;
  /** The query string without its question mark. */
  readonly query?: string;
  /** Headers to add or replace; undefined leaves out one that would be sent otherwise. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: Uint8Array;
}

/** A request, and what is wrong with it in words. */
export interface DescribedRequest {
  /** One line of plain words, short even where the request is huge. */
  readonly what: string;
  readonly request: SentRequest;
  /** Gaps on whose assumptions it rests that the request is invalid at all. */
  readonly gaps?: readonly string[];
}

/** As much of an operation as a generator of requests needs. */
export interface TargetOperation {
  readonly method: string;
  /** Template: `/api/v1/webhooks/{id}`. */
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: 'path' | 'query' }[];
  /** Anything, where the operation takes a body. */
  readonly requestBody?: unknown;
}
