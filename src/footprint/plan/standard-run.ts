import type { OperationId } from '../../contract/types.js';

/** What a run needs if all its tests share a merchant. */
interface Needs {
  /**
   * The requests to each operation, as `[a run that may write, a run that only reads]`, on a target that has everything.
   */
  readonly requests: Readonly<Record<OperationId, readonly [all: number, reads: number]>>;
  /** The products that stay. */
  readonly products: number;
  /** The open items that tests take from customers' orders. */
  readonly orderItems: number;
  /** The most items that a test needs from the same order. */
  readonly itemsTogether: number;
}

/** What a standard run needs. `npm run test:all -- shared-merchant` counts it, and fails if it differs from this by much. */
export const standardRun: Needs = {
  requests: {
    listWebhookEventTypes: [140, 29],
    listWebhooks: [165, 18],
    createWebhook: [190, 0],
    getWebhook: [62, 0],
    updateWebhook: [107, 0],
    deleteWebhook: [167, 0],
    listProducts: [2280, 293],
    upsertProducts: [525, 0],
    listRejectedProducts: [131, 88],
    updateProductStatus: [177, 0],
    updateProductStock: [126, 0],
    updateProductPrices: [124, 0],
    listOrders: [319, 111],
    getDeliveryDocument: [50, 61],
    cancelOrderItems: [103, 0],
    shipOrderItems: [110, 0],
    returnOrderItems: [105, 0],
    getProductResults: [545, 1],
    getStatusResults: [240, 2],
    getStockResults: [174, 1],
    getPriceResults: [150, 2],
    getCancelResults: [127, 3],
    getShipResults: [154, 1],
    getReturnResults: [138, 1],
    listReports: [40, 42],
    downloadReport: [34, 33],
    listCategories: [182, 148],
    getAttributeGroups: [200, 258],
    listCountries: [148, 107],
    listBrands: [70, 78],
  },
  products: 260,
  orderItems: 55,
  itemsTogether: 5,
};
