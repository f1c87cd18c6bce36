import type { SentRequest, TargetOperation } from './sent-request.js';

/** A parameter of an operation. */
export interface ParameterPlace {
  readonly in: 'path' | 'query';
  /** As a reader writes it: `query parameter page`. */
  readonly name: string;
  readonly parameter: string;
  /** Its value in the valid request, if it has one. */
  readonly value: unknown;
}

/** A parameter that no operation has, so that each has a query to be hostile in. */
const unknownParameter = 'unheard_of';

/** Every parameter of an operation, and one in the query that it doesn't have. */
export function parameterPlaces(operation: TargetOperation, valid: SentRequest): ParameterPlace[] {
  const documented = operation.parameters.map(({ name, in: location }) => ({
    in: location,
    name: `${location} parameter ${name}`,
    parameter: name,
    value: (location === 'path' ? valid.path : valid.query)?.[name],
  }));
  const unknown = `query parameter ${unknownParameter}, which the operation doesn't have`;
  return [...documented, { in: 'query', name: unknown, parameter: unknownParameter, value: undefined }];
}

/**
 * A request with another value of one parameter.
 * @param encoded the value as it goes over the wire
 */
export function withParameter(
  operation: TargetOperation,
  valid: SentRequest,
  { in: location, parameter }: ParameterPlace,
  encoded: string,
): SentRequest {
  if (location === 'query') return withQuery(valid, parameter, `${parameter}=${encoded}`);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === parameter ? encoded : encodeURIComponent(String(valid.path?.[name])),
  );
  const query = queryText(valid.query ?? {});
  return { ...valid, raw: { ...valid.raw, target: query === '' ? path : `${path}?${query}` } };
}

/** A request with one parameter of its query replaced by a piece of query string. */
export function withQuery(valid: SentRequest, parameter: string, piece: string): SentRequest {
  const { [parameter]: _, ...others } = valid.query ?? {};
  const query = [queryText(others), piece].filter((each) => each !== '').join('&');
  return { ...valid, raw: { ...valid.raw, query } };
}

/**
 * Whether a path with this value in it may name something else than the operation: the value is nothing, is a step up
 * or down, or becomes one when it is decoded, be it twice or by a decoder that takes overlong sequences.
 * @param encoded the value as it goes over the wire
 */
export function leadsElsewhere(encoded: string): boolean {
  let value = encoded;
  for (let round = 0; round < 3; round += 1) value = decodedOnce(value);
  // What follows a semicolon is taken off by some servers before the path is read.
  return /^\.{0,2}(;|$)|[/\\]/.test(value);
}

/** ASCII decoded, everything else left as it is. */
function decodedOnce(value: string): string {
  return value
    .replaceAll(/%c0%ae|%e0%80%ae/gi, '.')
    .replaceAll(/%c0%af|%e0%80%af/gi, '/')
    .replaceAll(/%[0-7][0-9a-f]/gi, (sequence) =>
      String.fromCharCode(Number.parseInt(sequence.slice(1), 16)),
    );
}

function queryText(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) query.append(name, String(each));
  }
  return query.toString();
}
