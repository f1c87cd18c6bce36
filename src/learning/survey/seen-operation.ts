import { isJsonObject, type JsonObject } from '../../contract/documents/document.js';
import { operation, temporaryRedirections } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import { refusalStatuses } from '../../contract/unspecified.js';
import { valuesIn } from '../../contract/values/path.js';
import { type Exchange, mediaTypeOf } from '../../http/exchange.js';
import { visibleText } from '../../http/shown/shown-exchange.js';
import { givesFile, type OperationEvidence } from '../learn-operation.js';
import type { Step } from '../propose/findings.js';

/** The number of bodies of one operation, and of errors of one status, that are kept. */
export const mostKept = 20;

/** The parts of a request. */
export interface Sendable {
  readonly path?: JsonObject;
  readonly query?: JsonObject;
  readonly body?: unknown;
}

/** The evidence of an operation, as it is seen. */
export class SeenOperation implements OperationEvidence {
  readonly #id: OperationId;
  readonly bodies: unknown[] = [];
  readonly successes: number[] = [];
  readonly refusals: number[] = [];
  readonly known = new Map<string, unknown[]>();
  readonly words = new Map<string, Map<string, string>>();
  /** Responses other than successes in JSON, in words for messages: `404 with JSON`. */
  readonly others: string[] = [];
  readonly accepted = new Set<string>();
  isBare = false;
  refused: string | undefined;
  supposed: readonly Step[] = [];

  constructor(id: OperationId) {
    this.#id = id;
  }

  /** Notes a response. @param refused whether the request had to be refused as invalid */
  note(exchange: Exchange, refused: boolean): void {
    const { succeeded, status, json } = exchange;
    if (refused && status >= 400 && status < 500 && ![401, 403, 429].includes(status) && isServed(exchange))
      this.refusals.push(status);
    if (refused) return;
    if (isRefused(exchange)) this.refused = `${status}: "${messageIn(json)}"`;
    if (succeeded) this.refused = undefined;
    if (succeeded || (givesFile(operation(this.#id)) && leadsToFile(exchange))) this.successes.push(status);
    if (succeeded && exchange.text === '') this.isBare = true;
    if (succeeded && json !== undefined && this.bodies.length < mostKept) this.bodies.push(json);
    else this.others.push(`${status} with ${contentOf(exchange)}`);
  }

  /** Notes the values of an accepted request in our words. */
  accepts({ path, query, body }: Sendable): void {
    for (const sent of [path, query, body])
      for (const [place, values] of valuesIn(sent, ''))
        if (values.some((value) => value !== null)) this.accepted.add(place);
  }

  /** Notes that responses must show values, by our path. */
  expect(values: ReadonlyMap<string, readonly unknown[]>): void {
    for (const [path, each] of values) this.known.set(path, [...(this.known.get(path) ?? []), ...each]);
  }

  /** Notes that one of our words was seen as one of theirs. */
  expectWord(at: string, ours: string, theirs: string): void {
    this.words.set(at, (this.words.get(at) ?? new Map()).set(ours, theirs));
  }
}

/** Whether a response says that the request itself was wrong. */
export function isRefused({ status }: Exchange): boolean {
  return refusalStatuses.includes(status);
}

/** The content of a response, in words for a message. */
function contentOf(exchange: Exchange): string {
  if (exchange.text === '') return 'no body';
  if (exchange.json !== undefined) return 'JSON';
  return mediaTypeOf(exchange).type === 'text/html' ? 'an HTML page' : 'no JSON';
}

/**
 * Whether an operation answered. If the target doesn't have it, requests to it count towards no rate limit (clause
 * 8.1).
 */
function isServed(exchange: Exchange): boolean {
  return exchange.status !== 404 || exchange.header('x-ratelimit-limit') !== undefined;
}

/** Whether a response redirects to the requested file. */
function leadsToFile(exchange: Exchange): boolean {
  return temporaryRedirections.includes(exchange.status) && exchange.header('location') !== undefined;
}

/** The message of an error body (clause 2.5), or the whole body if it has none. */
function messageIn(json: unknown): string {
  const message = isJsonObject(json) ? json.message : undefined;
  return visibleText(typeof message === 'string' ? message : (JSON.stringify(json) ?? '')).slice(0, 120);
}
