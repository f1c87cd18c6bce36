import { priceItemSchema, stockItemSchema } from '../domain/product-rules.js';
import {
  mergeProductItem,
  PRODUCT_STATUSES,
  pageParameters,
  paginate,
  paginationSchema,
  productItemSchema,
  productRow,
  productValuesSchema,
  styleKeySchema,
} from '../domain/products.js';
import { SETTABLE_STATUSES } from '../domain/publication.js';
import { NO_BODY, operation, PREFIX } from '../http/operation.js';
import { array, choice, nullable, object, optional, string } from '../schema/build.js';
import { batchWrite } from './batches.js';

const status = choice(PRODUCT_STATUSES);

export const listProducts = operation({
  id: 'listProducts',
  method: 'GET',
  path: '/products/',
  requestsPerMinute: 1000,
  tag: 'Products',
  summary: 'List products',
  query: object({
    status: optional(status),
    style_key: optional(string()),
    sku: optional(string()),
    ...pageParameters,
  }),
  body: NO_BODY,
  answer: {
    status: 200,
    description: 'A page of the products, one row for each sku',
    json: object({
      items: array(object({ ...productValuesSchema.properties, status })),
      pagination: paginationSchema,
    }),
  },
  handle({ merchant, query: { page, per_page, ...filters } }) {
    const products = merchant.catalogue
      .all()
      .filter(
        (product) =>
          (filters.status === undefined || product.status === filters.status) &&
          (filters.style_key === undefined || product.values.style_key === filters.style_key) &&
          (filters.sku === undefined || product.values.sku === filters.sku),
      );
    const { items, pagination } = paginate(products, {
      page,
      per_page,
      path: `${PREFIX}/products/`,
      filters,
    });
    return { status: 200, body: { items: items.map(productRow), pagination } };
  },
});

export const upsertProducts = batchWrite({
  id: 'upsertProducts',
  method: 'POST',
  path: '/products/',
  requestsPerMinute: 100,
  tag: 'Products',
  summary: 'Upsert products',
  kind: 'products',
  item: productItemSchema,
  maxItems: 100,
  apply(item, { merchant: { catalogue, markets }, merchants }) {
    const values = mergeProductItem(item, catalogue.find(item.sku)?.values);
    const { brandIds: brands, choicesOf, rules } = merchants;
    const problems = rules.productProblems(values, { markets, catalogue, brands, choicesOf });
    if (problems.length === 0) catalogue.put(values);
    return problems;
  },
});

/** One item of the status update (clause 2.1). If the status can't be set, the result reports that for the item. */
export const statusItemSchema = object({
  style_key: styleKeySchema,
  status: string({ description: `the status to set: one of ${SETTABLE_STATUSES.join(', ')}` }),
});

export const updateProductStatus = batchWrite({
  id: 'updateProductStatus',
  method: 'PATCH',
  path: '/products/status',
  requestsPerMinute: 100,
  tag: 'Products',
  summary: 'Update product status',
  kind: 'status',
  item: statusItemSchema,
  maxItems: 1_000,
  apply: (item, { merchant }) => merchant.publication.apply(item),
});

export const updateProductStock = batchWrite({
  id: 'updateProductStock',
  method: 'PATCH',
  path: '/products/stock',
  requestsPerMinute: 1000,
  tag: 'Products',
  summary: 'Update product stock',
  kind: 'stock',
  item: stockItemSchema,
  maxItems: 1_000,
  apply: (item, { merchant: { catalogue, emit }, merchants: { rules } }, submittedAt) =>
    rules.updateStock(item, catalogue, submittedAt, emit),
});

export const updateProductPrices = batchWrite({
  id: 'updateProductPrices',
  method: 'PATCH',
  path: '/products/price',
  requestsPerMinute: 200,
  tag: 'Products',
  summary: 'Update product prices',
  kind: 'price',
  item: priceItemSchema,
  maxItems: 1_000,
  apply: (item, { merchant: { catalogue, markets }, merchants: { rules } }, submittedAt) =>
    rules.updatePrice(item, catalogue, markets, submittedAt),
});

/** A rejected style (clause 2.3; content of the hint: gap G-04). */
const rejectionSchema = object({
  style_key: string(),
  rejection_reasons: array(object({ key: string(), type: string(), name: string(), description: string() })),
  rejection_message: string(),
  rejected_product_ids_hint: object({ skus: array(string()) }),
});

export const listRejectedProducts = operation({
  id: 'listRejectedProducts',
  method: 'GET',
  path: '/products/rejected',
  requestsPerMinute: 50,
  tag: 'Products',
  summary: 'Get rejected products',
  query: object({
    style_key: optional(
      nullable(string(), {
        description: 'only this style; an absent or empty value is null and filters nothing',
      }),
    ),
    ...pageParameters,
  }),
  body: NO_BODY,
  answer: {
    status: 200,
    description: 'A page of the rejected styles',
    json: object({ items: array(rejectionSchema), pagination: paginationSchema }),
  },
  handle({ merchant, query: { style_key = null, page, per_page } }) {
    const rejections = merchant.publication
      .rejections()
      .filter((rejection) => style_key === null || rejection.style_key === style_key);
    const path = `${PREFIX}/products/rejected`;
    return { status: 200, body: paginate(rejections, { page, per_page, path, filters: { style_key } }) };
  },
});
