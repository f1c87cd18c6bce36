import { type BodyPlace, bodyPlaces, bodyWith } from './body-place.js';
import type { HostileRequest } from './kind.js';
import { leadsElsewhere, type ParameterPlace, parameterPlaces, withParameter } from './parameter-place.js';
import type { SentRequest, TargetOperation } from './sent-request.js';

/** A value as it is written, in a body and as a parameter. */
export interface Literal {
  /** In words. */
  readonly what: string;
  /** In a JSON body; need not be JSON. */
  readonly json: string | Uint8Array;
  /** As a parameter, percent-encoded; at most 4,000 characters. */
  readonly parameter: string;
}

/** A place that a literal can be put in. */
export type Place = BodyPlace | ParameterPlace;

/** Longest parameter that a literal is written as: longer ones are a matter of the server's limits for a URL. */
const longestParameter = 4000;

/** Every parameter of an operation and every value of the valid body; never empty. */
export function places(operation: TargetOperation, valid: SentRequest): [Place, ...Place[]] {
  const [first, ...parameters] = parameterPlaces(operation, valid);
  if (first === undefined) throw new Error('There is always a query to be hostile in.');
  return [first, ...parameters, ...bodyPlaces(valid.body)];
}

/** Puts a literal into a place of a valid request. */
export function put(
  operation: TargetOperation,
  valid: SentRequest,
  place: Place,
  literal: Literal,
): HostileRequest {
  const what = `${place.name}: ${literal.what}`;
  if (place.in === 'body') {
    const body = bodyWith(valid.body, place.path, literal.json);
    return { what, request: { ...valid, raw: { ...valid.raw, body } }, outsideContract: false };
  }
  const request = withParameter(operation, valid, place, literal.parameter);
  return { what, request, outsideContract: place.in === 'path' && leadsElsewhere(literal.parameter) };
}

/** A literal that reads the same in a body and as a parameter: a number, or a word of JSON. */
export function sameEverywhere(what: string, text: string): Literal {
  return { what, json: text, parameter: encodeURIComponent(text.slice(0, longestParameter)) };
}

/** A text, quoted in a body and bare as a parameter; well-formed. */
export function quoted(what: string, text: string): Literal {
  return { what, json: JSON.stringify(text), parameter: encodeURIComponent(text.slice(0, longestParameter)) };
}
