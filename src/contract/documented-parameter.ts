import { ContractError } from './contract-error.js';
import type { JsonObject } from './document.js';
import { type Origin, originOf } from './origin.js';
import type { Place } from './place.js';

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
