import { namesInTheirs } from '../../contract/closings/translation.js';
import { translations } from '../../contract/document.js';
import { batchWrites } from '../../contract/operations.js';
import { lastName } from '../../contract/path.js';
import type { OperationId } from '../../contract/types.js';
import { type ExchangeRequest, type ExchangeResponse, jsonOf, member } from '../../http/exchange.js';
import { contentOf } from '../../http/translated-transport.js';
import { ForeignWrite, isSafe, type Transport } from '../../http/transport.js';
import { leavesOf } from '../../operations/operation-records/index.js';
import type { Settings } from '../../target/settings.js';
import { partOfShard, shardIn } from '../budget/share.js';
import { fingerprints, type KeyName, keyNames } from './entry.js';
import { Ledger, ledgerFolder } from './ledger.js';
import { decoded, isNamedByARun, itemIdsIn, OwnThings, textsAt } from './own-things.js';
import { bodyText, bodyValues, idAt, keyIn, operationOf, type Write, writeOf } from './write.js';

/** Moves of order items that a test has sent, until each has ended: an item that still moves is not dealt out. */
export class MovesUnderWay {
  /**
   * The ids that each write names. A write is identified by its number until it is answered, then by its batch id in
   * lower case.
   */
  readonly #moves = new Map<number | string, readonly string[]>();

  /** Notes that a write which names items is sent. */
  sent(write: number, itemIds: readonly string[]): void {
    if (itemIds.length > 0) this.#moves.set(write, itemIds);
  }

  /** Notes that a write was refused and did nothing. */
  refused(write: number): void {
    this.#moves.delete(write);
  }

  /** Notes that a write was accepted. A write without a batch counts as never ending. */
  accepted(write: number, batchRequestId: string | undefined): void {
    const ids = this.#moves.get(write);
    if (ids === undefined || batchRequestId === undefined) return;
    this.#moves.delete(write);
    this.#moves.set(batchRequestId.toLowerCase(), ids);
  }

  ended(batchRequestId: string): void {
    this.#moves.delete(batchRequestId.toLowerCase());
  }

  has(itemId: string): boolean {
    return [...this.#moves.values()].some((ids) => ids.includes(itemId));
  }
}

/** The names that a test uses in its requests. */
export class TestThings {
  readonly skus = new Set<string>();
  readonly styleKeys = new Set<string>();
  /** Ids of its subscriptions that are not deleted yet, and the URLs and descriptions that it sent for them. */
  readonly subscriptionIds = new Set<string>();
  readonly subscriptionTexts = new Set<string>();
  readonly moves = new MovesUnderWay();
}

/** Number of the last write of this process. */
let writes = 0;

/** The work of this process on a merchant that others use too: it changes nothing but what the run created. */
export class SharedMerchant {
  readonly #baseUrl: string;
  readonly #nameOf: (key: string | undefined) => KeyName;
  readonly #own: OwnThings;
  readonly #ledger: Ledger;
  /** Numbers of the orders that the configuration names for this machine's tests. */
  readonly orders: readonly string[];

  /** @param prefix begins the name of everything that the run creates */
  constructor(settings: Settings, prefix: string, environment: NodeJS.ProcessEnv) {
    const { baseUrl } = settings;
    this.#baseUrl = baseUrl;
    this.#nameOf = keyNames(settings);
    // Other machines can't see which orders are taken here.
    this.orders = partOfShard(settings.orders, shardIn(environment));
    this.#own = new OwnThings(prefix, this.orders);
    const folder = ledgerFolder(environment, settings.name);
    const [processes, keys] = [[process.pid, process.ppid], fingerprints(settings, prefix)];
    this.#ledger = new Ledger({ folder, prefix, processes, baseUrl, keys });
  }

  /**
   * A transport that changes nothing but what the run created, and enters in the ledger what it is about to create. It
   * is the last layer before the wire that knows the contract's words.
   * @param named collects the names of the test's things
   * @throws ForeignWrite instead of sending a request that could change something else
   */
  over(transport: Transport, named: TestThings): Transport {
    return {
      ...transport,
      send: async (request) => {
        if (isSafe(request)) {
          const answer = await transport.send(request);
          this.#read(request, answer, named);
          return answer;
        }
        const write = writeOf(request, this.#baseUrl);
        const number = this.#enter(write, named);
        const answer = await transport.send(request);
        this.#answered(write, number, answer, named);
        return answer;
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

  /** @returns the number of the write */
  #enter(write: Write, named: TestThings): number {
    const key = this.#nameOf(write.key);
    const refusal = this.#own.refusalOf(write, key);
    const { operationId, tag } = write.operation ?? {};
    if (refusal !== undefined) {
      this.#ledger.enter({ kind: 'withheld', operation: operationId ?? write.method });
      throw new ForeignWrite(
        `${write.method} ${write.path.slice(0, 80)} was not sent, because it ${refusal}, and others use this merchant too`,
      );
    }
    writes += 1;
    const { values } = write;
    const [skus, styleKeys] = [textsAt(values, 'sku'), textsAt(values, 'style_key')];
    for (const sku of skus) named.skus.add(sku);
    for (const styleKey of styleKeys) named.styleKeys.add(styleKey);
    if (tag === 'orders') named.moves.sent(writes, itemIdsIn(values));
    const leaves = operationId === undefined ? 'nothing' : leavesOf(operationId);
    if (leaves === 'products') this.#ledger.enter({ kind: 'products', key, skus, styleKeys });
    if (leaves === 'a status update')
      this.#ledger.enter({ kind: 'status', key, write: writes, styleKeys, at: new Date().toISOString() });
    if (leaves === 'a subscription' || leaves === 'texts of a subscription') {
      const [urls, descriptions] = [textsAt(values, 'url'), textsAt(values, 'description')];
      for (const text of [...urls, ...descriptions]) named.subscriptionTexts.add(text);
      if (leaves === 'a subscription') this.#ledger.enter({ kind: 'subscription', key, urls, descriptions });
    }
    return writes;
  }

  #read(request: ExchangeRequest, answer: ExchangeResponse, { moves }: TestThings): void {
    const operation = operationOf(request, this.#baseUrl);
    if (batchWrites.some(({ resultsOperation }) => resultsOperation === operation?.operationId)) {
      const result = jsonOf(answer);
      const [batch, status] = [member(result, 'batchRequestId'), member(result, 'status')];
      if (typeof batch === 'string' && (status === 'completed' || status === 'failed')) {
        this.#ledger.endBatch(batch);
        moves.ended(batch);
      }
    }
    this.#own.learn(operation, request.url, answer, this.#nameOf(keyIn(request)));
  }

  #answered(write: Write, number: number, answer: ExchangeResponse, named: TestThings): void {
    const { operationId, tag } = write.operation ?? {};
    const answered = (name: string) => idAt(jsonOf(answer), name);
    if (tag === 'orders') {
      if (answer.status < 400) named.moves.accepted(number, answered('batchRequestId'));
      else if (answer.status < 500) named.moves.refused(number);
    }
    const leaves = operationId === undefined ? 'nothing' : leavesOf(operationId);
    if (leaves === 'a status update')
      this.#ledger.answerStatus(this.#nameOf(write.key), number, answered('batchRequestId'));
    if (operationId === 'deleteWebhook' && answer.status < 300)
      named.subscriptionIds.delete(decoded(write.segment ?? ''));
    const id = leaves === 'a subscription' ? answered('id') : undefined;
    if (id === undefined) return;
    named.subscriptionIds.add(id);
    this.owns(id, write.key);
  }
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
  const texts = values.filter(({ isText }) => isText);
  const fieldsOf = (place: string, operationId: OperationId) =>
    new Set([lastName(place), ...namesInTheirs(words(operationId), place)]);
  const known = [
    { fields: fieldsOf('items[].sku', 'updateProductStock'), own: skus },
    { fields: fieldsOf('items[].style_key', 'updateProductStatus'), own: styleKeys },
    { fields: fieldsOf('order_number', 'listOrders'), own: orders },
  ];
  if (known.some(({ fields, own }) => texts.some(({ key, value }) => fields.has(key) && !own.has(value))))
    return true;
  const isOwn = texts.some(({ value }) => known.some(({ own }) => own.has(value)));
  return !isOwn && texts.some(({ value }) => isNamedByARun(value));
}
