import { pageParameters, paginate, paginationSchema } from '../domain/pagination.js';
import { PRODUCT_STATUSES, productRow } from '../domain/products/product.js';
import { mergeProductItem, productItemSchema, productValuesSchema } from '../domain/products/product-item.js';
import { NO_BODY, operation } from '../http/operation.js';
import { PREFIX } from '../http/prefix.js';
import { array, choice, object, optional, string } from '../schema/build.js';
import { batchWrite } from './batch-write.js';

const status = choice(PRODUCT_STATUSES);

export const listProducts = operation({
  id: 'listProducts',
  method: 'GET',
  path: '/products/',
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
