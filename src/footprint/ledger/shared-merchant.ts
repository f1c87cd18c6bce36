import { randomUUID } from 'node:crypto';
import { batchWrites } from '../../contract/operations.js';
import { eachEntry, member, valuesAt } from '../../contract/values/path.js';
import { percentDecoded } from '../../contract/values/percent-encoding.js';
import { createClient, validKey } from '../../http/client.js';
import { type ExchangeRequest, type ExchangeResponse, jsonOf } from '../../http/exchange.js';
import { contentOf } from '../../http/transports/translated-transport.js';
import { ForeignWrite, isSafe, type Transport, type WireRequest } from '../../http/transports/transport.js';
import type { OwnNames } from '../../operations/prerequisites/dealt-orders.js';
import type { Settings } from '../../target/settings.js';
import { finalStatuses } from '../../verdicts/oracles/batches/followed-batch.js';
import { fingerprints, type KeyName, keyNames, type Names } from './entry.js';
import { ledgerFolder, ledgerIn, type Origin } from './ledger.js';
import { isNamedByARun, itemIdsIn, OwnThings, textsAt } from './own-things.js';
import { bodyText, bodyValues, idAt, type Write, writeOf } from './write.js';

/** The names that a test uses in its requests. */
export class TestThings implements OwnNames {
  readonly skus = new Set<string>();
  readonly styleKeys = new Set<string>();
  readonly subscriptionIds = new Set<string>();
  readonly subscriptionTexts = new Set<string>();
  readonly orders: OwnNames['orders'] = new Map();
  /**
   * For each write that has not ended, the ids of order items, the skus and the style keys that it names. A write is
   * identified by its number until it is answered, and then by its batch id in lower case. A write without a batch
   * never ends. Neither does one that leaves a product with a status, or with a stock or price that is valid from a
   * given time.
   */
  readonly #underWay = new Map<string, readonly string[]>();

  /** Whether one of the test's writes may still change any of the named things, so that no other test can use them. */
  mayChange(...names: readonly string[]): boolean {
    return [...this.#underWay.values()].flat().some((name) => names.includes(name));
  }

  /** Notes that a write is sent. */
  sends(write: string, { operation, values, makes }: Write): void {
    const { skus, styleKeys, texts } = namesIn(values);
    for (const sku of skus) this.skus.add(sku);
    for (const styleKey of styleKeys) this.styleKeys.add(styleKey);
    if (operation?.tag === 'webhooks') for (const text of texts) this.subscriptionTexts.add(text);
    if (operation?.tag === 'orders') this.#underWay.set(write, itemIdsIn(values));
    if (operation?.tag !== 'products') return;
    const hasTime = values.some(({ key }) => key === 'valid_at');
    const isLasting = makes === 'a status update' || hasTime;
    this.#underWay.set(isLasting ? `lasting ${write}` : write, [...skus, ...styleKeys]);
  }

  /** Notes the response to a write; a refused write did nothing. @param batch undefined if the write began no batch */
  answered(write: string, status: number, batch: string | undefined): void {
    const names = this.#underWay.get(write);
    if (names === undefined || status >= 500 || (status < 400 && batch === undefined)) return;
    this.#underWay.delete(write);
    if (status < 400 && batch !== undefined) this.#underWay.set(batch.toLowerCase(), names);
  }

  /** Notes the end of a batch. */
  ended(batch: string): void {
    this.#underWay.delete(batch.toLowerCase());
  }

  /**
   * Whether others caused an event: it names a product, a style or an order that the test doesn't name. If the event
   * uses different words for them, a name that another test of a run made up is just as telling (gap G-12).
   */
  isOthersEvent(body: Buffer): boolean {
    const content = contentOf({ body });
    const values = bodyValues(content === undefined ? bodyText(body) : JSON.stringify(content));
    const strings = values.filter(({ isText }) => isText);
    const own = new Map(
      Object.entries({ sku: this.skus, style_key: this.styleKeys, order_number: this.orders }),
    );
    if (strings.some(({ key, value }) => own.get(key)?.has(value) === false)) return true;
    const isOwn = strings.some(({ value }) => [...own.values()].some((names) => names.has(value)));
    return !isOwn && strings.some(({ value }) => isNamedByARun(value));
  }
}

/** Translates exchanges into the contract's words, if a layer above sends the target's words. */
export interface InOurs {
  request(request: WireRequest): ExchangeRequest;
  response(request: WireRequest, response: ExchangeResponse): ExchangeResponse;
}

/** For exchanges that have the contract's words on the wire. */
const asSent: InOurs = { request: (request) => request, response: (_, response) => response };

/** The work of this process on a merchant that others also use: it changes nothing but what the run created. */
export class SharedMerchant {
  readonly #baseUrl: string;
  readonly #nameOf: (key: string | undefined) => KeyName;
  readonly #own: OwnThings;
  readonly #enterInLedger: ReturnType<typeof ledgerIn>;

  constructor(settings: Settings, { prefix, folders }: Origin) {
    const { baseUrl } = settings;
    this.#baseUrl = baseUrl;
    this.#nameOf = keyNames(settings);
    this.#own = new OwnThings(prefix, settings.orders);
    const folder = ledgerFolder(folders, settings.name);
    const [processes, keys] = [[process.pid, process.ppid], fingerprints(settings, prefix)];
    this.#enterInLedger = ledgerIn({ folder, prefix, processes, baseUrl, keys });
  }

  /**
   * A transport that changes nothing but what the run created, and enters in the ledger what it is about to create. It
   * is the last layer before the wire that uses the contract's words.
   * @param named collects the names of the test's things
   * @param inOurs translates back into the contract's words, if a layer above has already used the target's; a request
   * must then be allowed in both
   * @throws ForeignWrite instead of sending a request that could change something else
   */
  over(transport: Transport, named: TestThings, inOurs: InOurs = asSent): Transport {
    return {
      send: async (request) => {
        if (isSafe(request)) {
          const response = await transport.send(request);
          this.#read(request, inOurs.response(request, response), named);
          return response;
        }
        const ours = inOurs.request(request);
        const write = writeOf(ours, this.#baseUrl);
        await this.#lookUp(write, transport);
        if (ours !== request) this.#refuse(writeOf(request, this.#baseUrl));
        this.#refuse(write);
        const id = randomUUID();
        this.#enter(write, id, named);
        const response = await transport.send(request);
        this.#answered(write, id, inOurs.response(request, response), named);
        return response;
      },
    };
  }

  /** Notes a subscription of the run that a key created. */
  owns(subscription: string, key: string | undefined): void {
    this.#own.addSubscription(subscription);
    this.#enterInLedger({ kind: 'subscription id', key: this.#nameOf(key), id: subscription });
  }

  /**
   * Looks up keys that are too short to contain the run's prefix: if a product has one of them, the write is not sent.
   */
  async #lookUp(write: Write, transport: Transport) {
    const by = this.#nameOf(write.key);
    for (const [name, value] of this.#own.toLookUp(write, by)) {
      const credentials = validKey(write.key ?? '');
      const api = createClient({ baseUrl: this.#baseUrl, transport, credentials });
      const { response } = await api.listProducts({ query: { [name]: value } });
      const products = member(jsonOf(response), 'items');
      if (Array.isArray(products) && products.length === 0) this.#own.addUnusedKey(value, by);
    }
  }

  /** @throws ForeignWrite if the write could change something that the run didn't create */
  #refuse(write: Write): void {
    const refusal = this.#own.refusalOf(write, this.#nameOf(write.key));
    if (refusal !== undefined)
      throw new ForeignWrite(
        `${write.method} ${write.path.slice(0, 80)} was not sent, because it ${refusal}, and others use this merchant too`,
      );
  }

  /** @param id of the write in the ledger */
  #enter(write: Write, id: string, named: TestThings): void {
    named.sends(id, write);
    const { makes, values } = write;
    if (makes === undefined) return;
    const [key, at] = [this.#nameOf(write.key), new Date().toISOString()];
    this.#enterInLedger({ kind: 'write', write: id, key, makes, ...namesIn(values), at });
  }

  #answered(write: Write, id: string, response: ExchangeResponse, named: TestThings): void {
    const { status } = response;
    const json = jsonOf(response);
    const batch = idAt(json, 'batchRequestId');
    named.answered(id, status, batch);
    if (write.makes !== undefined) this.#enterInLedger({ kind: 'answer', write: id, status, batch });
    if (write.method === 'DELETE' && status < 300)
      named.subscriptionIds.delete(percentDecoded(write.segment ?? ''));
    const subscription = write.makes === 'a subscription' ? idAt(json, 'id') : undefined;
    if (subscription === undefined) return;
    named.subscriptionIds.add(subscription);
    this.owns(subscription, write.key);
  }

  #read(request: ExchangeRequest, response: ExchangeResponse, named: TestThings): void {
    const { operation: called, key } = writeOf(request, this.#baseUrl);
    if (batchWrites.some(({ resultsOperation }) => resultsOperation === called?.operationId)) {
      const result = jsonOf(response);
      const batch = member(result, 'batchRequestId');
      if (typeof batch === 'string' && finalStatuses.includes(String(member(result, 'status')))) {
        named.ended(batch);
        this.#enterInLedger({ kind: 'batch end', batch, ...outcomesIn(result) });
      }
    }
    this.#own.learn(called, response, this.#nameOf(key));
  }
}

/** The skus of the items of a batch result that succeeded, and of those that failed. */
function outcomesIn(result: unknown) {
  const [made, refused]: [string[], string[]] = [[], []];
  for (const item of valuesAt(result, ['items', eachEntry])) {
    const sku = member(member(item, 'requestItem'), 'sku');
    if (typeof sku === 'string') (member(item, 'success') === false ? refused : made).push(sku);
  }
  return { made, refused };
}

function namesIn(values: Write['values']): Names {
  return {
    skus: textsAt(values, 'sku'),
    styleKeys: textsAt(values, 'style_key'),
    texts: textsAt(values, 'url', 'description'),
  };
}
