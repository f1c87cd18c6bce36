import { createBatchDesk } from './batches.js';
import { createKeyRing, revokeKey } from './keys.js';
import { type Basket, createOrderBook, makeOrder, type Order } from './orders.js';
import { createCategoryChoices } from './product-rules.js';
import { createCatalogue } from './products.js';
import { createPublication } from './publication.js';
import { createIdentifiers, createRandom } from './random.js';
import { createReferenceData, type Market, type ReferenceData } from './reference-data.js';
import { createReports } from './reports.js';
import { DEFAULT_RULES, type Rules } from './rules.js';
import { createClock, createTimeline } from './time.js';
import { createUserDirectory } from './users.js';
import { createDeliveries, createSubscriptions } from './webhooks.js';

/** Everything that belongs to one merchant; no other merchant can see any of it. */
export type Merchant = ReturnType<typeof createMerchant>;

/**
 * The properties that a merchant is made from. Times are in milliseconds; `index` distinguishes the merchants
 * of a sandbox.
 */
interface MerchantSetting {
  id: string;
  index: number;
  seed: number;
  /** The seed for random choices: which batches are retried. */
  choices: number;
  markets: readonly Market[];
  startAt: number;
  speed: number;
  elapsed(): number;
  rules: Rules;
  /** A text that its keys, its users' passwords and its subscriptions' secrets contain. */
  mark: string;
  onError(error: unknown): void;
}

/**
 * The most order items that a merchant can have: with more, their ids would run into those of the next
 * merchant.
 */
const ITEM_IDS = 10_000_000;

/** A merchant without data. */
function createMerchant(setting: MerchantSetting) {
  const { id, index, seed, choices, markets, rules, mark, onError } = setting;
  const timeline = createTimeline(createClock(setting.startAt, setting.speed, setting.elapsed), onError);
  const identifiers = createIdentifiers(`${seed}/${index}`);
  const random = createRandom(choices);
  const rateLimiter = rules.createRateLimiter();
  const batches = createBatchDesk({ timeline, identifiers, random, pace: rules.batchPace, onError });
  const catalogue = createCatalogue();
  const subscriptions = createSubscriptions(timeline, identifiers, mark);
  const deliveries = createDeliveries({ timeline, identifiers, subscriptions, rules });
  const { emit } = deliveries;
  const publication = createPublication({ catalogue, timeline, emit, rules });
  const orders = createOrderBook(timeline, emit, rules);
  let itemId = index * ITEM_IDS;
  const nextItemId = () => ++itemId;
  const making = { catalogue, book: orders, markets, timeline, identifiers, random, nextItemId };

  return {
    id,
    madeAt: setting.startAt,
    /** The markets whose countries and locales are linked to the merchant (clause 2.2 rules 1 and 2). */
    markets,
    mark,
    timeline,
    rateLimiter,
    batches,
    catalogue,
    publication,
    orders,
    subscriptions,
    emit,
    reports: createReports(identifiers, timeline.timestamp()),
    /** Makes a customer order. Throws NothingToOrder. */
    makeOrder: (basket: Basket): Order => makeOrder(basket, making),
    /** Cancels everything that is still scheduled. */
    close(): void {
      timeline.clear();
      deliveries.stop();
    },
  };
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

/** The properties that a set of merchants is made from. */
export interface MerchantsOptions {
  /** Determines all ids, reference data and random choices, but no keys or secrets. */
  seed?: number;
  /** Seconds on the merchants' clocks for each second of real time. */
  speed?: number;
  rules?: Partial<Rules> | undefined;
  /** The reference data, to use instead of making it from the seed. */
  referenceData?: ReferenceData;
  /** Milliseconds of real time since some fixed moment. */
  elapsed?: () => number;
  /** The time at which a new merchant's clock starts, in milliseconds since 1970. */
  startAt?: () => number;
  /** Receives failures of the sandbox itself. */
  onError?: (error: unknown) => void;
}

/** The properties of a new merchant. */
interface MerchantWish {
  /** The countries that are linked to it; if absent, the seed picks at least five. */
  countries?: readonly string[];
  /**
   * Determines its random choices, regardless of how many merchants were made before it; if absent, the
   * sandbox's seed does.
   */
  seed?: number;
  /** Letters or digits that every secret of the merchant and of its counterpart contains. */
  mark?: string;
}

/** The merchants of a sandbox, their keys and users, and the reference data they share. */
export type Merchants = ReturnType<typeof createMerchants>;

/** No merchants yet. */
export function createMerchants(options: MerchantsOptions = {}) {
  const { seed = 1, speed = 1, elapsed = () => performance.now(), startAt = () => Date.now() } = options;
  const rules: Rules = { ...DEFAULT_RULES, ...options.rules };
  const onError = options.onError ?? (() => undefined);
  const referenceData = options.referenceData ?? createReferenceData(seed);
  const identifiers = createIdentifiers(`${seed}/merchants`);
  const keys = createKeyRing();
  const users = createUserDirectory();
  const merchants = new Map<string, { merchant: Merchant; counterpart: string }>();
  let count = 0;

  function add({ countries, seed: wished, mark = '' }: MerchantWish): Merchant {
    const index = ++count;
    const choices = wished ?? seed * 1_000_003 + index;
    const markets =
      countries === undefined
        ? pickMarkets(referenceData.markets, choices)
        : referenceData.markets.filter(({ country }) => countries.includes(country.code));
    const id = identifiers.uuid();
    const setting = { id, index, seed, choices, markets, startAt: startAt(), speed, elapsed };
    return createMerchant({ ...setting, rules, mark, onError });
  }

  function issue(merchant: Merchant, label: string, expiresAt?: number) {
    const { id: merchantId, mark, timeline } = merchant;
    return keys.issue({ merchantId, mark, createdBy: 'Admin', createdAt: timeline.now(), label, expiresAt });
  }

  function forget(id: string): void {
    merchants.get(id)?.merchant.close();
    merchants.delete(id);
    keys.forget(id);
    users.forget(id);
  }

  return {
    seed,
    speed,
    rules,
    keys,
    /** A new merchant has no users, because hashing their passwords takes long. */
    users,
    referenceData,
    /** The ids of all brands. */
    brandIds: new Set(referenceData.brands.map(({ id }) => id)),
    choicesOf: createCategoryChoices(referenceData),
    /**
     * A new merchant and its counterpart.
     * @param prepare adds data to each of the two before their keys are made
     */
    create(wish: MerchantWish = {}, prepare: (merchant: Merchant) => void = () => {}): MerchantPair {
      const merchant = add(wish);
      const other = add(wish.seed === undefined ? wish : { ...wish, seed: wish.seed + 1 });
      merchants.set(merchant.id, { merchant, counterpart: other.id });
      merchants.set(other.id, { merchant: other, counterpart: merchant.id });
      prepare(merchant);
      prepare(other);
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
    find: (id: string): Merchant | undefined => merchants.get(id)?.merchant,
    /** In order of their creation; a counterpart follows its merchant. */
    all: (): readonly Merchant[] => [...merchants.values()].map(({ merchant }) => merchant),
    /** The merchant that was made first; undefined if there is none. */
    first: (): Merchant | undefined => [...merchants.values()][0]?.merchant,
    /** Forgets a merchant together with its counterpart; returns false if there is no such merchant. */
    remove(id: string): boolean {
      const entry = merchants.get(id);
      if (entry === undefined) return false;
      forget(id);
      forget(entry.counterpart);
      return true;
    },
    /** Stops all timers. */
    close(): void {
      for (const { merchant } of merchants.values()) merchant.close();
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
