import { type ProductItem, productItem } from '../arbitraries/product-item.js';
import type { ReferenceData } from '../arbitraries/reference-data.js';
import { sampleOne } from '../arbitraries/sample.js';
import type { Batches } from '../batches/batches.js';
import type { FollowedBatch } from '../batches/followed-batch.js';
import type { AnyRequest, Client } from '../client/client.js';
import { operation } from '../contract/operations.js';
import type { OperationId, RequestOf, SuccessBodyOf } from '../contract/types.js';
import type { Exchange } from '../exchange/exchange.js';
import type { Merchant } from '../target/merchant.js';
import { Blocked, Inapplicable } from '../verdicts/interruptions.js';
import type { Witness } from '../verdicts/recorder.js';
import { bodyOf } from './body-of.js';
import { readReferenceData } from './reference-data.js';
import { requestsThatSucceed } from './requests.js';

export type Order = SuccessBodyOf<'listOrders'>['items'][number];
export type Webhook = SuccessBodyOf<'createWebhook'>;

/** The last read of the list of active products, and what led to it. */
export interface ActiveListing extends Witness {
  readonly skus: readonly string[];
}

export interface PrerequisitesOptions {
  readonly api: Client;
  readonly batches: Batches;
  readonly merchant: Merchant;
  readonly writes: 'allow' | 'deny';
  /** Begins every key that is made up, so that a run finds its own data again. */
  readonly prefix: string;
  readonly seed: number;
  /** Seconds of the target's clock in which a product must become active. */
  readonly deadline: number;
}

/** Brings about what must be there before an operation can succeed, through the API itself. */
export class Prerequisites {
  readonly #options: PrerequisitesOptions;
  #reference: Promise<ReferenceData> | undefined;
  #made = 0;

  constructor(options: PrerequisitesOptions) {
    this.#options = options;
  }

  /** @throws Inapplicable when the target's configuration denies writes */
  mayWrite(): void {
    if (!this.canWrite) throw new Inapplicable('TARGET_WRITES is deny, and this needs a write');
  }

  get canWrite(): boolean {
    return this.#options.writes === 'allow';
  }

  /** Whether orders can be made: they come from customers, so that only a control interface can. */
  get canMakeOrders(): boolean {
    return this.canWrite && this.#options.merchant.makeOrder !== undefined;
  }

  /** The target's reference data, read once for a test. */
  referenceData(): Promise<ReferenceData> {
    this.#reference ??= readReferenceData(this.#options.api);
    return this.#reference;
  }

  /** A valid product item that was not submitted yet. */
  async productItem(): Promise<ProductItem> {
    const arbitrary = productItem(await this.referenceData(), this.#options.prefix);
    this.#made += 1;
    return sampleOne(arbitrary, this.#options.seed + this.#made);
  }

  /** A product that was upserted and is a draft (clause 3.1 rule 2). */
  async draftProduct(): Promise<ProductItem> {
    this.mayWrite();
    const item = await this.productItem();
    await this.#accepted(this.#options.api.upsertProducts({ body: { items: [item] } }));
    return item;
  }

  /** A product that was published and has become active (clause 3.1). */
  async activeProduct(): Promise<ProductItem> {
    const { api, deadline } = this.#options;
    const item = await this.draftProduct();
    await this.#accepted(
      api.updateProductStatus({ body: { items: [{ style_key: item.style_key, status: 'published' }] } }),
    );
    const { skus } = await this.listedAsActive(item.sku);
    if (!skus.includes(item.sku))
      throw new Blocked(
        `the published product did not become active within ${deadline} s of the target's clock`,
      );
    return item;
  }

  /** Reads the list of active products until it holds the sku, or the deadline passed. */
  async listedAsActive(sku: string): Promise<ActiveListing> {
    const { api, merchant, deadline } = this.#options;
    const trail: string[] = [];
    for (let seconds = 0; ; seconds += 1) {
      const exchange = await api.listProducts({ query: { status: 'active', sku } });
      const skus = bodyOf(exchange).items.map((product) => product.sku);
      trail.push(`${seconds} s: ${skus.includes(sku) ? 'active' : 'not active'}`);
      if (skus.includes(sku) || seconds >= deadline) return { exchange, trail, skus };
      await merchant.clock.wait(1);
    }
  }

  /** An order whose items are open, which only a customer, or a sandbox's control interface, can make. */
  async openOrder(): Promise<Order> {
    const { api, merchant } = this.#options;
    if (merchant.makeOrder === undefined)
      throw new Blocked(
        'there is no order to work with: orders come from customers, and the target has no control interface',
      );
    const product = await this.activeProduct();
    await merchant.makeOrder([product.sku]);
    const { items } = bodyOf(await api.listOrders());
    const order = items.find((each) => each.order_items.some(({ sku }) => sku === product.sku));
    if (order === undefined) throw new Blocked('the order that was made is not listed');
    return order;
  }

  /** An order to look at: one made for the purpose, else the first that is listed. */
  async someOrder(): Promise<Order> {
    if (this.canMakeOrders) return this.openOrder();
    const [order] = bodyOf(await this.#options.api.listOrders()).items;
    if (order === undefined) throw new Blocked('the target lists no order, and none can be made');
    return order;
  }

  /** An order all of whose items were shipped. */
  async shippedOrder(): Promise<Order> {
    const order = await this.openOrder();
    await this.#accepted(this.#options.api.shipOrderItems({ body: { items: [shipmentOf(order)] } }));
    return order;
  }

  /** A webhook subscription to all events that the target knows. */
  async webhook(): Promise<Webhook> {
    return bodyOf(await this.#options.api.createWebhook({ body: await this.newWebhook() }));
  }

  /** What a subscription is created from; its URL is of a domain that never resolves. */
  async newWebhook(): Promise<{ events: string[]; url: string; description: string }> {
    this.mayWrite();
    const types = bodyOf(await this.#options.api.listWebhookEventTypes());
    if (types.length === 0) throw new Blocked('the target lists no webhook event types');
    const prefix = this.#options.prefix;
    return {
      events: types.map(({ event }) => event),
      url: `https://receiver.invalid/${prefix}`,
      description: `${prefix}subscription`,
    };
  }

  /** The reports that the target lists, at least one. */
  async reports(): Promise<SuccessBodyOf<'listReports'>> {
    const reports = bodyOf(await this.#options.api.listReports());
    if (reports.length === 0) throw new Blocked('the target lists no report');
    return reports;
  }

  /** A request that the operation must answer with success, with all that it needs brought about. */
  async requestFor<Id extends OperationId>(operationId: Id): Promise<RequestOf<Id>> {
    return requestsThatSucceed[operationId](this);
  }

  /** A batch that was submitted and has finished, whatever became of its items. */
  batch(write: OperationId, request: AnyRequest): Promise<FollowedBatch> {
    this.mayWrite();
    return this.#options.batches.finished(this.#options.api.send(operation(write), request));
  }

  /** Follows a batch of which each item must succeed. */
  async #accepted(write: Promise<Exchange>): Promise<FollowedBatch> {
    const batch = await this.#options.batches.finished(write);
    const refused = batch.items.find(({ success }) => !success);
    if (refused !== undefined || batch.items.length === 0) {
      throw new Blocked(
        `a prerequisite was not met: the batch ended ${batch.status}, ${refused?.errors.join(' ') ?? 'without items'}`,
      );
    }
    return batch;
  }
}

/** The ship request for all items of an order (gap G-11). */
export function shipmentOf(order: Order): {
  order_items: Order['order_items'][number]['id'][];
  carrier_key: string;
  shipment_tracking_key: string;
  return_tracking_key: string;
} {
  return {
    order_items: order.order_items.map(({ id }) => id),
    carrier_key: order.carrier_key ?? 'carrier',
    shipment_tracking_key: `S-${order.order_number}`,
    return_tracking_key: `R-${order.order_number}`,
  };
}
