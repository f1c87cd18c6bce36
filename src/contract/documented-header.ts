import type { JsonObject } from './document.js';
import { type Origin, originOf } from './origin.js';
import type { Place } from './place.js';

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
export function documentedHeader(name: string, header: Place): DocumentedHeader {
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
