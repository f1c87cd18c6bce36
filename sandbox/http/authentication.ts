import type { IncomingHttpHeaders } from 'node:http';
import type { ApiKey } from '../domain/keys/api-key.js';
import type { Merchant } from '../domain/merchant.js';
import type { Merchants } from '../domain/merchants.js';
import { ApiError } from './api-error.js';

/** Who sends a request. */
export interface Caller {
  key: ApiKey;
  merchant: Merchant;
}

/** Finds the caller of a request or refuses it. */
export type Authenticate = (
  request: { headers: IncomingHttpHeaders; query: unknown },
  merchants: Merchants,
) => Caller;

/**
 * The caller behind the key in the header X-API-Key; no other place is looked at. Everything that is due on
 * the merchant's clock has happened when this returns. Throws ApiError 401 for a missing, blank, unknown,
 * expired or revoked key, always with the same message (clause 5).
 */
export const authenticate: Authenticate = ({ headers }, merchants) => {
  const value = headers['x-api-key'];
  const key = typeof value === 'string' && value.trim() !== '' ? merchants.keys.find(value) : undefined;
  const merchant = key && merchants.find(key.merchantId);
  merchant?.timeline.settle();
  const now = merchant?.timeline.now() ?? 0;
  if (key === undefined || merchant === undefined || !merchants.rules.isKeyValid(key, now))
    throw new ApiError(401, 'A valid API key is required in the header X-API-Key');
  key.lastUsedAt = now;
  return { key, merchant };
};
