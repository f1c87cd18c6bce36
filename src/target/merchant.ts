import { controlledClock, runningClock, type TargetClock } from './clock.js';
import {
  type BatchOutcome,
  ControlInterface,
  type OrderWish,
  type Provocations,
  type Role,
  type SignIn,
} from './control-interface.js';
import type { MadeOrder } from './made-order.js';
import type { Settings } from './settings.js';

/** Whose data a test works on, and what the target lets it do. */
export interface Merchant {
  readonly apiKey: string;
  /** A second valid key of the same merchant, where there is one. */
  readonly secondApiKey?: string;
  /** A valid key of another merchant, where there is one. */
  readonly otherApiKey?: string;
  readonly expiredApiKey?: string;
  readonly revokedApiKey?: string;
  readonly clock: TargetClock;
  /** Whether all tests of the run work on this merchant, and share its rate limits. */
  readonly shared: boolean;
  /** Makes a customer's order from the active products of the merchant, where the target can. */
  readonly makeOrder?: (order: OrderWish) => Promise<MadeOrder>;
  /** Decides how the next batch goes, where the target can. */
  readonly decideNextBatch?: (next: BatchOutcome) => Promise<void>;
  /** Images that bring about a rejection or a problem, where the target has such. */
  readonly provocations?: Provocations;
  /** Where its users manage its keys, where the target has such a place and can make users. */
  readonly settingsArea?: SettingsAreaAccess;
  /** Gives the merchant back. */
  readonly release: () => Promise<void>;
}

/** The way into the settings area (clause 5). */
export interface SettingsAreaAccess {
  /** Path below the target's address. */
  readonly path: string;
  /** Makes a user of the merchant, or of the other one beside it. */
  readonly makeUser: (role: Role, of?: 'own' | 'other') => Promise<SignIn>;
}

/**
 * The merchant for one test: a fresh one with a frozen clock where the control interface can make it,
 * else the configured one, its keys dealt out over the workers.
 * @param worker index of the worker, from 0
 * @param seed of the test
 */
export async function merchantFor(settings: Settings, worker: number, seed: number): Promise<Merchant> {
  return settings.control === undefined
    ? configuredMerchant(settings, worker)
    : controlledMerchant(new ControlInterface(settings.control), seed);
}

async function controlledMerchant(control: ControlInterface, seed: number): Promise<Merchant> {
  const { merchantId, otherMerchantId, settings: path, ...keys } = await control.createMerchant(seed);
  await control.setClock(merchantId, { frozen: true });
  return {
    ...keys,
    ...settingsAreaIn(control, { path, own: merchantId, other: otherMerchantId }),
    clock: controlledClock(control, merchantId),
    shared: false,
    makeOrder: (order) => control.makeOrder(merchantId, order),
    decideNextBatch: (next) => control.decideNextBatch(merchantId, next),
    release: () => control.deleteMerchant(merchantId),
  };
}

function settingsAreaIn(
  control: ControlInterface,
  { path, own, other }: Readonly<Record<'path' | 'own' | 'other', string | undefined>>,
): Pick<Merchant, 'settingsArea'> {
  if (path === undefined || own === undefined || other === undefined) return {};
  const ids = { own, other };
  return { settingsArea: { path, makeUser: (role, of = 'own') => control.makeUser(ids[of], role) } };
}

function configuredMerchant(settings: Settings, worker: number): Merchant {
  const apiKey = settings.apiKeys[worker % settings.apiKeys.length];
  if (apiKey === undefined) throw new Error('TARGET_API_KEY is not set.');
  const secondApiKey = settings.apiKeys.find((key) => key !== apiKey);
  return {
    apiKey,
    ...(secondApiKey === undefined ? {} : { secondApiKey }),
    shared: true,
    otherApiKey: settings.otherApiKey,
    expiredApiKey: settings.expiredApiKey,
    revokedApiKey: settings.revokedApiKey,
    clock: runningClock(settings.clockSpeed),
    release: async () => {},
  };
}
