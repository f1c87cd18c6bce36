import { translations } from '../contract/documents/document.js';
import { pathInTheirs } from '../contract/mapping/translation.js';
import { type Operation, operations } from '../contract/operations.js';
import type { Origin } from '../contract/schemas/origin.js';
import { schemaViolations } from '../contract/schemas/schema-violation.js';
import { member, parsePath } from '../contract/values/path.js';
import { inAnyEntry } from '../contract/values/place.js';
import { type Exchange, jsonIn } from '../http/exchange.js';
import { retryAfterOf, secondsToReset } from '../http/rate-window.js';
import type { Secrets } from '../http/shown/secrets.js';
import { AllowList } from './allow-list.js';
import type { RecordedEntry } from './har.js';
import { forgetOldest, mostElapsed, precedes, withoutBody } from './order.js';
import { calledBy, queryIn, type RecordedExchange, recordedExchange } from './recorded-exchange.js';

/** A request of a recording; without a file, one that was judged as it arrived. */
export interface Place {
  readonly file?: string;
  /** Its position in the file, from 0 on; or which one it was since the beginning, from 1 on. */
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
  /** The first entries that show it, at most a few. */
  readonly places: readonly Place[];
  readonly times: number;
}

type Found = Pick<ClientMistake, 'at' | 'expected' | 'actual'>;

/** A request in its file. */
type Where = Pick<ClientMistake, 'request'> & Place;

/** The places of a mistake, and the mistakes, that are kept. */
const [mostPlaces, mostMistakes] = [3, 500];
/** The number of keys and operations of which the last 429 is kept. */
const mostRefused = 500;
/** The most characters of a value that a mistake shows. */
const longest = 120;

/** Judges the requests of a recording, whoever sent them. */
export class ClientJudge {
  readonly #mistakes = new Map<string, ClientMistake>();
  readonly #refused = new Map<string, Exchange>();
  readonly #keys = new Map<string, number>();
  readonly #secrets: Secrets;
  /** What may be shown of the recording. */
  readonly allowed: AllowList;
  readonly #told: ((mistake: ClientMistake) => void) | undefined;

  /**
   * @param secrets gets each key, before anything of its entry is kept
   * @param told gets each mistake at once
   */
  constructor(secrets: Secrets, told?: (mistake: ClientMistake) => void) {
    this.#secrets = secrets;
    this.allowed = new AllowList(secrets);
    this.#told = told;
  }

  /** All mistakes, the first ones first. */
  get mistakes(): readonly ClientMistake[] {
    return [...this.#mistakes.values()];
  }

  /** Judges the request of an entry. @returns the exchange; undefined if its path is none of the API's */
  see(entry: RecordedEntry, place: Place): RecordedExchange | undefined {
    const { request } = entry;
    const called = calledBy(request);
    if (called === undefined) return undefined;
    const { operation } = called;
    if (operation === undefined) {
      const path = this.allowed.path(called.path);
      const similar = operations.find((each) => each.path.replace(/\/$/, '') === path.replace(/\/$/, ''));
      const found = { at: 'path', expected: similar?.path ?? 'a path of the API', actual: path };
      // Without the API's key, it may be meant for another service.
      if (request.headers['x-api-key'] !== undefined)
        this.#note(found, { ...place, request: `${request.method} ${path}` });
      return undefined;
    }
    const own = { ...called, operation };
    const recorded = recordedExchange(entry, own, this.#secrets, this.allowed, this.#keys);
    const where = { ...place, request: `${request.method} ${operation.path}` };
    for (const found of this.#foundIn(recorded)) this.#note(found, where);
    return recorded;
  }

  #foundIn(recorded: RecordedExchange): readonly Found[] {
    const { called, exchange } = recorded;
    const { operation } = called;
    if (!called.hasMethod) {
      const others = operations.filter(({ path }) => path === operation.path).map(({ method }) => method);
      return [{ at: 'method', expected: others.join(' or '), actual: exchange.sent.method }];
    }
    const hasKey = exchange.sent.headers['x-api-key'] !== undefined;
    return [
      // A key that nobody asked for was rather removed from the recording.
      ...(hasKey || exchange.status !== 401
        ? []
        : [{ at: 'header x-api-key', expected: 'the API key', actual: 'no such header' }]),
      ...parameterMistakes(recorded, operation),
      ...(exchange.bodyLeftOut ? [] : bodyMistakes(recorded, operation)),
      ...this.#hurry(recorded),
    ];
  }

  /** A request past the limit, or before the time that the last 429 named (clauses 7 and 8.1). */
  #hurry(recorded: RecordedExchange): readonly Found[] {
    const { exchange, key, called, isTimed } = recorded;
    if (key === undefined || !isTimed) return [];
    const name = `${called.base} ${key} ${exchange.operationId}`;
    const refused = this.#refused.get(name);
    if (exchange.status === 429) this.#refused.set(name, withoutBody(exchange));
    else this.#refused.delete(name);
    forgetOldest(this.#refused, mostRefused);
    if (refused === undefined && exchange.status === 429) {
      const expected = `at most ${exchange.header('x-ratelimit-limit') ?? 'as many'} requests a minute`;
      return [{ at: 'pace', expected, actual: 'another request, which got 429' }];
    }
    // A client that retries at once does so within the rounding of the recording.
    if (refused === undefined || !precedes(refused, exchange, 0)) return [];
    const wait = waitAfter(refused);
    const since = mostElapsed(refused, exchange);
    if (wait === undefined || since >= wait.seconds - wait.rounding) return [];
    const expected = `no request for ${wait.seconds} s after the last 429, as its ${wait.header} says`;
    return [{ at: 'time', expected, actual: `a request within ${Math.ceil(since)} s` }];
  }

  /** Keeps a mistake: the same one in other requests is only counted. */
  #note({ at, expected, actual }: Found, { request, ...place }: Where): void {
    const [shown, told] = [at, actual].map((text) => this.#secrets.redact(text));
    const mistake = { at: shown ?? '', request, expected, actual: cut(told ?? '') };
    this.#told?.({ ...mistake, places: [place], times: 1 });
    const kind = [at === 'time' ? '' : expected, at === 'path' ? actual : ''];
    const key = [request, inAnyEntry(at), ...kind].join('\n');
    const known = this.#mistakes.get(key);
    if (known === undefined && this.#mistakes.size >= mostMistakes) return;
    const { places, times, ...first } = known ?? { ...mistake, places: [], times: 0 };
    const all = places.length < mostPlaces ? [...places, place] : places;
    this.#mistakes.set(key, { ...first, places: all, times: times + 1 });
  }
}

/** How long a 429 asks the client to wait; undefined if it doesn't say. */
function waitAfter(refused: Exchange) {
  const after = retryAfterOf(refused);
  if (after !== undefined) return { ...after, header: 'Retry-After' };
  const seconds = secondsToReset(refused);
  return seconds === undefined ? undefined : { seconds, rounding: 1, header: 'X-RateLimit-Reset' };
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** What the contract only assumes is a mistake only if the service minded it. */
function counts(gaps: readonly string[], { exchange }: RecordedExchange): boolean {
  return gaps.length === 0 || [400, 404, 409, 413, 415, 422].includes(exchange.status);
}

function gapsOf({ gap }: Origin): readonly string[] {
  return gap === undefined ? [] : [gap];
}

function parameterMistakes(
  recorded: RecordedExchange,
  { operationId, parameters }: Operation,
): readonly Found[] {
  const query = queryIn(recorded.exchange.request.url);
  const words = translations(operationId).query;
  return parameters
    .filter((each) => each.in === 'query')
    .flatMap(({ name, required, schema, schemaPointer, origin }) => {
      const at = `query ${pathInTheirs(words, name) ?? name}`;
      const gaps = gapsOf(origin);
      const value = query[name];
      if (value !== undefined)
        return schemaViolations(schemaPointer, parsed(value, schema.type))
          .filter((each) => counts([...gaps, ...each.gaps], recorded))
          .map(({ expected, received }) => ({ at, expected, actual: received }));
      const found = { at, expected: 'the parameter to be present', actual: 'no such parameter' };
      return required && counts(gaps, recorded) ? [found] : [];
    });
}

/** A parameter is text: if its schema allows another type and the text looks like one, it is read as that. */
function parsed(value: string | readonly string[], type: unknown): unknown {
  const types = [type].flat();
  if (typeof value !== 'string') return types.includes('array') ? value : value[0];
  if (types.includes('array')) return [value];
  const isNumber = types.includes('integer') || types.includes('number');
  if (isNumber && /^-?\d{1,15}(?:\.\d{1,6})?$/.test(value)) return Number(value);
  if (types.includes('boolean') && /^(?:true|false)$/.test(value)) return value === 'true';
  return value;
}

function bodyMistakes(recorded: RecordedExchange, { operationId, requestBody }: Operation): readonly Found[] {
  if (requestBody === undefined) return [];
  const { request, sent } = recorded.exchange;
  const json = jsonIn(request.body);
  if (json === undefined) {
    const actual = sent.body === undefined ? 'no body' : 'a body that is not JSON';
    const found = { at: 'body', expected: 'a body in JSON', actual };
    return counts([...gapsOf(requestBody.origin), 'G-15'], recorded) ? [found] : [];
  }
  const words = translations(operationId).request;
  const wireJson = jsonIn(sent.body);
  const theirs = (ours: string) => pathInTheirs(words, ours) ?? ours;
  const seen = (ours: string) => (parsePath(theirs(ours)) ?? []).reduce(member, wireJson);
  return schemaViolations(requestBody.schemaPointer, json, seen)
    .filter(({ gaps }) => counts(gaps, recorded))
    .map(({ path: ours, expected, received }) => {
      const path = theirs(ours);
      const at = `body ${path}`.trimEnd() + (ours === path ? '' : ` (ours: ${ours})`);
      return { at, expected, actual: received };
    });
}
