import type fc from 'fast-check';

/** A request as plain data: the valid parts, which a client encodes, and raw parts, which replace them. */
export interface SentRequest {
  /** Values of the path's parameters, not yet percent-encoded. */
  readonly path?: Readonly<Record<string, unknown>>;
  /** Values of the query's parameters, not yet percent-encoded; an array is sent as a repeated parameter. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly raw?: RawParts;
}

/** Parts of a request that are sent as they are. */
export interface RawParts {
  /** A method in place of the operation's. */
  readonly method?: string;
  /** Everything after the base URL. */
  readonly target?: string;
  /** The query string without its question mark. */
  readonly query?: string;
  /** Headers to add or replace; undefined leaves out a header that would be sent otherwise. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: Uint8Array;
}

/** A request with a mistake, which is described in words. */
export interface DescribedRequest {
  /** One line of plain words, short even where the request is huge. */
  readonly what: string;
  readonly request: SentRequest;
  /** Gaps with the assumption that the request is invalid. */
  readonly gaps?: readonly string[];
}

/** The parts of an operation that a generator of requests needs. */
export interface TargetOperation {
  readonly method: string;
  /** Template: `/api/v1/webhooks/{id}`. */
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: 'path' | 'query' }[];
  /** Present where the operation takes a body. */
  readonly requestBody?: unknown;
}

/** A request with one hostile thing in it. */
export interface HostileRequest extends DescribedRequest {
  /**
   * Whether its method or path may name another operation, or none: the contract of the operation doesn't bind the answer
   * then.
   */
  readonly outsideContract: boolean;
}

/**
 * One kind of hostile input: takes a request that succeeds at an operation, and returns the same request with one hostile
 * thing in it; undefined where the request has no place for it.
 */
export type HostileKind = (
  operation: TargetOperation,
  valid: SentRequest,
) => fc.Arbitrary<HostileRequest> | undefined;

/** The request with raw parts in place of its own. */
export function withRaw(valid: SentRequest, what: string, raw: RawParts): HostileRequest {
  const headers = raw.headers && { headers: { ...valid.raw?.headers, ...raw.headers } };
  return { what, request: { ...valid, raw: { ...valid.raw, ...raw, ...headers } }, outsideContract: false };
}

/** The place of a value in a JSON body. */
export interface BodyPlace {
  readonly in: 'body';
  /** As it is shown: `body field items[0].sku`. */
  readonly name: string;
  /** Keys and indexes from the body down to the value; empty for the body itself. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** A parameter of an operation. */
export interface ParameterPlace {
  readonly in: 'path' | 'query';
  /** As it is shown: `query parameter page`. */
  readonly name: string;
  readonly parameter: string;
  /** Its value in the valid request, if it has one. */
  readonly value: unknown;
}

/** A place for a hostile value. */
export type Place = BodyPlace | ParameterPlace;

/** A hostile value, written for a body and for a parameter. */
export interface Literal {
  /** In words. */
  readonly what: string;
  /** In a JSON body; need not be valid JSON. */
  readonly json: string | Uint8Array;
  /** As a parameter, percent-encoded; at most 4,000 characters. */
  readonly parameter: string;
}

/** The longest parameter: longer ones would meet the limits that servers have for URLs. */
const longestParameter = 4000;

/** A literal with the same text in a body and as a parameter: a number, or a word of JSON. */
export function sameEverywhere(what: string, text: string): Literal {
  return { what, json: text, parameter: encodeURIComponent(text.slice(0, longestParameter)) };
}

/** A text, quoted in a body and bare as a parameter; well-formed. */
export function quoted(what: string, text: string): Literal {
  return { what, json: JSON.stringify(text), parameter: encodeURIComponent(text.slice(0, longestParameter)) };
}

/** Every parameter of an operation, an unknown one in the query, and every value of the valid body; never empty. */
export function places(operation: TargetOperation, valid: SentRequest): [Place, ...Place[]] {
  const [first, ...parameters] = parameterPlaces(operation, valid);
  if (first === undefined) throw new Error('There is always a place in the query.');
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
  if (place.in === 'body')
    return withRaw(valid, what, { body: bodyWith(valid.body, place.path, literal.json) });
  const request = withParameter(operation, valid, place, literal.parameter);
  return { what, request, outsideContract: place.in === 'path' && leadsElsewhere(literal.parameter) };
}

/** Every value of a body, the body itself first; none where there is no body. */
export function bodyPlaces(body: unknown): BodyPlace[] {
  return body === undefined ? [] : placesIn(body, []);
}

function placesIn(value: unknown, path: BodyPlace['path']): BodyPlace[] {
  const here: BodyPlace = { in: 'body', name: nameOf(path), path, value };
  if (Array.isArray(value))
    return [here, ...value.flatMap((each, index) => placesIn(each, [...path, index]))];
  if (!isObject(value)) return [here];
  return [here, ...members(value).flatMap(([key, each]) => placesIn(each, [...path, key]))];
}

function nameOf(path: BodyPlace['path']): string {
  if (path.length === 0) return 'body';
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return `body field ${steps.replace(/^\./, '')}`;
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A body as JSON, with one of its values written differently.
 * @param path to the value
 * @param json written in its place; need not be valid JSON
 */
export function bodyWith(body: unknown, path: BodyPlace['path'], json: string | Uint8Array): Uint8Array {
  const [before, after] = around(body, path);
  return Buffer.concat([Buffer.from(before), Buffer.from(json), Buffer.from(after)]);
}

/** The JSON before and after the value at a path. */
function around(
  value: unknown,
  [step, ...rest]: BodyPlace['path'],
): readonly [before: string, after: string] {
  if (step === undefined) return ['', ''];
  const isList = Array.isArray(value);
  const entries = isList ? [...value.entries()] : members(isObject(value) ? value : {});
  const index = entries.findIndex(([key]) => key === step);
  const written = (key: string | number) => (isList ? '' : `${JSON.stringify(key)}:`);
  const texts = entries.map(([key, each]) => written(key) + (JSON.stringify(each) ?? 'null'));
  const [before, after] = around(entries[index]?.[1], rest);
  const [open, close] = isList ? (['[', ']'] as const) : (['{', '}'] as const);
  return [
    open + [...texts.slice(0, index), ''].join(',') + written(step) + before,
    after + ['', ...texts.slice(index + 1)].join(',') + close,
  ];
}

/** The members of an object that JSON keeps. */
function members(value: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(value).filter(([, each]) => each !== undefined);
}

/** A parameter that no operation has, so that each operation has a query to be hostile in. */
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
 * @param encoded the value as it is sent
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

/** A request with a piece of query string in place of one parameter. */
export function withQuery(valid: SentRequest, parameter: string, piece: string): SentRequest {
  const { [parameter]: _, ...others } = valid.query ?? {};
  const query = [queryText(others), piece].filter((each) => each !== '').join('&');
  return { ...valid, raw: { ...valid.raw, query } };
}

function queryText(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) query.append(name, String(each));
  }
  return query.toString();
}

/**
 * Whether a path with this value may name another operation: the value is empty or a step up or down, or becomes one when
 * it is decoded, even twice, or by a decoder that accepts overlong sequences.
 * @param encoded the value as it is sent
 */
export function leadsElsewhere(encoded: string): boolean {
  let value = encoded;
  for (let round = 0; round < 3; round += 1) value = decodedOnce(value);
  // Some servers take off everything after a semicolon before they read the path.
  return /^\.{0,2}(;|$)|[/\\]/.test(value);
}

/** Decodes ASCII and leaves everything else. */
function decodedOnce(value: string): string {
  return value
    .replaceAll(/%c0%ae|%e0%80%ae/gi, '.')
    .replaceAll(/%c0%af|%e0%80%af/gi, '/')
    .replaceAll(/%[0-7][0-9a-f]/gi, (sequence) =>
      String.fromCharCode(Number.parseInt(sequence.slice(1), 16)),
    );
}
