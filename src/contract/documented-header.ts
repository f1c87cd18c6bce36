import type { JsonObject } from './document.js';
import { type Origin, originOf } from './origin.js';
import type { Place } from './place.js';

/** A header that the contract documents for a response. */
export interface DocumentedHeader {
  /** As documented, `X-RateLimit-Limit` for example; compare without regard to case. */
  readonly name: string;
  readonly required: boolean;
  /** JSON Schema of the value once it is read, and where the document holds it. */
  readonly schema: JsonObject;
  readonly schemaPointer: string;
  /** Where the header comes from. */
  readonly origin: Origin;
  /** Where its being required comes from; the same as `origin` for an optional one. */
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
