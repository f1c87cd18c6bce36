import { translations } from '../contract/documents/document.js';
import { pathInTheirs } from '../contract/mapping/translation.js';
import { type Operation, operations } from '../contract/operations.js';
import { schemaViolations } from '../contract/schemas/schema-violation.js';
import { member, parsePath } from '../contract/values/path.js';
import { inAnyEntry } from '../contract/values/place.js';
import { beginningOf } from '../contract/values/words.js';
import { type Exchange, jsonIn } from '../http/exchange.js';
import { type Answered, retryAfterOf, secondsToReset } from '../http/rate-window.js';
import { type SecretsOfRecording, shownPath, shownValue } from './allow-list.js';
import type { RecordedEntry } from './har.js';
import { forgetOldest, mostElapsed, precedes } from './order.js';
import { calledBy, type RecordedExchange, recordedExchange } from './recorded-exchange.js';

/** A request in a recording; without a file, a request that was judged as it arrived. */
export interface Place {
  readonly file?: string;
  /** Its position in the file, counted from 0, or its number since the beginning, counted from 1. */
  readonly entry: number;
  /** ISO 8601. */
  readonly time: string;
}

/** A mistake of a client: a request that the contract doesn't allow. It says nothing about the service. */
export interface ClientMistake {
  /** Where in the request: `path`, `method`, `query per_page`, `header x-api-key`, `body items[3].status`, `time`. */
  readonly at: string;
  /** The request without its query: `PUT /api/v1/products/stock`. */
  readonly request: string;
  readonly expected: string;
  readonly actual: string;
  /** The first request that shows it. */
  readonly place: Place;
  /** How many requests show it. */
  readonly times: number;
}

type Found = Pick<ClientMistake, 'at' | 'expected' | 'actual'>;

/** The maximum number of mistakes that are kept. */
const mostMistakes = 500;
/** The maximum number of characters of a value that a mistake shows. */
const longest = 120;

/** The mistakes of clients by kind, in the order in which they first occurred. */
export type ClientMistakes = Map<string, ClientMistake>;

/** Keeps a mistake; if the same mistake occurs in other requests, it is only counted. */
export function addMistake(mistakes: ClientMistakes, mistake: ClientMistake): void {
  const { at, request, expected, actual } = mistake;
  const kind = [at === 'time' ? '' : expected, at === 'path' ? actual : ''];
  const key = [request, inAnyEntry(at), ...kind].join('\n');
  const known = mistakes.get(key);
  if (known !== undefined) mistakes.set(key, { ...known, times: known.times + 1 });
  else if (mistakes.size < mostMistakes) mistakes.set(key, mistake);
}

/**
 * Judges the requests in a recording, no matter who sent them.
 * @param secrets receives each key, and is told which exchange is being judged
 * @param told receives each mistake immediately
 * @returns a function that judges the request of an entry and returns the exchange, or undefined if the path doesn't
 * belong to the API
 */
export function clientJudge(secrets: SecretsOfRecording, told: (mistake: ClientMistake) => void) {
  /** The last 429 for each key and operation. */
  const refused = new Map<string, Answered>();
  return (entry: RecordedEntry, place: Place): RecordedExchange | undefined => {
    const called = calledBy(entry.request);
    if (called === undefined) return undefined;
    const { operation } = called;
    const path = operation?.path ?? shownPath(called.path);
    const tell = ({ at, expected, actual }: Found) =>
      told({
        at: secrets.redact(at),
        request: `${shownValue(entry.request.method)} ${path}`,
        expected: secrets.redact(expected),
        actual: beginningOf(secrets.redact(actual), longest),
        place,
        times: 1,
      });
    if (operation === undefined) {
      const similar = operations.find((each) => each.path.replace(/\/$/, '') === path.replace(/\/$/, ''));
      // Without the API's key header, the request may be meant for another service.
      if (entry.request.headers['x-api-key'] !== undefined)
        tell({ at: 'path', expected: similar?.path ?? 'a path of the API', actual: path });
      return undefined;
    }
    const recorded = recordedExchange(entry, { ...called, operation });
    secrets.add(recorded.key);
    secrets.judging(recorded.exchange);
    for (const found of mistakesIn(recorded, operation, refused)) tell(found);
    return recorded;
  };
}

function mistakesIn(
  recorded: RecordedExchange,
  operation: Operation,
  refused: Map<string, Answered>,
): readonly Found[] {
  const { exchange } = recorded;
  if (exchange.outsideContract) {
    const others = operations.filter(({ path }) => path === operation.path).map(({ method }) => method);
    return [{ at: 'method', expected: others.join(' or '), actual: exchange.sent.method }];
  }
  const noKey = { at: 'header x-api-key', expected: 'the API key', actual: 'no such header' };
  // If the service didn't ask for the missing key, the recorder probably removed it.
  const isMissed = exchange.sent.headers['x-api-key'] === undefined && exchange.status === 401;
  return [
    ...(isMissed ? [noKey] : []),
    ...parameterMistakes(exchange, operation),
    ...(exchange.bodyLeftOut ? [] : bodyMistakes(exchange, operation)),
    ...hurry(recorded, refused),
  ];
}

/** A request beyond the limit, or before the time that the last 429 named (clauses 7 and 8.1). */
function hurry(
  { exchange, key, base, isTimed }: RecordedExchange,
  allRefused: Map<string, Answered>,
): readonly Found[] {
  if (key === undefined || !isTimed) return [];
  const name = `${base} ${key} ${exchange.operationId}`;
  const refused = allRefused.get(name);
  const { startedAt, milliseconds, headers } = exchange;
  if (exchange.status === 429) allRefused.set(name, { startedAt, milliseconds, headers });
  else allRefused.delete(name);
  forgetOldest(allRefused);
  if (refused === undefined && exchange.status === 429) {
    const expected = `at most ${exchange.header('x-ratelimit-limit') ?? 'as many'} requests a minute`;
    return [{ at: 'pace', expected, actual: 'another request, which got 429' }];
  }
  // The rounding of the recording is not allowed for: an immediate retry falls within it.
  if (refused === undefined || !precedes(refused, exchange, 0)) return [];
  const wait = waitAfter(refused);
  const since = mostElapsed(refused, exchange);
  if (wait === undefined || since >= wait.seconds - wait.rounding) return [];
  const expected = `no request for ${wait.seconds} s after the last 429, as its ${wait.header} says`;
  return [{ at: 'time', expected, actual: `a request within ${Math.ceil(since)} s` }];
}

/** How long a 429 asks the client to wait; undefined if it doesn't say. */
function waitAfter(refused: Answered) {
  const after = retryAfterOf(refused);
  if (after !== undefined) return { ...after, header: 'Retry-After' };
  const seconds = secondsToReset(refused);
  return seconds === undefined ? undefined : { seconds, rounding: 1, header: 'X-RateLimit-Reset' };
}

/** A violation of something that the contract only assumes is a mistake only if the service rejected the request. */
function counts(gaps: readonly (string | undefined)[], { status }: Exchange): boolean {
  return gaps.every((gap) => gap === undefined) || [400, 404, 409, 413, 415, 422].includes(status);
}

function parameterMistakes(exchange: Exchange, { operationId, parameters }: Operation): readonly Found[] {
  const { query } = exchange;
  const words = translations(operationId).query;
  return parameters
    .filter((each) => each.in === 'query')
    .flatMap(({ name, required, schema, schemaPointer, origin }) => {
      const at = `query ${pathInTheirs(words, name) ?? name}`;
      const text = query.get(name);
      if (text === null) {
        const found = { at, expected: 'the parameter to be present', actual: 'no such parameter' };
        return required && counts([origin.gap], exchange) ? [found] : [];
      }
      // A parameter is text; if it looks like the number that its schema allows, it is read as that number.
      const isNumber = [schema.type].flat().includes('integer') && /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text);
      return schemaViolations(schemaPointer, isNumber ? Number(text) : text)
        .filter((each) => counts([origin.gap, ...each.gaps], exchange))
        .map(({ expected, received }) => ({ at, expected, actual: received }));
    });
}

function bodyMistakes(exchange: Exchange, { operationId, requestBody }: Operation): readonly Found[] {
  if (requestBody === undefined) return [];
  const { request, sent } = exchange;
  const json = jsonIn(request.body);
  if (json === undefined) {
    const actual = sent.body === undefined ? 'no body' : 'a body that is not JSON';
    const found = { at: 'body', expected: 'a body in JSON', actual };
    return counts([requestBody.origin.gap, 'G-15'], exchange) ? [found] : [];
  }
  const words = translations(operationId).request;
  const wireJson = jsonIn(sent.body);
  const theirs = (ours: string) => pathInTheirs(words, ours) ?? ours;
  const seen = (ours: string) => (parsePath(theirs(ours)) ?? []).reduce(member, wireJson);
  return schemaViolations(requestBody.schemaPointer, json, seen)
    .filter(({ gaps }) => counts(gaps, exchange))
    .map(({ path: ours, expected, received }) => {
      const path = theirs(ours);
      const at = `body ${path}`.trimEnd() + (ours === path ? '' : ` (ours: ${ours})`);
      return { at, expected, actual: received };
    });
}
