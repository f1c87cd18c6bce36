import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { memberOf } from '../contract/closings/lens.js';
import { commandLine } from '../contract/folders.js';
import { batchWrites } from '../contract/operations.js';
import type { OperationId } from '../contract/types.js';
import { type ProductItem, productItem } from '../data/product-item.js';
import { closeLedger } from '../footprint/ledger/clean-up.js';
import { ledgerFolder } from '../footprint/ledger/ledger.js';
import { runPrefix } from '../footprint/ledger/own-things.js';
import { SharedMerchant, TestThings } from '../footprint/ledger/shared-merchant.js';
import { StyleRemoval } from '../footprint/ledger/style-removal.js';
import type { Client } from '../http/client.js';
import type { Exchange } from '../http/exchange.js';
import { visibleText } from '../http/shown-exchange.js';
import { ForeignWrite, type Transport, TransportError } from '../http/transport.js';
import { Batches } from '../operations/batches.js';
import { readReferenceData } from '../operations/prerequisites/reference-data.js';
import { Receiver } from '../operations/receiver.js';
import { lessAndLessOften, looks, runningClock, type TargetClock } from '../target/merchant.js';
import type { Settings } from '../target/settings.js';
import { Blocked, Inapplicable } from '../verdicts/finding.js';
import { type LearnedDeliveries, learnDeliveries, withEventWords } from './deliveries.js';
import { entriesIn } from './read-target.js';
import type { Survey } from './survey.js';
import type { LearnedEquality, LearnedTarget } from './target-yaml.js';
import { valuesIn } from './values-in.js';

interface WriteOptions {
  readonly survey: Survey;
  readonly settings: Settings;
  readonly environment: NodeJS.ProcessEnv;
  /** Waits as the rate limits require. */
  readonly transport: Transport;
  readonly clientOver: (transport: Transport) => Client;
  readonly say: (sentence: string) => void;
}

/**
 * Seconds of the target's clock to wait for a batch or an activation; if it takes longer, learning goes on without it.
 */
const mostSeconds = 30;

/** The number of items that are drawn; one of them is sent. */
const candidates = 40;

/** Begins the names of everything that learning creates: each time it uses the product that it left before. */
const ownPrefix = 'ct-learn-';

/** Values that no other product shows by chance. */
const telling = { quantity: 4327, newQuantity: 5843, weight: 1613, retail: 83.17, sale: 71.53 } as const;

/**
 * Learns from a few writes on a product and a subscription of its own: from their answers, and from the places where
 * lists and results show the sent values. Everything is entered in the ledger before it is sent, and removed at the end
 * as far as the API allows. The product, which it can't delete, is the same each time. A failed write is reported, and
 * learning goes on.
 * @returns the facts about deliveries, undefined if none could be received, and about equal submissions
 */
export async function tryWrites(options: WriteOptions): Promise<Pick<LearnedTarget, 'deliveries' | 'equal'>> {
  const { settings, environment, transport, clientOver, survey, say } = options;
  const prefix = environment.CONFORMANCE_RUN_PREFIX ? runPrefix(environment) : ownPrefix;
  const merchant = new SharedMerchant({ ...settings, orders: [] }, prefix, environment);
  survey.sendBy(clientOver(merchant.over(transport, new TestThings())));
  const clock = runningClock(settings.clockSpeed);
  const receiver = await receiverFor(settings, clock, say);
  const trial = new Trial(options, clock, prefix, receiver);
  try {
    await trial.subscribed((id) => merchant.owns(id, settings.apiKeys[0]));
    await trial.product();
    await trial.refusals();
  } finally {
    const isClean = await trial.removed();
    merchant.close();
    await receiver?.close();
    if (isClean) {
      closeLedger(ledgerFolder(environment, settings.name), prefix);
      for (const sentence of trial.kept()) say(sentence);
    } else
      say(
        `Not everything that begins with ${prefix} could be removed: ${commandLine('cleanup', ['--target', settings.name])} tries it again.`,
      );
  }
  survey.learn();
  return { deliveries: trial.deliveries(), equal: trial.equal };
}

/** A receiver of deliveries; undefined if the target could not reach it. */
async function receiverFor(
  { baseUrl: target }: Settings,
  clock: TargetClock,
  say: (sentence: string) => void,
): Promise<Receiver | undefined> {
  try {
    return await Receiver.start({ target, clock, deadline: mostSeconds });
  } catch (error) {
    if (!(error instanceof Inapplicable)) throw error;
    say(`No delivery of an event was received: ${error.message}.`);
    return undefined;
  }
}

class Trial {
  readonly #survey: Survey;
  readonly #clock: TargetClock;
  readonly #batches: Batches;
  readonly #prefix: string;
  readonly #options: Pick<WriteOptions, 'settings' | 'say'>;
  readonly #receiver: Receiver | undefined;
  #item: ProductItem | undefined;
  /** Whether an earlier call left the product: then it isn't a draft. */
  #wasThere = false;
  #isMade = false;
  #isPublished = false;
  #subscription: string | undefined;
  #event = 'stock.updated';
  #secret: string | undefined;
  #equal: LearnedEquality | undefined;

  constructor(options: WriteOptions, clock: TargetClock, prefix: string, receiver: Receiver | undefined) {
    this.#survey = options.survey;
    this.#options = options;
    this.#clock = clock;
    this.#batches = new Batches(options.survey.api, clock, mostSeconds);
    this.#prefix = prefix;
    this.#receiver = receiver;
  }

  /** Creates a product, updates its stock and price, and publishes it. */
  async product(): Promise<void> {
    const item = await this.#attempt('a product could not be made up', () => this.#newItem());
    if (item === undefined) return;
    this.#item = item;
    const { sku, style_key } = item;
    const [price] = item.prices;
    const before = await this.#attempt('the list of products could not be read', () =>
      this.#survey.ask('listProducts', { query: { sku } }),
    );
    this.#wasThere = [...valuesIn(before?.json, '').values()].flat().includes(sku);
    if (!(await this.#batch('upsertProducts', 'getProductResults', item))) return;
    this.#isMade = true;
    this.#expect('listProducts', 'items[]', item);
    const moment = (await this.#listed(item, {}, this.#wasThere ? undefined : 'draft')) ?? '';
    await this.#submittedTwice(item);
    const stock = { sku, quantity: telling.newQuantity };
    this.#isPublished = true;
    const [, , isSubmitted] = await Promise.all([
      this.#timedBatch('updateProductStock', 'getStockResults', stock, moment),
      this.#timedBatch('updateProductPrices', 'getPriceResults', { sku, price }, moment),
      this.#batch('updateProductStatus', 'getStatusResults', { style_key, status: 'published' }),
    ]);
    if (!isSubmitted) return;
    this.#expect('listProducts', 'items[]', stock);
    await this.#attempt('the list of products could not be read', async () => {
      for await (const _ of looks(this.#clock, [0, ...lessAndLessOften(mostSeconds)]))
        if ((await this.#listed(item, { status: 'active' })) !== undefined) return;
    });
    this.#survey.learn();
  }

  /**
   * Creates, reads and changes a subscription.
   * @param created is called with its id as soon as the id is known
   */
  async subscribed(created: (id: string) => void): Promise<void> {
    await this.#attempt('a subscription could not be tried', async () => {
      const types = await this.#survey.ask('listWebhookEventTypes');
      const events = (Array.isArray(types.json) ? types.json : []).map((each) => memberOf(each, 'event'));
      const [first] = events.filter((each) => typeof each === 'string');
      if (!events.includes(this.#event)) this.#event = first ?? this.#event;
      const name = `${this.#prefix}learn`;
      const body = {
        events: [this.#event],
        url: this.#receiver?.urlFor(name) ?? `https://webhooks.example/${name}`,
        description: name,
      };
      for (const id of ['createWebhook', 'getWebhook', 'updateWebhook'] as const) this.#expect(id, '', body);
      this.#expect('listWebhooks', '[]', body);
      const made = await this.#survey.askAndLearn('createWebhook', { body });
      const id = memberOf(made.json, 'id');
      if (typeof id !== 'string' && typeof id !== 'number')
        throw new Blocked(made.succeeded ? 'the answer to it shows no id' : `${made.line} is not a success`);
      this.#subscription = String(id);
      created(this.#subscription);
      const secret = memberOf(made.json, 'client_secret');
      if (typeof secret === 'string') this.#secret = secret;
      for (const each of ['getWebhook', 'updateWebhook'] as const)
        this.#survey.expect(each, new Map([['id', [id]]]));
      await this.#survey.ask('listWebhooks');
      await this.#survey.ask('getWebhook', { path: { id } });
      await this.#survey.ask('updateWebhook', { path: { id }, body: { enabled: true } });
      this.#survey.learn();
    });
  }

  /** The facts that the received deliveries show; undefined if no delivery arrived. */
  deliveries(): LearnedDeliveries | undefined {
    const received = this.#receiver?.deliveriesTo(`${this.#prefix}learn`) ?? [];
    if (received.length === 0 || this.#subscription === undefined) return undefined;
    const found = learnDeliveries(received, {
      event: this.#event,
      subscription: this.#subscription,
      about: [this.#item?.sku, this.#item?.style_key].filter((each) => each !== undefined),
      secret: this.#secret,
    });
    const types = this.#survey.learned.find(
      ({ operation: { operationId } }) => operationId === 'listWebhookEventTypes',
    );
    return withEventWords(found, types?.alignments.response);
  }

  /** Sends an invalid request to each write. The requests change nothing even if they are accepted. */
  async refusals(): Promise<void> {
    const writes: readonly OperationId[] = [
      ...batchWrites.map(({ operationId }) => operationId),
      'createWebhook',
    ];
    for (const id of writes)
      await this.#attempt(`the refusals of ${id} could not be tried`, async () => {
        await this.#survey.ask(id, { body: {} }, true);
      });
  }

  /**
   * Removes everything that was created.
   * @returns whether everything is gone that the API can remove
   */
  async removed(): Promise<boolean> {
    const deleted = await this.#attempt('the subscription could not be deleted', () => this.#deleted());
    const hidden = await this.#attempt('the product could not be taken out of the catalogue', () =>
      this.#hidden(),
    );
    return deleted === true && hidden === true;
  }

  /** What stays on the target although everything was removed, in a sentence. */
  kept(): readonly string[] {
    if (this.#item === undefined || !this.#isMade) return [];
    const again = this.#wasThere ? ' An earlier call had left it, and this one used it again.' : '';
    return [
      `The API can't delete products: the product ${this.#item.sku} stays, out of the catalogue, and the next call uses it again.${again}`,
    ];
  }

  async #deleted(): Promise<boolean> {
    if (this.#subscription === undefined) return true;
    const path = { id: this.#subscription };
    return (await this.#survey.ask('deleteWebhook', { path })).succeeded;
  }

  async #hidden(): Promise<boolean> {
    if (this.#item === undefined || !this.#isPublished) return true;
    const options = {
      api: this.#survey.api,
      batches: this.#batches,
      clock: this.#clock,
      deadline: mostSeconds,
    };
    const nothing = { styleKeys: [], seconds: 0 };
    return (await new StyleRemoval(options).remove([this.#item.style_key], nothing)).length === 0;
  }

  async #newItem(): Promise<ProductItem> {
    const { baseUrl, name, imageUrl } = this.#options.settings;
    const reference = await readReferenceData(this.#survey.api, imageUrl);
    // The same product each time, also on other machines: the API can't delete it. A target may require fields that are optional in the contract, so the item with the fewest nulls is sent; it also
    // shows the most.
    const seed = createHash('sha256').update(`${baseUrl} ${name}`).digest().readInt32BE();
    const own = { sku: `${this.#prefix}sku`, style_key: `${this.#prefix}style` };
    const items = fc
      .sample(productItem(reference, this.#prefix), { seed, numRuns: candidates })
      .map((item) => ({ ...item, ...own }));
    const bounded = items.filter((each) => this.#survey.isWithinBounds('upsertProducts', { items: [each] }));
    const drawn = (bounded.length > 0 ? bounded : items).reduce((fullest, each) =>
      nullsIn(each) < nullsIn(fullest) ? each : fullest,
    );
    const price = { retail_price: telling.retail, sale_price: telling.sale };
    return {
      ...drawn,
      name: `${this.#prefix}learn`,
      quantity: telling.quantity,
      weight: telling.weight,
      prices: drawn.prices.map((each) => ({ ...each, ...price })),
    };
  }

  /** Submits the item twice, the second time while the first batch is in flight, and waits for both. */
  async #submittedTwice(item: ProductItem): Promise<void> {
    await this.#attempt('an item could not be submitted twice', async () => {
      const submit = () => this.#survey.ask('upsertProducts', { body: { items: [item] } });
      const first = await this.#batches.identified(submit());
      const second = await this.#batches.identified(submit());
      const isSameBatch = second.batchRequestId === first.batchRequestId;
      this.#equal = {
        isSameBatch,
        source: 'answered',
        evidence: `the same item, sent to POST /products/ twice at once, got ${isSameBatch ? 'the id of the first batch' : 'two ids'}`,
      };
      for (const batch of [first, second]) await this.#batches.finished(batch);
    });
  }

  /** Whether an equal submission got the id of the batch in flight; undefined if that could not be tried. */
  get equal(): LearnedEquality | undefined {
    return this.#equal;
  }

  /**
   * Sends a batch of one item that takes effect at a time on the target's clock; if that fails, sends it without the
   * time.
   */
  async #timedBatch(
    write: OperationId,
    results: OperationId,
    item: object,
    moment: string,
  ): Promise<boolean> {
    const isDone = moment !== '' && (await this.#batch(write, results, { ...item, valid_at: moment }));
    return isDone || this.#batch(write, results, item);
  }

  /**
   * Sends a batch of one item, and follows it until it is finished.
   * @returns whether it was accepted and finished
   */
  async #batch(write: OperationId, results: OperationId, item: object): Promise<boolean> {
    this.#expect(write, 'items[]', item);
    this.#expect(results, 'items[].requestItem', item);
    const timed = 'valid_at' in item ? ' with valid_at' : '';
    const done = await this.#attempt(`${write} could not be tried${timed}`, async () => {
      const exchange = await this.#survey.askAndLearn(write, { body: { items: [item] } });
      if (!exchange.succeeded)
        throw new Blocked(
          `${exchange.line} refuses it: ${visibleText(JSON.stringify(exchange.json) ?? 'without a body').slice(0, 400)}`,
        );
      const id = memberOf(exchange.json, 'batchRequestId');
      if (typeof id === 'string')
        await this.#survey.askAndLearn(results, { query: { batch_request_id: id } });
      const finished = await this.#batches.finished(exchange);
      const failed = entriesIn(finished.exchange).filter(({ success }) => success === false);
      if (timed !== '' && failed.length > 0) throw new Blocked(`${exchange.line} is accepted, but fails`);
      return true;
    });
    this.#survey.learn();
    return done === true;
  }

  /**
   * Looks for the product in the list.
   * @param filter parameters of the list besides the sku
   * @param status our word for the status of the product, if known
   * @returns the time of the answer by its Date header, empty without one; undefined if the product isn't listed
   */
  async #listed(
    { sku }: ProductItem,
    filter: { readonly status?: string },
    status?: string,
  ): Promise<string | undefined> {
    const query = { sku, ...filter };
    const exchange = await this.#survey.ask('listProducts', { query });
    const row = entriesIn(exchange).find((each) => each.sku === sku);
    const shown = row?.status;
    if (status !== undefined && typeof shown === 'string')
      this.#survey.expectWord('listProducts', 'items[].status', status, shown);
    return row === undefined ? undefined : momentOf(exchange);
  }

  #expect(id: OperationId, at: string, value: object): void {
    this.#survey.expect(id, valuesIn(value, at));
  }

  async #attempt<Value>(trouble: string, action: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Blocked || error instanceof TransportError || error instanceof ForeignWrite))
        throw error;
      this.#options.say(
        `While learning, ${trouble}: ${error.message}. The facts that this would have shown are known from the live description alone, or left open.`,
      );
      return undefined;
    }
  }
}

/** The target's time of the answer, in seconds; empty if the answer has none. */
function momentOf(exchange: Exchange): string {
  const moment = Date.parse(exchange.header('date') ?? '');
  return Number.isNaN(moment) ? '' : new Date(moment).toISOString().replace('.000', '');
}

function nullsIn(item: object): number {
  return Object.values(item).filter((each) => each === null || (Array.isArray(each) && each.length === 0))
    .length;
}
