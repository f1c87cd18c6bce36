import { type BatchDesk, createBatchDesk } from './batches.js';
import { createDeliveries } from './deliveries.js';
import { createKeyRing, type KeyRing, revokeKey } from './keys.js';
import { type Basket, makeOrder } from './order-maker.js';
import { createOrderBook, type Order, type OrderBook } from './orders.js';
import { type CategoryChoices, createCategoryChoices } from './product-rules.js';
import { type Catalogue, createCatalogue } from './products.js';
import { createPublication, type Publication } from './publication.js';
import { createIdentifiers, createRandom, type Identifiers } from './random.js';
import type { RateLimiter } from './rate-limiter.js';
import { createReferenceData, type Market, type ReferenceData } from './reference-data.js';
import { createReports, type Report } from './reports.js';
import { DEFAULT_RULES, type Rules } from './rules.js';
import { createSubscriptions, type Emit, type Subscriptions } from './subscriptions.js';
import { createClock, createTimeline, type Timeline } from './time.js';
import { createUserDirectory, type UserDirectory } from './users.js';

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
  /** Makes a customer order. Throws NothingToOrder. */
  makeOrder(basket: Basket): Order;
  /** Forgets all data and rate windows; the clock continues. */
  reset(): void;
}

/** The properties from which a merchant is made. Times in milliseconds; `index` distinguishes a sandbox's merchants. */
interface MerchantSetting {
  id: string;
  index: number;
  seed: number;
  /** Seed of the random choices: which batches are retried. */
  choices: number;
  markets: readonly Market[];
  startAt: number;
  speed: number;
  elapsed(): number;
  rules: Rules;
  onError(error: unknown): void;
}

/** The most order items of a merchant: beyond that, its ids would run into those of the next merchant. */
const ITEM_IDS = 10_000_000;

/** A merchant without data. */
function createMerchant(setting: MerchantSetting): Merchant {
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

/** Access to a new merchant: two valid keys, an expired and a revoked one, and another merchant with its key. */
export interface MerchantPair {
  merchantId: string;
  apiKey: string;
  secondApiKey: string;
  expiredApiKey: string;
  revokedApiKey: string;
  otherMerchantId: string;
  otherApiKey: string;
}

/** The properties from which a set of merchants is made. */
export interface MerchantsOptions {
  /** Decides all ids, reference data and random choices; keys and secrets don't depend on it. */
  seed?: number;
  /** Seconds on the merchants' clocks for each second of real time. */
  speed?: number;
  rules?: Partial<Rules>;
  /** The reference data, to use instead of making it from the seed. */
  referenceData?: ReferenceData;
  /** Milliseconds of real time since any fixed moment. */
  elapsed?: () => number;
  /** The first time of a new merchant's clock, in milliseconds since 1970. */
  startAt?: () => number;
  /** Receives failures of the sandbox itself. */
  onError?: (error: unknown) => void;
}

/** The properties of a new merchant. */
interface MerchantWish {
  /** The countries that are linked to it; without them, the seed picks at least five. */
  countries?: readonly string[];
  /** Decides its random choices, however many merchants were made before; without it, the sandbox's seed does. */
  seed?: number;
  /** The rules that decide for it and its counterpart, instead of the sandbox's. */
  rules?: Rules;
}

/** The merchants of a sandbox, their keys and users, and the reference data they share. */
export interface Merchants {
  readonly seed: number;
  readonly speed: number;
  readonly rules: Rules;
  readonly keys: KeyRing;
  /** A new merchant has no users, because their passwords take long to hash. */
  readonly users: UserDirectory;
  readonly referenceData: ReferenceData;
  /** The ids of all brands. */
  readonly brandIds: ReadonlySet<number>;
  choicesOf(categoryId: number): CategoryChoices | undefined;
  /** A new merchant and its counterpart. */
  create(wish?: MerchantWish): MerchantPair;
  find(id: string): Merchant | undefined;
  /** Forgets a merchant together with its counterpart; returns false if there is no such merchant. */
  remove(id: string): boolean;
  /** Keeps these merchants, without their data, and forgets all others. */
  resetTo(kept: readonly string[]): void;
  /** Stops all timers. */
  close(): void;
}

/** No merchants yet. */
export function createMerchants(options: MerchantsOptions = {}): Merchants {
  const { seed = 1, speed = 1, elapsed = () => performance.now(), startAt = () => Date.now() } = options;
  const rules: Rules = { ...DEFAULT_RULES, ...options.rules };
  const onError = options.onError ?? (() => undefined);
  const referenceData = options.referenceData ?? createReferenceData(seed);
  const identifiers = createIdentifiers(`${seed}/merchants`);
  const keys = createKeyRing();
  const users = createUserDirectory();
  const merchants = new Map<string, { merchant: Merchant; counterpart: string }>();
  let count = 0;

  function add({ countries, seed: wished, rules: own = rules }: MerchantWish): Merchant {
    const index = ++count;
    const choices = wished ?? seed * 1_000_003 + index;
    const markets =
      countries === undefined
        ? pickMarkets(referenceData.markets, choices)
        : referenceData.markets.filter(({ country }) => countries.includes(country.code));
    const id = identifiers.uuid();
    return createMerchant({
      id,
      index,
      seed,
      choices,
      markets,
      startAt: startAt(),
      speed,
      elapsed,
      rules: own,
      onError,
    });
  }

  function issue(merchant: Merchant, label: string, expiresAt?: number) {
    const createdAt = merchant.timeline.now();
    return keys.issue({
      merchantId: merchant.id,
      label,
      createdBy: 'Admin',
      createdAt,
      ...(expiresAt !== undefined && { expiresAt }),
    });
  }

  function forget(id: string): void {
    merchants.get(id)?.merchant.reset();
    merchants.delete(id);
    keys.forget(id);
    users.forget(id);
  }

  return {
    seed,
    speed,
    rules,
    keys,
    users,
    referenceData,
    brandIds: new Set(referenceData.brands.map(({ id }) => id)),
    choicesOf: createCategoryChoices(referenceData),
    create(wish = {}) {
      const merchant = add(wish);
      const other = add(wish.seed === undefined ? wish : { ...wish, seed: wish.seed + 1 });
      merchants.set(merchant.id, { merchant, counterpart: other.id });
      merchants.set(other.id, { merchant: other, counterpart: merchant.id });
      const now = merchant.timeline.now();
      const revoked = issue(merchant, 'Revoked');
      revokeKey(revoked.key, now);
      return {
        merchantId: merchant.id,
        apiKey: issue(merchant, 'First').value,
        secondApiKey: issue(merchant, 'Second').value,
        expiredApiKey: issue(merchant, 'Expired', now - 1).value,
        revokedApiKey: revoked.value,
        otherMerchantId: other.id,
        otherApiKey: issue(other, 'First').value,
      };
    },
    find: (id) => merchants.get(id)?.merchant,
    remove(id) {
      const entry = merchants.get(id);
      if (entry === undefined) return false;
      forget(id);
      forget(entry.counterpart);
      return true;
    },
    resetTo(kept) {
      for (const [id, { merchant }] of [...merchants])
        if (kept.includes(id)) merchant.reset();
        else forget(id);
    },
    close() {
      for (const { merchant } of merchants.values()) merchant.timeline.clear();
    },
  };
}

/** Five to eight of the markets, chosen by the seed, in their usual order. */
function pickMarkets(markets: readonly Market[], seed: number): Market[] {
  const random = createRandom(seed);
  const count = Math.min(random.integer(5, 8), markets.length - 1);
  const picked = new Set<Market>();
  while (picked.size < count) picked.add(random.pick(markets));
  return markets.filter((market) => picked.has(market));
}
