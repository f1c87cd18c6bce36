import { isJsonObject, type JsonObject } from '../../contract/documents/document.js';
import {
  type OperationTranslation,
  sameWords,
  type Translation,
} from '../../contract/mapping/translation.js';
import { type Operation, operation, operations } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import type { InOurs } from '../../footprint/ledger/shared-merchant.js';
import type { Client } from '../../http/client.js';
import { type Exchange, jsonOf, mediaTypeOf } from '../../http/exchange.js';
import type { Vocabulary } from '../align/resemblance.js';
import { sharedWordsOf } from '../align/shared-words.js';
import { type LearnedOperation, learnOperation, vocabularyOf } from '../learn-operation.js';
import type { Findings, Step } from '../propose/findings.js';
import { fitting } from '../propose/fitting.js';
import { learnErrors, type SeenError } from './errors.js';
import type { DescribedError, DescribedParts } from './parts.js';
import { mostKept, SeenOperation, type Sendable } from './seen-operation.js';

/** How often the evidence of one operation is used for the others. */
const passes = 2;

/** All evidence about a target, and what it means so far. */
export class Survey {
  #client: Client;
  readonly #described: ReadonlyMap<string, DescribedParts>;
  readonly #seen = new Map<OperationId, SeenOperation>();
  readonly #errors = new Map<number, SeenError[]>();
  #known: ReadonlyMap<OperationId, ReturnType<typeof fitting<LearnedOperation>>> = new Map();

  /**
   * @param client - sends in the target's words
   * @param described - the operations of the live description; empty if there is none
   */
  constructor(client: Client, described: ReadonlyMap<string, DescribedParts>) {
    this.#client = client;
    this.#described = described;
  }

  /** The meaning of all evidence so far. */
  get learned(): readonly LearnedOperation[] {
    return [...this.#known.values()].map(({ findings }) => findings);
  }

  /** How the target words its errors, as far as they were seen or described. */
  get errors(): readonly Findings[] {
    const described = new Map<number, DescribedError[]>();
    for (const { errors } of this.#described.values())
      for (const [status, error] of errors) described.set(status, [...(described.get(status) ?? []), error]);
    return learnErrors(this.#errors, described);
  }

  /** The JSON of an operation's last response, in our words as far as they are known. */
  lastOf(id: OperationId): unknown {
    const last = this.#seen.get(id)?.bodies.at(-1);
    return last === undefined ? undefined : this.#translation(id).response.toOurs(last);
  }

  /**
   * The last body, as text, of each operation that succeeded with JSON, and the responses of the other operations in
   * words.
   */
  get responses(): {
    readonly read: ReadonlyMap<OperationId, string>;
    readonly other: ReadonlyMap<OperationId, string>;
  } {
    const [read, other] = [new Map<OperationId, string>(), new Map<OperationId, string>()];
    for (const [id, { bodies, others }] of this.#seen)
      if (bodies.length > 0) read.set(id, JSON.stringify(bodies.at(-1)));
      else if (others[0] !== undefined) other.set(id, others[0]);
    return { read, other };
  }

  /** Notes that an operation's responses must show values, by our path. */
  expect(id: OperationId, values: ReadonlyMap<string, readonly unknown[]>): void {
    this.#seenOf(id).expect(values);
  }

  /** Notes that one of our words was seen as one of theirs: for example, the status of a product that is a draft. */
  expectWord(id: OperationId, at: string, ours: string, theirs: string): void {
    this.#seenOf(id).expectWord(at, ours, theirs);
  }

  /** Whether the live description has the operation. */
  isDescribed(id: OperationId): boolean {
    return this.#described.has(id);
  }

  /** The current meaning of an operation's evidence. */
  learnedOf(id: OperationId): LearnedOperation {
    return (this.#known.get(id) ?? this.#learnedFrom(operation(id))).findings;
  }

  /** The target's names for ours that operations showed, by the last part of our path. */
  get vocabulary(): Vocabulary {
    return vocabularyOf(this.learned);
  }

  /**
   * Takes steps of an operation's requests as true from now on.
   * @returns forgets them
   */
  suppose(id: OperationId, steps: readonly Step[]): () => void {
    const seen = this.#seenOf(id);
    const before = seen.supposed;
    seen.supposed = [...before, ...steps];
    this.#learnAgain(id);
    return () => {
      seen.supposed = before;
      this.#learnAgain(id);
    };
  }

  /** Uses a different client from now on. */
  sendBy(client: Client): void {
    this.#client = client;
  }

  /** Learns again from all evidence. */
  learn(): void {
    for (let pass = 0; pass < passes; pass += 1) {
      const elsewhere = this.#elsewhere();
      this.#known = new Map(operations.map((each) => [each.operationId, this.#learnedFrom(each, elsewhere)]));
    }
  }

  /** The names and words that operations showed so far, as evidence for others. */
  #elsewhere() {
    return { vocabulary: this.vocabulary, words: sharedWordsOf(this.learned) };
  }

  #learnedFrom(each: Operation, elsewhere = this.#elsewhere()) {
    const { operationId } = each;
    const evidence = { ...this.#seenOf(operationId), described: this.#described.get(operationId) };
    return fitting(learnOperation(each, evidence, elsewhere));
  }

  /**
   * Sends a request in our words, as far as they are known, and keeps the response.
   * @param refused - whether the request must be refused as invalid
   * @returns the exchange with the response in our words
   */
  async ask(id: OperationId, request: Sendable = {}, refused = false): Promise<Exchange> {
    const exchange = await this.#send(id, request, refused);
    // Without a description, each response may be the first that shows the contents of a list.
    if (exchange.succeeded && this.#known.size > 0 && !this.isDescribed(id)) this.#learnAgain(id);
    return this.#inOurs(id, exchange);
  }

  #learnAgain(id: OperationId): void {
    this.#known = new Map(this.#known).set(id, this.#learnedFrom(operation(id)));
  }

  async #send(id: OperationId, request: Sendable, refused: boolean): Promise<Exchange> {
    const { path, query, body } = request;
    const words = this.#translation(id);
    const exchange = await this.#client.send(operation(id), {
      path: path && inTheirs(words.path, path),
      query: query && inTheirs(words.query, query),
      body: body === undefined ? undefined : words.request.toTheirs(body),
    });
    if (exchange.status >= 400 && exchange.status < 500) this.#noteError(exchange);
    this.#seenOf(id).note(exchange, refused);
    if (exchange.succeeded) this.#seenOf(id).accepts(request);
    return exchange;
  }

  #inOurs(id: OperationId, exchange: Exchange): Exchange {
    const { response: words } = this.#translation(id);
    if (!exchange.succeeded || exchange.json === undefined || words.isIdentity) return exchange;
    const ours = Buffer.from(JSON.stringify(words.toOurs(exchange.json)));
    return exchange.withResponses((response) => ({ ...response, body: ours }));
  }

  /** The client with which prerequisites read the target in our words. */
  get api(): Client {
    const methods = operations.map(({ operationId }) => [
      operationId,
      (request?: Sendable) => this.ask(operationId, request),
    ]);
    const send: Client['send'] = ({ operationId }, request) => this.ask(operationId, request);
    // As in the client itself, the methods are the contract's operations.
    return { ...this.#client, ...Object.fromEntries(methods), send } as Client;
  }

  /** Exchanges in our words, as far as they are known. */
  get inOurs(): InOurs {
    const translated = (body: Buffer, words: Translation) => {
      const json = words.isIdentity ? undefined : jsonOf({ status: 200, headers: {}, body });
      return json === undefined ? body : Buffer.from(JSON.stringify(words.toOurs(json)));
    };
    return {
      request: (request) => {
        if (request.operation === undefined || request.body === undefined) return request;
        const { request: words } = this.#translation(request.operation.operationId);
        return { ...request, body: translated(request.body, words) };
      },
      response: ({ operation: called }, response) => {
        if (called === undefined) return response;
        return {
          ...response,
          body: translated(response.body, this.#translation(called.operationId).response),
        };
      },
    };
  }

  #translation(id: OperationId): OperationTranslation {
    return this.#known.get(id)?.translation ?? sameWords;
  }

  #noteError(exchange: Exchange): void {
    const { status, json, text } = exchange;
    const isEmpty = text === '';
    const error = { type: mediaTypeOf(exchange).type, isEmpty, json: isEmpty ? undefined : json };
    this.#errors.set(status, [...(this.#errors.get(status) ?? []), error].slice(0, mostKept));
  }

  #seenOf(id: OperationId): SeenOperation {
    const seen = this.#seen.get(id) ?? new SeenOperation(id);
    this.#seen.set(id, seen);
    return seen;
  }
}

function inTheirs({ toTheirs }: Translation, values: JsonObject): JsonObject {
  const theirs = toTheirs(values);
  return isJsonObject(theirs) ? theirs : values;
}
