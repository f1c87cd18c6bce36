import { type BatchDesk, createBatchDesk } from './batches/batch-desk.js';
import { createIdentifiers, type Identifiers } from './identifiers.js';
import type { Order } from './orders/order.js';
import { createOrderBook, type OrderBook } from './orders/order-book.js';
import { type Basket, makeOrder } from './orders/order-maker.js';
import { type Catalogue, createCatalogue } from './products/catalogue.js';
import { createPublication, type Publication } from './products/publication.js';
import { createRandom } from './random.js';
import type { RateLimiter } from './rate-limiter.js';
import type { Market } from './reference-data.js';
import { createReports, type Report } from './reports.js';
import type { Rules } from './rules.js';
import { createClock } from './time/clock.js';
import { createTimeline, type Timeline } from './time/timeline.js';
import { createDeliveries } from './webhooks/deliveries.js';
import type { Emit } from './webhooks/event.js';
import { createSubscriptions, type Subscriptions } from './webhooks/subscriptions.js';

/** Everything that belongs to one merchant; no other merchant can see any of it. */
export interface Merchant {
  readonly id: string;
  /** The markets whose countries and locales are linked to the merchant (clause 2.2 rules 1 and 2). */
  readonly markets: readonly Market[];
  readonly timeline: Timeline;
  readonly rateLimiter: RateLimiter;
  readonly batches: BatchDesk;
  readonly catalogue: Catalogue;
  readonly publication: Publication;
  readonly orders: OrderBook;
  readonly subscriptions: Subscriptions;
  readonly emit: Emit;
  reports: readonly Report[];
  /** Lets a customer order. Throws NothingToOrder. */
  makeOrder(basket: Basket): Order;
  /** Forgets all data and rate windows; the clock goes on. */
  reset(): void;
}

/** What a merchant is made from. Times in milliseconds; `index` tells the merchants of a sandbox apart. */
export interface MerchantSetting {
  id: string;
  index: number;
  seed: number;
  /** Decides the random choices: which batches are retried. */
  choices: number;
  markets: readonly Market[];
  startAt: number;
  speed: number;
  elapsed(): number;
  rules: Rules;
  onError(error: unknown): void;
}

/** How many order items a merchant can have before its ids run into those of the next one. */
const ITEM_IDS = 10_000_000;

/** A merchant without data. */
export function createMerchant(setting: MerchantSetting): Merchant {
  const { id, index, seed, choices, markets, rules, onError } = setting;
  const timeline = createTimeline(createClock(setting.startAt, setting.speed, setting.elapsed), onError);
  const identifiers: Identifiers = createIdentifiers(`${seed}/${index}`);
  const random = createRandom(choices);
  const rateLimiter = rules.createRateLimiter();
  const batches = createBatchDesk({ timeline, identifiers, random, pace: rules.batchPace, onError });
  const catalogue = createCatalogue();
  const subscriptions = createSubscriptions(timeline, identifiers);
  const deliveries = createDeliveries({ timeline, identifiers, subscriptions, rules });
  const { emit } = deliveries;
  const publication = createPublication({ catalogue, timeline, emit, rules });
  const orders = createOrderBook(timeline, emit, rules);
  let itemId = index * ITEM_IDS;

  const merchant: Merchant = {
    id,
    markets,
    timeline,
    rateLimiter,
    batches,
    catalogue,
    publication,
    orders,
    subscriptions,
    emit,
    reports: createReports(identifiers, timeline.timestamp()),
    makeOrder: (basket) =>
      makeOrder(basket, {
        catalogue,
        book: orders,
        markets,
        timeline,
        identifiers,
        random,
        nextItemId: () => ++itemId,
      }),
    reset() {
      timeline.clear();
      for (const part of [rateLimiter, batches, catalogue, publication, orders, subscriptions, deliveries])
        part.clear();
      merchant.reports = createReports(identifiers, timeline.timestamp());
    },
  };
  return merchant;
}
