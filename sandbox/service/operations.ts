import type { Operation } from '../http/operation.js';
import { batchResultOperations } from './batch-results.js';
import {
  cancelOrderItems,
  getDeliveryDocument,
  listOrders,
  returnOrderItems,
  shipOrderItems,
} from './orders.js';
import {
  listProducts,
  listRejectedProducts,
  updateProductPrices,
  updateProductStatus,
  updateProductStock,
  upsertProducts,
} from './products.js';
import { getAttributeGroups, listBrands, listCategories, listCountries } from './reference-data.js';
import { downloadReport, listReports } from './reports.js';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookEventTypes,
  listWebhooks,
  updateWebhook,
} from './webhooks.js';

/** All operations of the service (clause 4). */
export const OPERATIONS: readonly Operation[] = [
  listWebhookEventTypes,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  listProducts,
  listRejectedProducts,
  upsertProducts,
  updateProductStatus,
  updateProductStock,
  updateProductPrices,
  listOrders,
  getDeliveryDocument,
  cancelOrderItems,
  shipOrderItems,
  returnOrderItems,
  ...batchResultOperations,
  listReports,
  downloadReport,
  listCategories,
  getAttributeGroups,
  listCountries,
  listBrands,
];
