import type { Static, TProperties, TSchema } from 'typebox';
import type { BatchKind } from '../domain/batches.js';
import type { ApiKey } from '../domain/keys.js';
import type { Merchant, Merchants } from '../domain/merchants.js';
import { anything, object } from '../schema/build.js';
import { assertShape, type QuerySchema, readQuery, ShapeError } from '../schema/check.js';
import { unknownKeys } from '../schema/unknown-keys.js';
import { harmless } from './harmless-text.js';
import { UnreadableBody } from './json-body.js';

/** The prefix of all operations (clause 9). */
export const PREFIX = '/api/v1';

/** The query of an operation that takes none. */
export const NO_QUERY = object({});
/** The body of an operation that takes none: a body that is sent is ignored. */
const NO_BODY = anything();

/** An authenticated request, unchanged. */
export interface OperationRequest {
  key: ApiKey;
  merchant: Merchant;
  merchants: Merchants;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  /** Whether a header declares the media type of the body. */
  isTyped: boolean;
  /** The entries of the body's `items` as they were written. */
  itemTexts: readonly string[];
}

/** A text that is already JSON. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A file to download; a string is sent as UTF-8. */
export interface NamedFile {
  name: string;
  content: string | Buffer;
}

/** A successful response; text and bytes are sent as they are, anything else as JSON. */
export interface OperationResponse {
  status: 200 | 204;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** The shape of the successful response: JSON with a schema, a file with a media type, or nothing. */
type ResponseSchema =
  | { status: 200; description: string; json: TSchema }
  | { status: 200; description: string; mediaType: string }
  | { status: 204; description: string };

/** An operation, ready to be served and documented. */
export interface Operation<Id extends string = string> {
  id: Id;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the prefix, parameters in braces; a collection ends in a slash and also answers without it. */
  path: string;
  /** The number of requests that a key may send in a minute (clause 8.1). */
  requestsPerMinute: number;
  tag: string;
  summary: string;
  params?: TProperties;
  query: QuerySchema;
  body: TSchema;
  response: ResponseSchema;
  /** The kind of batches that it accepts, or whose results it returns. */
  batch?: BatchKind;
  /** Answers a request; throws ApiError or ShapeError to refuse it. */
  handle(request: OperationRequest): OperationResponse | Promise<OperationResponse>;
}

/** A successful response in JSON. */
export function json(description: string, schema: TSchema): ResponseSchema {
  return { status: 200, description, json: schema };
}

/** A successful response with a file. */
export function file(description: string, mediaType: string): ResponseSchema {
  return { status: 200, description, mediaType };
}

/** The shapes of an operation, without a query or a body if it takes none, and its handler. */
interface Declaration<Query extends QuerySchema, Body extends TSchema> {
  params?: TProperties;
  batch?: BatchKind;
  query?: Query;
  body?: Body;
  response: ResponseSchema;
  /** Returns the body of the response. Only receives requests whose query and body have the declared shapes. */
  handle(
    request: Omit<OperationRequest, 'query' | 'body'> & { query: Static<Query>; body: Static<Body> },
  ): unknown;
}

/** Declares an operation of a resource; `requestsPerMinute` is its limit (clause 8.1). */
type Declare = <
  Id extends string,
  Query extends QuerySchema = typeof NO_QUERY,
  Body extends TSchema = typeof NO_BODY,
>(
  id: Id,
  method: Operation['method'],
  path: string,
  requestsPerMinute: number,
  summary: string,
  declaration: Declaration<Query, Body>,
) => Operation<Id>;

/** Returns a function that declares the operations of a resource, whose name is their tag. */
export function resource(tag: string): Declare {
  return (
    id,
    method,
    path,
    requestsPerMinute,
    summary,
    { query = NO_QUERY, body = NO_BODY, response, handle, ...params }: Declaration<QuerySchema, TSchema>,
  ) => {
    const facts = { id, method, path, requestsPerMinute, tag, summary, ...params, query, body, response };
    return {
      ...facts,
      handle(request) {
        const parameters = readQuery(query, request.query);
        if (takesBody(facts) && request.body instanceof UnreadableBody)
          throw new ShapeError(request.body.problem);
        assertShape(body, request.body, 'body');
        const answered = answerWith(response, handle({ ...request, query: parameters }));
        return naming(answered, [
          ...unknownKeys(query, request.query, 'query', MOST_IGNORED),
          ...unknownKeys(body, request.body, 'body', MOST_IGNORED),
        ]);
      },
    };
  };
}

function answerWith(response: ResponseSchema, body: unknown): OperationResponse {
  if (response.status === 204) return { status: 204 };
  if (!('mediaType' in response)) return { status: 200, body };
  const { name, content }: NamedFile = Object(body);
  const charset = typeof content === 'string' ? '; charset=utf-8' : '';
  const headers = {
    'content-type': response.mediaType + charset,
    'content-disposition': `attachment; filename="${name}"`,
  };
  return { status: 200, body: content, headers };
}

/** The header that names the parameters and fields of a request that mean nothing to its operation. */
export const IGNORED_HEADER = 'x-ignored';
/** The most places that the header names, and the longest name, in characters. */
const MOST_IGNORED = 10;
const LONGEST_NAME = 60;

/**
 * A success that names what was ignored. A name may come from anyone, so only its plain characters are
 * repeated.
 */
function naming(response: OperationResponse, ignored: readonly string[]): OperationResponse {
  if (ignored.length === 0) return response;
  const names = ignored
    .slice(0, MOST_IGNORED)
    .map((name) => harmless(name, LONGEST_NAME).replaceAll(/[^\w.[\]() -]/g, '?'));
  return { ...response, headers: { ...response.headers, [IGNORED_HEADER]: names.join(', ') } };
}

/** Whether an operation reads a body. */
export function takesBody({ body }: Pick<Operation, 'body'>): boolean {
  return body !== NO_BODY;
}
