import { authenticationFaults } from './authentication.js';
import { batchesFaults } from './batches.js';
import { errorsFaults } from './errors.js';
import type { Fault } from './fault.js';
import { ordersFaults } from './orders.js';
import { pricesFaults } from './prices.js';
import { productStatusFaults } from './product-status.js';
import { productsFaults } from './products.js';
import { rateLimitsFaults } from './rate-limits.js';
import { referenceDataFaults } from './reference-data.js';
import { rejectedProductsFaults } from './rejected-products.js';
import { reportsFaults } from './reports.js';
import { settingsAreaFaults } from './settings-area.js';
import { shapesFaults } from './shapes.js';
import { stockFaults } from './stock.js';
import { versioningFaults } from './versioning.js';
import { webhooksFaults } from './webhooks.js';

/** Every fault, by topic. */
export const FAULTS: readonly Fault[] = [
  ...authenticationFaults,
  ...settingsAreaFaults,
  ...errorsFaults,
  ...rateLimitsFaults,
  ...shapesFaults,
  ...versioningFaults,
  ...batchesFaults,
  ...productsFaults,
  ...productStatusFaults,
  ...rejectedProductsFaults,
  ...referenceDataFaults,
  ...stockFaults,
  ...pricesFaults,
  ...ordersFaults,
  ...reportsFaults,
  ...webhooksFaults,
];
