import type { OperationId } from '../../contract/types.js';

/**
 * What a standard run needs if all its tests share a merchant. `npm run test:all -- shared-merchant` counts the actual
 * numbers, and fails if they differ much from these.
 */
export const standardRun = {
  /**
   * The requests to each operation, as `[a run that may write, a run that only reads]`, on a target that has everything.
   */
  requests: {
    listWebhookEventTypes: [120, 29],
    listWebhooks: [148, 18],
    createWebhook: [162, 0],
    getWebhook: [50, 0],
    updateWebhook: [93, 0],
    deleteWebhook: [138, 0],
    listProducts: [2132, 293],
    upsertProducts: [510, 0],
    listRejectedProducts: [108, 88],
    updateProductStatus: [146, 0],
    updateProductStock: [104, 0],
    updateProductPrices: [100, 0],
    listOrders: [292, 111],
    getDeliveryDocument: [38, 61],
    cancelOrderItems: [89, 0],
    shipOrderItems: [99, 0],
    returnOrderItems: [90, 0],
    getProductResults: [504, 1],
    getStatusResults: [240, 2],
    getStockResults: [130, 1],
    getPriceResults: [120, 2],
    getCancelResults: [110, 3],
    getShipResults: [122, 1],
    getReturnResults: [110, 1],
    listReports: [34, 42],
    downloadReport: [28, 33],
    listCategories: [160, 148],
    getAttributeGroups: [208, 258],
    listCountries: [126, 107],
    listBrands: [66, 78],
  } satisfies Record<OperationId, readonly [all: number, reads: number]>,
  /** The products that remain after the run. */
  products: 250,
  /** The open items that tests take from customers' orders. */
  orderItems: 55,
  /** The maximum number of items that a test needs from the same order. */
  itemsTogether: 5,
};
