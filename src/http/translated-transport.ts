import { errorTranslation, translations as ofTheTarget } from '../contract/closings/target.js';
import type { OperationTranslation, Translation } from '../contract/closings/translation.js';
import type { OperationId } from '../contract/types.js';
import type { ExchangeResponse, OnTheWire } from './exchange.js';
import type { Transport, TransportAnswer, WireRequest } from './transport.js';
import { type AnyRequest, bodyOf, targetOf } from './wire-request.js';

/**
 * Translates between the contract's words and the target's: code above this transport uses the contract's words, and
 * the wire carries the words that the target's file gives. Raw parts of a request stay unchanged, and so does an answer
 * that is not JSON, or an error that the file doesn't mention.
 * @param transport - the last one before the wire
 * @param translations - the translation of an operation; by default that of the target's file
 * @param errors - the translation of an error with a status; by default that of the target's file
 */
export function translated(
  transport: Transport,
  translations: (operationId: OperationId) => OperationTranslation = ofTheTarget,
  errors: (status: number) => Translation = errorTranslation,
): Transport {
  return {
    ...transport,
    send: async (request, title) => {
      const { writtenFrom } = request;
      const translation = writtenFrom && translations(writtenFrom.operation.operationId);
      if (writtenFrom === undefined || translation === undefined) return transport.send(request, title);
      const theirs = inTheirWords(request, writtenFrom, translation);
      const answer = await transport.send(theirs, title);
      const isError = answer.status >= 400;
      const response = isError ? errors(answer.status) : translation.response;
      if (isSame(translation) && response.isIdentity) return answer;
      return inOurWords(answer, theirs, response);
    },
  };
}

function isSame({ path, query, request, response }: OperationTranslation): boolean {
  return path.isIdentity && query.isIdentity && request.isIdentity && response.isIdentity;
}

function inTheirWords(
  wire: WireRequest,
  { operation, request }: NonNullable<WireRequest['writtenFrom']>,
  { path, query, request: body }: OperationTranslation,
): WireRequest {
  const { path: inPath, query: inQuery, body: inBody } = request;
  if (
    (!inPath || path.isIdentity) &&
    (!inQuery || query.isIdentity) &&
    (inBody === undefined || body.isIdentity)
  )
    return wire;
  const theirs: AnyRequest = {
    ...request,
    ...(request.path && { path: parameters(path.toTheirs(request.path)) }),
    ...(request.query && { query: parameters(query.toTheirs(request.query)) }),
    ...(request.body === undefined ? {} : { body: body.toTheirs(request.body) }),
  };
  const base = wire.url.slice(0, wire.url.length - targetOf(operation, request).length);
  const bytes = bodyOf(theirs);
  return {
    ...wire,
    url: base + targetOf(operation, theirs),
    ...(bytes === undefined ? {} : { body: bytes }),
  };
}

function parameters(value: unknown): Readonly<Record<string, unknown>> {
  return { ...Object(value) };
}

function inOurWords(answer: TransportAnswer, request: WireRequest, response: Translation): TransportAnswer {
  const { status, headers, body } = answer;
  const theirs = { status, headers, body };
  const json = response.isIdentity ? undefined : translatedJson(theirs, response);
  const onTheWire = {
    request,
    response: theirs,
    pathInOurs: (path: string) => response.pathInOurs(path, json?.theirs),
    ...(json && { json }),
  };
  if (json === undefined || json.ours === json.theirs) return { ...answer, onTheWire };
  let bytes: Buffer | undefined;
  return {
    ...answer,
    // Serialized on demand: most readers only want the JSON, and writing it takes as long as everything else.
    get body() {
      bytes ??= Buffer.from(JSON.stringify(json.ours));
      return bytes;
    },
    onTheWire,
  };
}

function translatedJson({ status, body }: ExchangeResponse, translation: Translation): OnTheWire['json'] {
  if (status < 200 || (status >= 300 && status < 400) || body.length === 0) return undefined;
  try {
    const theirs: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return { ours: translation.toOurs(theirs), theirs };
  } catch {
    // Checks judge an answer that isn't JSON untranslated.
    return undefined;
  }
}
