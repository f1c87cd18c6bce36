import { errorTranslation, target, translations } from '../../contract/documents/document.js';
import { encodedInUrl } from '../../contract/mapping/lenses/value-lens.js';
import {
  type OperationTranslation,
  pathInTheirs,
  type Translation,
} from '../../contract/mapping/translation.js';
import type { Operation } from '../../contract/operations.js';
import { type ExchangeRequest, type ExchangeResponse, jsonIn, parseJson } from '../exchange.js';
import { withDefaults } from '../response.js';
import type { AnyRequest, Call, Transport, TransportResponse, WireRequest } from './transport.js';

/** The header that carries the key, as the description writes it (clause 5.1). */
export const keyHeader = 'X-API-Key';

/**
 * Writes a call for the wire: it percent-encodes path parameters, repeats a query parameter for each element of an
 * array, writes the body as JSON, and then puts in the raw parts of the request.
 * @throws Error when a path parameter is missing
 */
export function wireRequest(call: Call): WireRequest {
  const { baseUrl, operation, request, credentials } = call;
  const { raw = {}, body: json } = request;
  const body = raw.body ?? (json === undefined ? undefined : JSON.stringify(json));
  return {
    method: raw.method ?? operation.method,
    url: baseUrl + targetOf(operation, request),
    headers: withDefaults(
      { accept: '*/*', [keyHeader]: credentials.key, 'content-type': body && 'application/json' },
      raw.headers ?? {},
    ),
    body: body === undefined ? undefined : Buffer.from(body),
    operation,
    call,
  };
}

/** The part of the URL after the base URL: path and query. @throws Error when a path parameter is missing */
export function targetOf(operation: Operation, { raw = {}, path = {}, query = {} }: AnyRequest): string {
  if (raw.target !== undefined) return raw.target;
  const pieces = [queryOf(query), raw.query].filter((each) => each !== undefined);
  return pathOf(operation, path, raw.path) + (pieces.length === 0 ? '' : `?${pieces.join('&')}`);
}

/**
 * The path of an operation.
 * @param encoded parameters as they are sent; the others are percent-encoded
 * @throws Error when a parameter is missing
 */
export function pathOf(
  operation: Operation,
  values: Readonly<Record<string, unknown>>,
  encoded: Readonly<Record<string, string>> = {},
): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if ((encoded[name] ?? value) === undefined)
      throw new Error(`${operation.operationId} needs the path parameter ${name}.`);
    return encoded[name] ?? encodedInUrl(value);
  });
}

/** A parameter is repeated for each element of an array; undefined if there is none. */
function queryOf(values: Readonly<Record<string, unknown>>): string | undefined {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) query.append(name, String(each));
  }
  return query.size === 0 ? undefined : String(query);
}

/**
 * Translates between the contract's words and the target's: code above this transport uses the contract's words, and
 * the wire carries the words that the target's file gives. Raw parts of a request stay unchanged, and so does a response
 * that is not JSON, or an error that the file doesn't mention.
 * @param transport the last one before the wire
 * @param translationOf translates an operation: by default, as the target's file says
 */
export function translated(transport: Transport, translationOf = translations): Transport {
  return {
    send: async (request) => {
      const { call } = request;
      if (call === undefined) return transport.send(request);
      const translation = translationOf(call.operation.operationId);
      const theirs = inTheirWords(request, call, translation);
      return inOurWords(await transport.send(theirs), theirs, translation);
    },
  };
}

function inTheirWords(wire: WireRequest, call: Call, words: OperationTranslation): WireRequest {
  const { path, query, request } = words;
  if ([path, query, request].every(({ isIdentity }) => isIdentity)) return wire;
  const ours = call.request;
  const theirs = {
    ...ours,
    path: ours.path && { ...Object(path.toTheirs(ours.path)) },
    query: ours.query && { ...Object(query.toTheirs(ours.query)) },
    body: ours.body === undefined ? undefined : request.toTheirs(ours.body),
  };
  const { url, body } = wireRequest({ ...call, request: theirs });
  return { ...wire, url, body };
}

/**
 * A response in the contract's words, with what went over the wire if that may differ.
 * @param request as the target got it
 */
export function inOurWords(
  response: TransportResponse,
  request: ExchangeRequest,
  { path, query, request: sent, response: received }: OperationTranslation,
): TransportResponse {
  const translation = response.status >= 400 ? errorTranslation(response.status) : received;
  if ([path, query, sent, received, translation].every(({ isIdentity }) => isIdentity)) return response;
  const { status, headers, body } = response;
  const onTheWire = {
    request,
    response: { status, headers, body },
    pathInTheirs: (path: string) => pathInTheirs(translation, path) ?? path,
  };
  return { ...response, body: bodyInOurWords(response, translation), onTheWire };
}

/** The body of a response in the contract's words; unchanged if nothing differs, or it is not JSON. */
function bodyInOurWords({ status, body }: ExchangeResponse, translation: Translation): Buffer {
  const isRedirection = status >= 300 && status < 400;
  const theirs = isRedirection || translation.isIdentity ? undefined : parseJson(body);
  const ours = theirs === undefined ? theirs : translation.toOurs(theirs);
  return ours === theirs ? body : Buffer.from(JSON.stringify(ours));
}

/** A webhook delivery as it was received (gap G-12). */
export interface Delivery {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body: the signature is computed over these bytes. */
  readonly body: Buffer;
  /** The status that our receiver answered. */
  readonly answered: number;
}

/**
 * The header in which we expect the signature of a delivery unless the target's file names a different one (gap
 * G-12).
 */
export const assumedSignatureHeader = 'x-signature';

/** The header that carries the signature of a delivery, in lower case (gap G-12). */
export const signatureHeader = (target.file?.deliveries?.signature ?? assumedSignatureHeader).toLowerCase();

/** The value of the signature header for a signature in hex. */
export function signatureWritten(hex: string): string {
  return (target.file?.deliveries?.prefix ?? '') + hex;
}

/** The content of a delivery in the contract's words; undefined if its body isn't JSON. */
export function contentOf({ body }: Pick<Delivery, 'body'>): unknown {
  const content = jsonIn(body);
  return content === undefined ? undefined : target.deliveryTranslation.toOurs(content);
}
