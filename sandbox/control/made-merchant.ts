import type { MerchantPair } from '../domain/merchants.js';
import { SETTINGS_PREFIX } from '../settings/prefix.js';
import { PROVOCATIONS } from './provocations.js';

/** What a client of the control interface is told about a merchant that was made for it. */
export function describeMade(pair: MerchantPair) {
  return { ...pair, provocations: PROVOCATIONS, settings: SETTINGS_PREFIX };
}
