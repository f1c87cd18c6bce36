import { batchResultOperations } from './batches.js';
import { orderOperations } from './orders.js';
import { productOperations } from './products.js';
import { referenceDataOperations } from './reference-data.js';
import { reportOperations } from './reports.js';
import { webhookOperations } from './webhooks.js';

/** All operations of the service (clause 4). */
export const OPERATIONS = [
  ...webhookOperations,
  ...productOperations,
  ...orderOperations,
  ...batchResultOperations,
  ...reportOperations,
  ...referenceDataOperations,
] as const;

/** The name of an operation. */
export type OperationId = (typeof OPERATIONS)[number]['id'];
