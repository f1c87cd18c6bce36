import { ContractError } from './documents/base-document.js';
import { contract, type JsonObject } from './documents/document.js';
import { DocumentNode } from './documents/document-node.js';
import { type Origin, originOf } from './schemas/origin.js';
import type { OperationId } from './types.js';
import { jsonPointer } from './values/path.js';

/** A header that the contract documents for a response. */
export interface DocumentedHeader {
  /** As documented, for example `X-RateLimit-Limit`; compare case-insensitively. */
  readonly name: string;
  readonly required: boolean;
  /** The JSON Schema of the parsed value, and its place in the document. */
  readonly schema: JsonObject;
  readonly schemaPointer: string;
  readonly origin: Origin;
  /** The origin of the rule that the header is required; the same as `origin` for an optional header. */
  readonly requiredOrigin: Origin;
}

function documentedHeader(name: string, header: DocumentNode): DocumentedHeader {
  const schema = header.at('schema');
  const origin = originOf(header.node) ?? { provenance: 'stated' };
  return {
    name,
    required: header.flag('required'),
    schema: schema.node,
    schemaPointer: schema.pointer,
    origin,
    requiredOrigin: originOf(header.node, 'required') ?? origin,
  };
}

/** A status that an operation may answer with, and the headers and body of that response. */
export interface DocumentedResponse {
  readonly status: number;
  readonly description: string;
  /** `json` is judged by its schema, `file` (PDF, CSV) by its media type; `none` means that there is no body. */
  readonly body: 'json' | 'file' | 'none';
  /** `application/json`, `application/problem+json`, `application/pdf`, `text/csv`; undefined without a body. */
  readonly mediaType?: string;
  /** JSON Pointer of the body's schema, with its `$ref` unresolved; undefined without a body. */
  readonly schemaPointer?: string;
  readonly headers: readonly DocumentedHeader[];
  /** Whether a target's file says that it is the response to invalid input. */
  readonly isRefusal: boolean;
  readonly origin: Origin;
}

/** @throws ContractError when the status is not a number, or there is more than one media type */
function documentedResponse(status: string, response: DocumentNode): DocumentedResponse {
  if (!/^[1-5]\d\d$/.test(status)) throw new ContractError(response.pointer, `${status} is not a status`);
  const [media, ...others] = response.entries('content');
  if (others.length > 0) throw new ContractError(response.pointer, 'one media type at most was expected');
  return {
    status: Number(status),
    description: response.text('description'),
    headers: response.entries('headers').map(([name, header]) => documentedHeader(name, header)),
    isRefusal: response.flag('x-refusal'),
    origin: originOf(response.node) ?? { provenance: 'stated' },
    ...(media === undefined ? { body: 'none' } : bodyOf(media[0], media[1])),
  };
}

function bodyOf(
  mediaType: string,
  media: DocumentNode,
): Pick<DocumentedResponse, 'body' | 'mediaType' | 'schemaPointer'> {
  const body = /[/+]json$/.test(mediaType) ? 'json' : 'file';
  return { body, mediaType, schemaPointer: media.pointer + jsonPointer('schema') };
}

const locations = ['path', 'query'] as const;

/** A parameter of an operation. */
export interface DocumentedParameter {
  readonly name: string;
  readonly in: (typeof locations)[number];
  readonly required: boolean;
  /** The JSON Schema of the value, and its place in the document. */
  readonly schema: JsonObject;
  readonly schemaPointer: string;
  readonly origin: Origin;
}

/** @throws ContractError when the parameter is neither in the path nor in the query, or has no schema */
function documentedParameter(parameter: DocumentNode): DocumentedParameter {
  const location = locations.find((each) => each === parameter.text('in'));
  if (location === undefined)
    throw new ContractError(`${parameter.pointer}/in`, 'path or query was expected');
  const schema = parameter.at('schema');
  return {
    name: parameter.text('name'),
    in: location,
    required: parameter.flag('required'),
    schema: schema.node,
    schemaPointer: schema.pointer,
    origin: originOf(parameter.node) ?? { provenance: 'stated' },
  };
}

/** One operation of the contract (clause 4). */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Template with the prefix of clause 9: `/api/v1/webhooks/{id}`. */
  readonly path: string;
  readonly summary: string;
  /** Topic of the document: `products`. */
  readonly tag: string;
  /** Requests per minute (clause 8.1). */
  readonly rateLimit: number;
  /** Whether it only reads. */
  readonly safe: boolean;
  readonly parameters: readonly DocumentedParameter[];
  readonly requestBody?: DocumentedRequestBody;
  /** In ascending order of status. */
  readonly responses: readonly DocumentedResponse[];
  readonly successStatuses: readonly number[];
  readonly documentedStatuses: readonly number[];
  /** For a batch write, the operation that reads its outcome (clause 4). */
  readonly resultsOperation?: OperationId;
  /** For a list, the field that distinguishes its entries: `sku`. */
  readonly entryKey?: string;
  /** For a batch write, JSON Pointer of the schema of one item of its request, with its `$ref` unresolved. */
  readonly itemSchemaPointer?: string;
  readonly origin: Origin;
  /**
   * The documented response against which to judge a response with this status: the one for the status itself or, for an
   * undocumented success status that may have a body, the documented success.
   */
  responseFor(status: number): DocumentedResponse | undefined;
  /** The media type that the contract documents for such a response; undefined if it documents no body. */
  mediaType(status: number): string | undefined;
}

/** The body that an operation accepts. */
interface DocumentedRequestBody {
  readonly required: boolean;
  readonly mediaType: string;
  /** JSON Pointer of the body's schema, with its `$ref` unresolved. */
  readonly schemaPointer: string;
  readonly origin: Origin;
}

/** Methods that the contract uses, as an OpenAPI path writes them. */
const methods = [
  ['get', 'GET'],
  ['post', 'POST'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
] as const;

/**
 * Reads one operation.
 *
 * @param path - the path with the prefix of clause 9
 * @param place - the place of its Operation Object
 * @param isOperationId - whether the document has an operation of this id
 */
function readOperation(
  path: string,
  method: Operation['method'],
  place: DocumentNode,
  isOperationId: (id: string) => id is OperationId,
): Operation {
  const idAt = (key: string): OperationId => {
    const id = place.text(key);
    if (!isOperationId(id)) throw new ContractError(`${place.pointer}/${key}`, `there is no operation ${id}`);
    return id;
  };
  const responses = place
    .entries('responses')
    .map(([status, response]) => documentedResponse(status, response));
  const statuses = responses.map(({ status }) => status);
  const responseFor = (status: number) =>
    responses.find((each) => each.status === status) ??
    (isSuccess(status) && status !== 204 ? responses.find((each) => isSuccess(each.status)) : undefined);
  return {
    operationId: idAt('operationId'),
    method,
    path,
    summary: place.text('summary'),
    tag: place.strings('tags').join(' '),
    rateLimit: place.integer('x-rate-limit'),
    safe: method === 'GET',
    parameters: place.entries('parameters').map(([, parameter]) => documentedParameter(parameter)),
    requestBody: place.node.requestBody === undefined ? undefined : requestBodyOf(place.at('requestBody')),
    responses,
    successStatuses: statuses.filter(isSuccess),
    documentedStatuses: statuses,
    ...(place.node['x-results-operation'] === undefined
      ? {}
      : { resultsOperation: idAt('x-results-operation'), ...itemOf(place) }),
    entryKey: place.node['x-entry-key'] === undefined ? undefined : place.text('x-entry-key'),
    origin: originOf(place.node) ?? { provenance: 'stated' },
    responseFor,
    mediaType: (status) => responseFor(status)?.mediaType,
  };
}

/** Whether a status says that a request was accepted, and redirects to the file that the operation returns. */
export function leadsToSuccess({ documentedStatuses }: Operation, status: number): boolean {
  return status >= 300 && status < 400 && documentedStatuses.includes(status);
}

/** Redirections that name the place of the response, not of the operation. */
export const temporaryRedirections: readonly number[] = [302, 303, 307];

/** Whether a status says that a request was accepted. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function requestBodyOf(body: DocumentNode): DocumentedRequestBody {
  const [media] = body.entries('content');
  if (media === undefined) throw new ContractError(body.pointer, 'a media type was expected');
  return {
    required: body.flag('required'),
    mediaType: media[0],
    schemaPointer: media[1].pointer + jsonPointer('schema'),
    origin: originOf(body.node) ?? { provenance: 'stated' },
  };
}

/** A target may lack the list of items. */
function itemOf(place: DocumentNode): Pick<Operation, 'itemSchemaPointer'> {
  const schema = place.at('requestBody', 'content', 'application/json', 'schema');
  if (Object(schema.node.properties).items === undefined) return {};
  return { itemSchemaPointer: schema.at('properties', 'items').pointer + jsonPointer('items') };
}

/**
 * Reads every operation of a contract document.
 *
 * @param document - the document's root
 * @returns the operations in the order of the document
 * @throws ContractError when something that every operation needs is missing
 */
export function readOperations(document: JsonObject): readonly Operation[] {
  const root = new DocumentNode(document, '');
  const prefix = root.at('servers', 0).text('url').replace('{base_url}', '');
  const found = root
    .entries('paths')
    .flatMap(([path, item]) =>
      methods
        .filter(([key]) => item.node[key] !== undefined)
        .map(([key, method]) => ({ path: prefix + path, method, place: item.at(key) })),
    );
  const ids = new Set(found.map(({ place }) => place.text('operationId')));
  const isOperationId = (id: string): id is OperationId => ids.has(id);
  return found.map(({ path, method, place }) => readOperation(path, method, place, isOperationId));
}

/** The operations of the contract (clause 4). */
export const operations: readonly Operation[] = readOperations(contract);

/** The operations whose requests are processed as a batch (clause 1). */
export const batchWrites: readonly Operation[] = operations.filter(
  ({ resultsOperation }) => resultsOperation !== undefined,
);

const byId: ReadonlyMap<string, Operation> = new Map(operations.map((each) => [each.operationId, each]));

/** Whether the contract has an operation with this id. */
export function isOperation(id: string): id is OperationId {
  return byId.has(id);
}

/**
 * Finds an operation.
 *
 * @param id - its operationId
 * @throws RangeError when the contract has no such operation
 */
export function operation(id: string): Operation {
  const found = byId.get(id);
  if (found === undefined) throw new RangeError(`the contract has no operation ${id}`);
  return found;
}
