import { ContractError } from './contract-error.js';
import { type DocumentedHeader, documentedHeader } from './documented-header.js';
import { jsonPointer } from './json-pointer.js';
import { type Origin, originOf } from './origin.js';
import type { Place } from './place.js';

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
