import type { Merchant } from '../domain/merchant.js';
import type { OperationRequest } from '../http/operation.js';

/** How many merchants a fault remembers. */
const MERCHANTS_REMEMBERED = 20;

/** Remembers the merchants that ask, and returns the others. */
export function createOtherMerchants(): (request: Pick<OperationRequest, 'merchant'>) => readonly Merchant[] {
  let seen: Merchant[] = [];
  return ({ merchant }) => {
    if (!seen.includes(merchant)) seen = [...seen, merchant].slice(-MERCHANTS_REMEMBERED);
    return seen.filter((other) => other !== merchant);
  };
}
