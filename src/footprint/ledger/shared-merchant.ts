import { translations } from '../../contract/documents/document.js';
import { namesInTheirs } from '../../contract/mapping/translation.js';
import { batchWrites, operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import { lastName, member } from '../../contract/values/path.js';
import { percentDecoded } from '../../contract/values/percent-encoding.js';
import { validKey } from '../../http/client.js';
import { type ExchangeRequest, type ExchangeResponse, jsonOf } from '../../http/exchange.js';
import { contentOf, wireRequest } from '../../http/transports/translated-transport.js';
import { ForeignWrite, isSafe, type Transport, type WireRequest } from '../../http/transports/transport.js';
import { leavesOf } from '../../operations/records/index.js';
import type { SharedFolders } from '../../target/environment.js';
import type { Settings } from '../../target/settings.js';
import { fingerprints, type KeyName, keyNames } from './entry.js';
import { Ledger, ledgerFolder } from './ledger.js';
import { isNamedByARun, itemIdsIn, OwnThings, textsAt } from './own-things.js';
import { bodyText, bodyValues, idAt, keyIn, operationOf, type Write, writeOf } from './write.js';

/** Batch writes that a test has sent, until each has ended: a thing that may still change is not dealt out. */
class WritesUnderWay {
  /**
   * The ids or keys that each write names. A write is identified by its number until it is answered, then by its batch
   * id in lower case.
   */
  readonly #writes = new Map<number | string, readonly string[]>();

  /** Notes that a write which names things is sent. */
  sent(write: number, names: readonly string[]): void {
    if (names.length > 0) this.#writes.set(write, names);
  }

  /** Notes that a write was refused and did nothing. */
  refused(write: number): void {
    this.#writes.delete(write);
  }

  /** Notes that a write was accepted. A write without a batch counts as never ending. */
  accepted(write: number, batchRequestId: string | undefined): void {
    const names = this.#writes.get(write);
    if (names === undefined || batchRequestId === undefined) return;
    this.#writes.delete(write);
    this.#writes.set(batchRequestId.toLowerCase(), names);
  }

  ended(batchRequestId: string): void {
    this.#writes.delete(batchRequestId.toLowerCase());
  }

  has(name: string): boolean {
    return this.names.includes(name);
  }

  /** Everything that such writes name. */
  get names(): readonly string[] {
    return [...this.#writes.values()].flat();
  }
}

/** The names that a test uses in its requests. */
export class TestThings {
  readonly skus = new Set<string>();
  readonly styleKeys = new Set<string>();
  /** Ids of its subscriptions that are not deleted yet, and the URLs and descriptions that it sent for them. */
  readonly subscriptionIds = new Set<string>();
  readonly subscriptionTexts = new Set<string>();
  readonly moves = new WritesUnderWay();
  /** Writes that name products by their skus or style keys. */
  readonly productWrites = new WritesUnderWay();
  /**
   * Skus and style keys that no other test can use: of a product that got a status, or whose stock or price is valid
   * from a given time.
   */
  readonly usedUp = new Set<string>();

  /** Whether another test may use a product after this one: it is still a draft, and nothing will change it. */
  leaves({ sku, style_key }: { readonly sku: string; readonly style_key: string }): boolean {
    return ![sku, style_key].some((key) => this.usedUp.has(key) || this.productWrites.has(key));
  }

  /** Notes that a write of products is sent. */
  sends(write: number, { operation, values }: Write): void {
    if (operation?.tag !== 'products' || operation.safe) return;
    const [skus, styleKeys] = [textsAt(values, 'sku'), textsAt(values, 'style_key')];
    this.productWrites.sent(write, [...skus, ...styleKeys]);
    const leaves = leavesOf(operation);
    const hasTime = values.some(({ key }) => key === 'valid_at');
    for (const key of leaves === 'a status update' ? styleKeys : hasTime ? skus : []) this.usedUp.add(key);
  }

  /** Notes the response to a batch write. @param batch undefined if it began none */
  answered(write: number, status: number, batch: string | undefined): void {
    for (const writes of [this.moves, this.productWrites]) {
      if (status < 400) writes.accepted(write, batch);
      else if (status < 500) writes.refused(write);
    }
  }

  /** Notes the end of a batch. */
  ended(batch: string): void {
    for (const writes of [this.moves, this.productWrites]) writes.ended(batch);
  }
}

/** Exchanges in the contract's words, if a layer above sends the target's words. */
export interface InOurs {
  request(request: WireRequest): ExchangeRequest;
  response(request: WireRequest, response: ExchangeResponse): ExchangeResponse;
}

/** The contract's words are on the wire. */
const asSent: InOurs = { request: (request) => request, response: (_, response) => response };

/** Number of the last write of this process. */
let writes = 0;

/** The run, or another command, that creates things. */
interface Origin {
  /** Prefix of every name that it creates. */
  readonly prefix: string;
  readonly folders: SharedFolders;
}

/** The work of this process on a merchant that others use too: it changes nothing but what the run created. */
export class SharedMerchant {
  readonly #baseUrl: string;
  readonly #nameOf: (key: string | undefined) => KeyName;
  readonly #own: OwnThings;
  readonly #ledger: Ledger;

  constructor(settings: Settings, { prefix, folders }: Origin) {
    const { baseUrl } = settings;
    this.#baseUrl = baseUrl;
    this.#nameOf = keyNames(settings);
    this.#own = new OwnThings(prefix, settings.orders);
    const folder = ledgerFolder(folders, settings.name);
    const [processes, keys] = [[process.pid, process.ppid], fingerprints(settings, prefix)];
    this.#ledger = new Ledger({ folder, prefix, processes, baseUrl, keys });
  }

  /**
   * A transport that changes nothing but what the run created, and enters in the ledger what it is about to create. It
   * is the last layer before the wire that knows the contract's words.
   * @param named collects the names of the test's things
   * @param inOurs the words of a layer above that has already put them into the target's: then a request must be
   *   allowed in both
   * @throws ForeignWrite instead of sending a request that could change something else
   */
  over(transport: Transport, named: TestThings, inOurs: InOurs = asSent): Transport {
    return {
      ...transport,
      send: async (request) => {
        if (isSafe(request)) {
          const response = await transport.send(request);
          this.#read(request, inOurs.response(request, response), named);
          return response;
        }
        const ours = inOurs.request(request);
        const write = writeOf(ours, this.#baseUrl);
        await this.#lookUp(write, transport, named);
        if (ours !== request) this.#refuse(writeOf(request, this.#baseUrl));
        const number = this.#enter(write, named);
        const response = await transport.send(request);
        this.#answered(write, number, inOurs.response(request, response), named);
        return response;
      },
    };
  }

  /** Notes a subscription of the run that a key created. */
  owns(subscription: string, key: string | undefined): void {
    this.#own.addSubscription(subscription);
    this.#ledger.enter({ kind: 'subscription id', key: this.#nameOf(key), id: subscription });
  }

  close(): void {
    this.#ledger.close();
  }

  /** Looks up keys that are too short for the run's prefix: if a product has one, the write is not sent. */
  async #lookUp(write: Write, transport: Transport, named: TestThings) {
    for (const [name, value] of this.#own.toLookUp(write, this.#nameOf(write.key))) {
      const lookup = wireRequest({
        baseUrl: this.#baseUrl,
        operation: operation('listProducts'),
        request: { query: { [name]: value } },
        credentials: validKey(write.key ?? ''),
      });
      this.#read(lookup, await transport.send(lookup), named);
    }
  }

  /** @throws ForeignWrite if the write could change something that the run didn't create */
  #refuse(write: Write): void {
    const refusal = this.#own.refusalOf(write, this.#nameOf(write.key));
    if (refusal === undefined) return;
    this.#ledger.enter({ kind: 'withheld', operation: write.operation?.operationId ?? write.method });
    throw new ForeignWrite(
      `${write.method} ${write.path.slice(0, 80)} was not sent, because it ${refusal}, and others use this merchant too`,
    );
  }

  /** @returns the number of the write */
  #enter(write: Write, named: TestThings): number {
    this.#refuse(write);
    const key = this.#nameOf(write.key);
    writes += 1;
    const { operation, values } = write;
    const [skus, styleKeys] = [textsAt(values, 'sku'), textsAt(values, 'style_key')];
    for (const sku of skus) named.skus.add(sku);
    for (const styleKey of styleKeys) named.styleKeys.add(styleKey);
    if (operation?.tag === 'orders') named.moves.sent(writes, itemIdsIn(values));
    named.sends(writes, write);
    const leaves = leavesOf(operation);
    if (leaves === 'products') this.#ledger.enter({ kind: 'products', key, skus, styleKeys });
    if (leaves === 'a status update')
      this.#ledger.enter({ kind: 'status', key, write: writes, styleKeys, at: new Date().toISOString() });
    if (leaves === 'a subscription' || leaves === 'changes to a subscription') {
      const [urls, descriptions] = [textsAt(values, 'url'), textsAt(values, 'description')];
      for (const text of [...urls, ...descriptions]) named.subscriptionTexts.add(text);
      if (leaves === 'a subscription') this.#ledger.enter({ kind: 'subscription', key, urls, descriptions });
    }
    return writes;
  }

  #read(request: ExchangeRequest, response: ExchangeResponse, named: TestThings): void {
    const called = operationOf(request, this.#baseUrl);
    if (batchWrites.some(({ resultsOperation }) => resultsOperation === called?.operationId)) {
      const result = jsonOf(response);
      const [batch, status] = [member(result, 'batchRequestId'), member(result, 'status')];
      if (typeof batch === 'string' && (status === 'completed' || status === 'failed')) {
        this.#ledger.endBatch(batch);
        const outcomes = called?.operationId === 'getProductResults' ? outcomesIn(result) : [];
        const skusOf = (isMade: boolean) =>
          outcomes.filter((each) => each.isMade === isMade).map(({ sku }) => sku);
        named.ended(batch);
        this.#ledger.endUpsert(this.#nameOf(keyIn(request)), batch, {
          made: skusOf(true),
          refused: skusOf(false),
        });
      }
    }
    this.#own.learn(called, request.url, response, this.#nameOf(keyIn(request)));
  }

  #answered(write: Write, number: number, response: ExchangeResponse, named: TestThings): void {
    const { method, tag } = write.operation ?? {};
    const answered = (name: string) => idAt(jsonOf(response), name);
    if (tag === 'orders' || tag === 'products')
      named.answered(number, response.status, answered('batchRequestId'));
    const leaves = leavesOf(write.operation);
    if (leaves === 'products' && response.status >= 400 && response.status < 500)
      this.#ledger.refuseUpsert(this.#nameOf(write.key), textsAt(write.values, 'sku'));
    if (leaves === 'a status update')
      this.#ledger.responseStatus(this.#nameOf(write.key), number, answered('batchRequestId'));
    if (method === 'DELETE' && response.status < 300)
      named.subscriptionIds.delete(percentDecoded(write.segment ?? ''));
    const id = leaves === 'a subscription' ? answered('id') : undefined;
    if (id === undefined) return;
    named.subscriptionIds.add(id);
    this.owns(id, write.key);
  }
}

/** The skus in the result of an upsert, and whether each was created or changed. */
function outcomesIn(result: unknown): readonly { readonly sku: string; readonly isMade: boolean }[] {
  const items = member(result, 'items');
  return (Array.isArray(items) ? items : []).flatMap((item: unknown) => {
    const sku = member(member(item, 'requestItem'), 'sku');
    return typeof sku === 'string' ? [{ sku, isMade: member(item, 'success') !== false }] : [];
  });
}

/** The names of a test's things, by the fields under which an event may name them (gap G-12). */
interface NamedInEvents {
  readonly skus: ReadonlySet<string>;
  readonly styleKeys: ReadonlySet<string>;
  readonly orders: Pick<ReadonlySet<string>, 'has'>;
}

/**
 * Whether others caused an event: it names a product, a style or an order that the test doesn't name. Where an event
 * doesn't use the words of the target's lists, a name that another test of a run made up tells the same.
 * @param words of the target, for each operation
 */
export function isOthersEvent(
  body: Uint8Array,
  { skus, styleKeys, orders }: NamedInEvents,
  words = translations,
): boolean {
  const content = contentOf({ body: Buffer.from(body) });
  const values = bodyValues(content === undefined ? bodyText(body) : JSON.stringify(content));
  const strings = values.filter(({ isText }) => isText);
  const fieldsOf = (place: string, operationId: OperationId) =>
    new Set([lastName(place), ...namesInTheirs(words(operationId), place)]);
  const known = [
    { fields: fieldsOf('items[].sku', 'updateProductStock'), own: skus },
    { fields: fieldsOf('items[].style_key', 'updateProductStatus'), own: styleKeys },
    { fields: fieldsOf('order_number', 'listOrders'), own: orders },
  ];
  if (known.some(({ fields, own }) => strings.some(({ key, value }) => fields.has(key) && !own.has(value))))
    return true;
  const isOwn = strings.some(({ value }) => known.some(({ own }) => own.has(value)));
  return !isOwn && strings.some(({ value }) => isNamedByARun(value));
}
