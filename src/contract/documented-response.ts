import { ContractError, jsonPointer } from './base-document.js';
import type { JsonObject } from './document.js';
import { type Origin, originOf } from './origin.js';
import type { Place } from './schema-compiler.js';

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

/**
 * Reads one header of a response.
 *
 * @param name - the header's name
 * @param header - the place of its Header Object
 * @throws ContractError when it has no schema
 */
function documentedHeader(name: string, header: Place): DocumentedHeader {
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

/** A status that an operation may answer with, and the headers and body of that answer. */
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
  /** Whether a target's file says that it is the answer to invalid input. */
  readonly isRefusal: boolean;
  readonly origin: Origin;
}

/**
 * Reads one response of an operation.
 *
 * @param status - its key in the document
 * @param response - the place of its Response Object
 * @throws ContractError when the status is not a number, or there is more than one media type
 */
export function documentedResponse(status: string, response: Place): DocumentedResponse {
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
  media: Place,
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

/**
 * Reads one parameter of an operation.
 *
 * @param parameter - the place of its Parameter Object
 * @throws ContractError when it is neither in the path nor in the query, or has no schema
 */
export function documentedParameter(parameter: Place): DocumentedParameter {
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
