import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { judgedAsDescribed } from '../contract/description/described-responses.js';
import { declaredLimit, descriptionDifferences } from '../contract/description/description-differences.js';
import { isJsonObject, type JsonObject, target } from '../contract/documents/document.js';
import { operationExcerpt } from '../contract/documents/document-part.js';
import {
  followed,
  isCircular,
  openApiProblem,
  UnjudgedDocument,
} from '../contract/documents/openapi-validity.js';
import type { TargetFile } from '../contract/mapping/file/target-file.js';
import type { Operation } from '../contract/operations.js';
import { member, writePath } from '../contract/values/path.js';
import { exchangeOver, validKey, withoutKey } from '../http/client.js';
import { Exchange, mediaTypeOf } from '../http/exchange.js';
import { secretsOfProcess } from '../http/shown/secrets.js';
import type { Transport } from '../http/transports/transport.js';
import type { Settings } from './settings.js';

/** An operation in an OpenAPI document, and the Path Item that contains it. */
export interface DescribedOperation {
  readonly operation: JsonObject;
  readonly item: JsonObject;
  /** Its path and its method, as the document writes them. */
  readonly keys: readonly [path: string, method: string];
}

/** Where a target serves its live description, and below which address its operations are. */
type Addresses = Pick<Settings, 'descriptionUrl' | 'baseUrl'>;

/** Where the servers of a document don't matter. */
const anywhere = { descriptionUrl: 'http://target.invalid', baseUrl: 'http://target.invalid' };

/**
 * The operations of an OpenAPI document by their keys; empty if it is not one. An operation has a key for each address
 * to which one of its servers leads, below the {base_url}.
 */
export function describedOperations(
  document: unknown,
  addresses: Addresses = anywhere,
): ReadonlyMap<string, DescribedOperation> {
  const found = new Map<string, DescribedOperation>();
  const usual = serversIn(member(document, 'servers'), addresses);
  for (const [path, written] of entriesOf(member(document, 'paths'))) {
    const item = { ...followed(Object(document), written), ...Object(written) };
    // Members such as `parameters` get a key that matches no operation.
    for (const [method, operation] of entriesOf(item)) {
      if (!isJsonObject(operation)) continue;
      const own = operation.servers ?? item.servers;
      for (const server of own === undefined ? usual : serversIn(own, addresses)) {
        const { below, isExact } = pathBelow(addresses.baseUrl, server, path);
        const key = operationKey(method, below);
        // The document may describe other services, too.
        if (isExact || !found.has(key)) found.set(key, { operation, item, keys: [path, method] });
      }
    }
  }
  return found;
}

/** The key of an operation, such as `GET /api/v1/webhooks/{}`: without names of parameters or a slash at the end. */
export function operationKey(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{[^{}]+\}/g, '{}').replace(/\/$/, '')}`;
}

/** Whoever wrote the document, reading it takes few steps: real ones name a few dozen short addresses. */
const most = { servers: 200, length: 300 };

/** The servers that a document writes, as far as they can lead here; its own host if there are none. */
function serversIn(written: unknown, { baseUrl, descriptionUrl }: Addresses): readonly URL[] {
  const here = `${baseUrl} ${descriptionUrl}`;
  const servers = entriesOf(written).slice(0, most.servers);
  const urls = servers.flatMap(([, server]) =>
    shortTexts(member(server, 'url')).map((url) =>
      url.replaceAll(/\{([^{}]*)\}/g, (_, name: string, at: number) => {
        const value = fillingOf(member(member(server, 'variables'), name), here);
        // The document doesn't explain the variable: a host needs a name all the same.
        return value ?? (/\/\/[^/]*$/.test(url.slice(0, at)) ? name : '');
      }),
    ),
  );
  const readable = urls.filter((each) => URL.canParse(each, descriptionUrl));
  return (readable.length === 0 ? ['/'] : readable).map((each) => new URL(each, descriptionUrl));
}

/** The value of a server's variable that most of an address here consists of; otherwise its usual one, if it has one. */
function fillingOf(variable: unknown, here: string): string | undefined {
  const { default: usual, enum: others } = Object(variable);
  const values = shortTexts(usual, others);
  const leading = values.filter((value) => here.includes(value)).toSorted((a, b) => b.length - a.length);
  return leading[0] ?? values[0];
}

function shortTexts(...values: readonly unknown[]): readonly string[] {
  // YAML reads a version such as 1 as a number.
  const texts = values.flat().filter((each) => typeof each === 'string' || typeof each === 'number');
  return texts.map(String).filter(({ length }) => length <= most.length);
}

/**
 * The path below the {base_url} at which a path of a server may be, and whether it is certainly there. On the service's
 * own origin, the document may lack the path of the {base_url}, because a gateway removes it. Below a {base_url} without a
 * path, which a gateway may lead to, and on any other origin, only the prefix of clause 9 and what follows it count.
 */
function pathBelow(baseUrl: string, server: URL, path: string) {
  const base = new URL(baseUrl);
  const [prefix = '', whole = ''] = [base, server].map(({ pathname }) =>
    pathname.replaceAll(/\/{2,}/g, '/').replace(/\/$/, ''),
  );
  const full = whole + path;
  const isHere = server.origin === base.origin;
  const isExact = isHere && full.startsWith(`${prefix}/api/v1/`);
  if (isExact) return { below: full.slice(prefix.length), isExact };
  const isWhole = isHere && prefix !== '';
  return { below: isWhole ? full : full.slice(Math.max(0, full.lastIndexOf('/api/v1/'))), isExact };
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** The machine-readable description that the target serves, as received (clauses 8.1 and 9). */
export class LiveDescription {
  /** The request for it and the response: a document, or something else. */
  readonly exchange: Exchange;
  /** Empty: no other request led to this one. */
  readonly trail: readonly string[] = [];
  /** The version that it declares (clause 9.2). */
  readonly version: unknown;
  /** Why the document is not valid OpenAPI; undefined if it is valid or not validated yet. */
  problem?: string;
  /** Why the suite can't tell whether it is valid; undefined if it can. */
  unjudged?: string;
  /** What was received, read as JSON or YAML; undefined if it is neither. */
  readonly document: unknown;
  /** By their keys. */
  readonly operations: ReadonlyMap<string, DescribedOperation>;
  /** The document of a success; empty otherwise. */
  readonly #document: JsonObject;
  #isValidated = false;

  constructor(exchange: Exchange, addresses: Addresses) {
    this.exchange = exchange;
    this.document = exchange.json ?? yamlIn(exchange.text);
    const isReadable = exchange.succeeded && !isCircular(this.document);
    this.#document = isReadable && isJsonObject(this.document) ? this.document : {};
    this.version = member(this.#document.info, 'version');
    this.operations = describedOperations(this.#document, addresses);
  }

  /** Finds out whether it is valid OpenAPI, and only once, because it takes longer than the request. */
  async validated(): Promise<this> {
    if (this.#isValidated || !this.exchange.succeeded || this.document === undefined) return this;
    this.#isValidated = true;
    try {
      const found = await openApiProblem(this.document);
      this.problem = found && `${found.place} ${found.problem}`;
    } catch (error) {
      if (!(error instanceof UnjudgedDocument)) throw error;
      this.unjudged = error.message;
    }
    return this;
  }

  /** A digest of the text: it shows whether the description has changed since the target's file was learned. */
  get digest(): string {
    return createHash('sha256').update(this.exchange.text).digest('hex').slice(0, 8);
  }

  /** The description that the target's file was learned from; undefined if it is this one, or unknown. */
  get learnedFromOther(): NonNullable<TargetFile['learned']> | undefined {
    const learned = target.file?.learned;
    return !this.exchange.succeeded || learned?.digest === this.digest ? undefined : learned;
  }

  /**
   * Compares an operation of the description with the contract. Only useful if the description is valid.
   * @throws IntricateSchemas if its schemas take too long to read
   * @returns the differences, none if both agree; the place of the operation in the document, and the request for the
   * description with that part of the response
   */
  compared(operation: Operation) {
    const described = this.#described(operation);
    const path = ['paths', ...(described?.keys ?? [operation.path, operation.method.toLowerCase()])];
    const excerpt = operationExcerpt(path, described?.operation ?? {});
    return {
      operation,
      at: `body ${writePath(path)}`,
      exchange: new Exchange({ ...this.exchange, operationId: operation.operationId, excerpt }),
      differences: descriptionDifferences(this.#document, operation, described),
    };
  }

  /** Judges the body of a response by the schema that the description has for it: see {@link judgedAsDescribed}. */
  judged(operation: Called, exchange: Exchange) {
    const { received, receivedJson: body } = exchange;
    const described = this.#described(operation);
    if (described === undefined || body === undefined) return undefined;
    const response = { status: received.status, mediaType: mediaTypeOf(exchange).type, body };
    return judgedAsDescribed(this.#document, described.operation, response);
  }

  /** Whether it has an operation with this method and path. */
  names(operation: Called): boolean {
    return this.#described(operation) !== undefined;
  }

  /** The requests per minute that it declares for an operation (clause 8.1); undefined if it declares none. */
  limitOf(operation: Called): number | undefined {
    const limit = declaredLimit(this.#described(operation)?.operation ?? {});
    return typeof limit === 'number' ? limit : undefined;
  }

  #described({ method, path }: Called): DescribedOperation | undefined {
    return this.operations.get(operationKey(method, path));
  }
}

/** An operation, or what may be one. */
type Called = Pick<Operation, 'path'> & { readonly method: string };

/** The most characters of a document in YAML: its parser takes far longer than that of JSON. */
const mostYaml = 4 * 1024 * 1024;

/** The document of a text in YAML; undefined if it is none. */
function yamlIn(marked: string): unknown {
  const text = marked.replace(/^\ufeff/, '');
  if (text.length > mostYaml || !/^\{?["']?openapi["']?\s*:/m.test(text)) return undefined;
  try {
    // Each alias may repeat the whole document: the longer it is, the fewer it may have.
    return parse(text, { logLevel: 'error', merge: true, maxAliasCount: Math.max(100, 1e8 / text.length) });
  } catch {
    return undefined;
  }
}

/**
 * Requests the live description without a key, and again with a key if that is refused. The key is sent only to the
 * origin of the service.
 * @throws TransportError when there is no complete response
 */
export async function loadLiveDescription(
  settings: Addresses & Pick<Settings, 'apiKeys'>,
  transport: Transport,
): Promise<LiveDescription> {
  const { descriptionUrl: url, baseUrl, apiKeys } = settings;
  const open = await ask(url, transport);
  const isOfService = new URL(url).origin === new URL(baseUrl).origin;
  const isRefused = open.status === 401 || open.status === 403;
  const [key] = isRefused && isOfService ? apiKeys : [];
  return new LiveDescription(key === undefined ? open : await ask(url, transport, key), settings);
}

function ask(url: string, transport: Transport, key?: string): Promise<Exchange> {
  secretsOfProcess.add(key);
  const request = {
    method: 'GET',
    // A URL without a path asks for "/".
    url: new URL(url).href,
    headers: { accept: 'application/json', ...(key !== undefined && { 'x-api-key': key }) },
  };
  const credentials = key === undefined ? withoutKey : validKey(key);
  const options = { transport, credentials, secrets: secretsOfProcess };
  // It is not an operation of the contract. Sentences quote parts of it, and of a key that is cut into parts, nothing
  // would be recognised, so a repeated key is removed.
  return exchangeOver(options, request, { operationId: 'live description', outsideContract: true });
}
