import { createHash } from 'node:crypto';
import { closedParts, stepsAt } from '../contract/closings/file-steps.js';
import { type TargetContract, target } from '../contract/closings/target.js';
import type { TargetFile } from '../contract/closings/target-file.js';
import { DescriptionComparison, type Difference } from '../contract/description-differences.js';
import { isJsonObject } from '../contract/document.js';
import { openApiProblem } from '../contract/openapi-validity.js';
import { type Operation, wireOperation } from '../contract/operations.js';
import type { OperationId } from '../contract/types.js';
import { Exchange } from '../http/exchange.js';
import type { Transport } from '../http/transport.js';
import {
  type DeclaredLimits,
  type DescribedOperation,
  describedOperations,
  limitKey,
  limitsIn,
  operationsIn,
  versionIn,
} from './described-operations.js';

/** What the description says of one operation, compared with the contract. */
export interface ComparedOperation {
  /** The request for the description, as one about that operation. */
  readonly exchange: Exchange;
  readonly trail: readonly string[];
  readonly operation: Operation;
  /** None where both agree. */
  readonly differences: readonly Difference[];
}

/** The machine-readable description that the target serves of itself, as it was answered (clauses 8.1 and 9). */
export class LiveDescription {
  /** The request for it, and what came: a document, or something else. */
  readonly exchange: Exchange;
  /** Nothing led there but the request. */
  readonly trail: readonly string[] = [];
  readonly version: unknown;
  /** Empty where it declares none. */
  readonly limits: DeclaredLimits;
  /** Why the document is not valid OpenAPI; undefined where it is, and where `validated` was not asked. */
  readonly problem: string | undefined;
  readonly #operations: ReadonlySet<string>;
  #described: ReadonlyMap<string, DescribedOperation> | undefined;
  #comparison: DescriptionComparison | undefined;
  #validated: Promise<LiveDescription> | undefined;

  constructor(exchange: Exchange, problem?: string) {
    this.problem = problem;
    const document = exchange.succeeded ? exchange.json : undefined;
    this.exchange = exchange;
    this.version = versionIn(document);
    this.limits = limitsIn(document);
    this.#operations = operationsIn(document);
  }

  /**
   * The same description, with why it is not valid OpenAPI. Only that of a success is looked at, and once only: it takes
   * longer than the request for it.
   */
  validated(): Promise<LiveDescription> {
    this.#validated ??= this.#validate();
    return this.#validated;
  }

  async #validate(): Promise<LiveDescription> {
    if (!this.exchange.succeeded || this.exchange.jsonError !== undefined) return this;
    const found = await openApiProblem(this.exchange.json);
    if (found === undefined) return this;
    return new LiveDescription(this.exchange, `${found.place} ${found.problem}`);
  }

  /** A digest of the text, by which it is known whether it changed since a target's file was learned. */
  get digest(): string {
    return createHash('sha256').update(this.exchange.text).digest('hex').slice(0, 8);
  }

  /** What the target's file was learned from, where that was another text; undefined where it was this one, or is unknown. */
  get learnedFromOther(): NonNullable<TargetFile['learned']> | undefined {
    const learned = target.file?.learned;
    return !this.exchange.succeeded || learned?.digest === this.digest ? undefined : learned;
  }

  /** Compares what it says of an operation with the contract. Only of a valid description is that of any use. */
  compared(operation: Operation): ComparedOperation {
    const { exchange, trail } = this;
    const document = exchange.succeeded && isJsonObject(exchange.json) ? exchange.json : {};
    this.#comparison ??= new DescriptionComparison(document);
    this.#described ??= describedOperations(document);
    const described = this.#described.get(limitKey(operation.method, operation.path));
    return {
      exchange: new Exchange({ ...exchange, operationId: operation.operationId }),
      trail,
      operation,
      differences: this.#comparison
        .differences(wireOperation(operation.operationId), described)
        .map((each) => withClosings(each, operation.operationId, this.learnedFromOther)),
    };
  }

  /** Whether it has an operation of that method and path. */
  names({ method, path }: { readonly method: string; readonly path: string }): boolean {
    return this.#operations.has(limitKey(method, path));
  }

  /** Requests per minute that it declares for an operation; undefined where it declares none. */
  limitOf({ method, path }: { readonly method: string; readonly path: string }): number | undefined {
    return this.limits.get(limitKey(method, path));
  }
}

/**
 * A difference as a reader of the target's file needs it: with the step that makes the contract say what it says there, and
 * with what became of the element since the file was learned.
 *
 * @param learned - from which other text the file was learned; undefined where the text is still the same, or nobody knows
 */
export function withClosings(
  { place, contract, described, gaps }: Difference,
  operationId: OperationId,
  learned: TargetFile['learned'],
  { file, path, translations }: Pick<TargetContract, 'file' | 'path' | 'translations'> = target,
): Difference {
  const [, part, field = ''] =
    /^(query|path|request|response)(?: 2\d\d)?(?: body)?(?: (.*))?$/.exec(place) ?? [];
  const of = closedParts.find((each) => each === part);
  // A place in any entry is that in the first one.
  const ours = of && translations(operationId)[of].pathInOurs(field.replaceAll('[]', '[0]'));
  const steps =
    file === undefined || of === undefined || ours === undefined ? [] : stepsAt(file, operationId, of, ours);
  const became = described.startsWith('no ') ? 'gone' : contract.startsWith('no ') ? 'new' : 'different';
  return {
    place,
    contract: steps.length === 0 ? contract : `${contract} (by ${path}: ${steps.join('; ')})`,
    described:
      learned === undefined
        ? described
        : `${described} (${became} since ${learned.on}, when ${path} was learned)`,
    gaps,
  };
}

/** Where the description is served, and a key of the target in case that it asks for one. */
export interface DescriptionPlace {
  readonly url: string;
  /** The {base_url}, to whose origin alone the key may be sent. */
  readonly baseUrl: string;
  readonly key?: string;
}

/**
 * Asks for the live description: without a key, and once more with one where that is refused.
 * @throws TransportError when no complete answer came back
 */
export async function loadLiveDescription(
  { url, baseUrl, key }: DescriptionPlace,
  transport: Transport,
): Promise<LiveDescription> {
  const open = await ask(url, transport);
  const mayHaveKey = new URL(url).origin === new URL(baseUrl).origin;
  const isRefused = open.status === 401 || open.status === 403;
  return new LiveDescription(
    isRefused && mayHaveKey && key !== undefined ? await ask(url, transport, key) : open,
  );
}

async function ask(url: string, transport: Transport, key?: string): Promise<Exchange> {
  const request = (secret: string | undefined) => ({
    method: 'GET',
    // A URL without a path asks for "/".
    url: new URL(url).href,
    headers: { accept: 'application/json', ...(secret !== undefined && { 'x-api-key': secret }) },
  });
  const startedAt = Date.now();
  const start = performance.now();
  const response = await transport.send(request(key), 'GET the live description');
  return new Exchange({
    operationId: 'live description',
    credential: key === undefined ? 'absent' : 'valid',
    request: request(key && '[redacted]'),
    response,
    startedAt,
    milliseconds: performance.now() - start,
    // It is no operation of the contract.
    outsideContract: true,
  });
}
