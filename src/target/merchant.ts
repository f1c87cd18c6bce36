import { controlledClock, runningClock, type TargetClock } from './clock.js';
import { ControlInterface } from './control-interface.js';
import type { Settings } from './settings.js';

/** Whose data a test works on, and what the target lets it do. */
export interface Merchant {
  readonly apiKey: string;
  /** A valid key of another merchant, where there is one. */
  readonly otherApiKey?: string;
  readonly expiredApiKey?: string;
  readonly revokedApiKey?: string;
  readonly clock: TargetClock;
  /** Makes a customer's order from the active products of the merchant, where the target can. */
  readonly makeOrder?: (skus: readonly string[]) => Promise<void>;
  /** Gives the merchant back. */
  readonly release: () => Promise<void>;
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
  const { merchantId, ...keys } = await control.createMerchant(seed);
  await control.setClock(merchantId, { frozen: true });
  return {
    apiKey: keys.apiKey,
    otherApiKey: keys.otherApiKey,
    expiredApiKey: keys.expiredApiKey,
    revokedApiKey: keys.revokedApiKey,
    clock: controlledClock(control, merchantId),
    makeOrder: (skus) => control.makeOrder(merchantId, { skus }),
    release: () => control.deleteMerchant(merchantId),
  };
}

function configuredMerchant(settings: Settings, worker: number): Merchant {
  const apiKey = settings.apiKeys[worker % settings.apiKeys.length];
  if (apiKey === undefined) throw new Error('TARGET_API_KEY is not set.');
  return {
    apiKey,
    otherApiKey: settings.otherApiKey,
    expiredApiKey: settings.expiredApiKey,
    revokedApiKey: settings.revokedApiKey,
    clock: runningClock(settings.clockSpeed),
    release: async () => {},
  };
}
