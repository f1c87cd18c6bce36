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

/** The names that a test uses in its requests. */
export class TestThings {
  readonly skus = new Set<string>();
  readonly styleKeys = new Set<string>();
  /** Ids of its subscriptions that are not deleted yet, and the URLs and descriptions that it sent for them. */
  readonly subscriptionIds = new Set<string>();
  readonly subscriptionTexts = new Set<string>();
  /**
   * The ids of order items, skus and style keys that each write names which has not ended. A write is identified by its
   * number until it is answered, then by its batch id in lower case. One without a batch never ends.
   */
  readonly #underWay = new Map<number | string, readonly string[]>();
  /**
   * Skus and style keys that no other test can use: of a product that got a status, or whose stock or price is valid
   * from a given time.
   */
  readonly #usedUp = new Set<string>();

  /** Whether a write of the test may still change a thing, which no other test can use then. */
  mayChange(name: string): boolean {
    return [...this.#underWay.values()].some((names) => names.includes(name));
  }

  /** Whether another test may use a product after this one: it is still a draft, and nothing will change it. */
  leaves({ sku, style_key }: { readonly sku: string; readonly style_key: string }): boolean {
    return ![sku, style_key].some((key) => this.#usedUp.has(key) || this.mayChange(key));
  }

  /** Notes that a write is sent. */
  sends(write: number, { operation, values }: Write): void {
    const [skus, styleKeys] = [textsAt(values, 'sku'), textsAt(values, 'style_key')];
    for (const sku of skus) this.skus.add(sku);
    for (const styleKey of styleKeys) this.styleKeys.add(styleKey);
    if (operation?.tag === 'orders') this.#underWay.set(write, itemIdsIn(values));
    if (operation?.tag === 'webhooks')
      for (const text of textsAt(values, 'url', 'description')) this.subscriptionTexts.add(text);
    if (operation?.tag !== 'products') return;
    this.#underWay.set(write, [...skus, ...styleKeys]);
    const hasTime = values.some(({ key }) => key === 'valid_at');
    const used = leavesOf(operation) === 'a status update' ? styleKeys : hasTime ? skus : [];
    for (const key of used) this.#usedUp.add(key);
  }

  /** Notes the response to a write: one that was refused did nothing. @param batch undefined if it began none */
  answered(write: number, status: number, batch: string | undefined): void {
    const names = this.#underWay.get(write);
    if (names === undefined || status >= 500 || (status < 400 && batch === undefined)) return;
    this.#underWay.delete(write);
    if (status < 400 && batch !== undefined) this.#underWay.set(batch.toLowerCase(), names);
  }

  /** Notes the end of a batch. */
  ended(batch: string): void {
    this.#underWay.delete(batch.toLowerCase());
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
  /** Batches whose end was entered in the ledger. */
  readonly #ended = new Set<string>();
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
    writes += 1;
    named.sends(writes, write);
    const key = this.#nameOf(write.key);
    const leaves = leavesOf(write.operation);
    const [skus, styleKeys] = [textsAt(write.values, 'sku'), textsAt(write.values, 'style_key')];
    if (leaves === 'products') this.#ledger.enter({ kind: 'products', key, skus, styleKeys });
    if (leaves === 'a status update')
      this.#ledger.enter({ kind: 'status', key, write: writes, styleKeys, at: new Date().toISOString() });
    if (leaves === 'a subscription')
      this.#ledger.enter({ kind: 'subscription', key, texts: textsAt(write.values, 'url', 'description') });
    return writes;
  }

  #read(request: ExchangeRequest, response: ExchangeResponse, named: TestThings): void {
    const called = operationOf(request, this.#baseUrl);
    const by = this.#nameOf(keyIn(request));
    if (batchWrites.some(({ resultsOperation }) => resultsOperation === called?.operationId)) {
      const result = jsonOf(response);
      const [batch, status] = [member(result, 'batchRequestId'), member(result, 'status')];
      if (typeof batch === 'string' && (status === 'completed' || status === 'failed')) {
        named.ended(batch);
        this.#enterEnd(batch, called?.operationId === 'getProductResults' ? outcomesIn(result) : [], by);
      }
    }
    this.#own.learn(called, request.url, response, by);
  }

  /** Enters the end of a batch, once. @param outcomes the skus that it made and refused, if it is one of upserts */
  #enterEnd(batch: string, outcomes: ReturnType<typeof outcomesIn>, key: KeyName): void {
    if (this.#ended.has(batch)) return;
    this.#ended.add(batch);
    this.#ledger.enter({ kind: 'batch end', batch });
    if (outcomes.length === 0) return;
    const skusOf = (isMade: boolean) =>
      outcomes.filter((each) => each.isMade === isMade).map(({ sku }) => sku);
    this.#ledger.enter({ kind: 'products end', key, made: skusOf(true), refused: skusOf(false) });
  }

  #answered(write: Write, number: number, response: ExchangeResponse, named: TestThings): void {
    const { status } = response;
    const answered = (name: string) => idAt(jsonOf(response), name);
    const batch = answered('batchRequestId');
    named.answered(number, status, batch);
    const key = this.#nameOf(write.key);
    const leaves = leavesOf(write.operation);
    if (leaves === 'products' && status >= 400 && status < 500)
      this.#ledger.enter({ kind: 'products end', key, made: [], refused: textsAt(write.values, 'sku') });
    if (leaves === 'a status update')
      this.#ledger.enter({ kind: 'status answer', key, write: number, batch });
    if (write.method === 'DELETE' && status < 300)
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
