import { priceItemSchema, stockItemSchema, withRetailPrice } from '../domain/product-rules.js';
import {
  mergeProductItem,
  PRODUCT_STATUSES,
  productItemSchema,
  productRow,
  productValuesSchema,
} from '../domain/products.js';
import { rejectionSchema, statusItemSchema } from '../domain/publication.js';
import { json, resource } from '../http/operation.js';
import { choice, nullable, object, optional, string } from '../schema/build.js';
import { batchWrite } from './batches.js';
import { pageOf, pageParameters, paginate } from './pages.js';

const tag = 'Products';
const declare = resource(tag);
const status = choice(PRODUCT_STATUSES);

export const productOperations = [
  declare('listProducts', 'GET', '/products/', 1000, 'List products', {
    query: object({
      status: optional(status),
      style_key: optional(string()),
      sku: optional(string()),
      ...pageParameters,
    }),
    response: json(
      'A page of the products, one row for each sku',
      pageOf(object({ ...productValuesSchema.properties, status })),
    ),
    handle({ merchant, query }) {
      const products = merchant.catalogue
        .all()
        .filter(
          (product) =>
            (query.status === undefined || product.status === query.status) &&
            (query.style_key === undefined || product.values.style_key === query.style_key) &&
            (query.sku === undefined || product.values.sku === query.sku),
        );
      const { items, pagination } = paginate(products, '/products/', query);
      return { items: items.map(productRow), pagination };
    },
  }),
  declare('listRejectedProducts', 'GET', '/products/rejected', 50, 'Get rejected products', {
    query: object({
      style_key: optional(
        nullable(string(), {
          description: 'only this style; an absent or empty value is null and filters nothing',
        }),
      ),
      ...pageParameters,
    }),
    response: json('A page of the rejected styles', pageOf(rejectionSchema)),
    handle({ merchant, query }) {
      const { style_key = null } = query;
      const rejections = merchant.publication
        .rejections()
        .filter((rejection) => style_key === null || rejection.style_key === style_key);
      return paginate(rejections, '/products/rejected', query);
    },
  }),
  batchWrite(tag, 'upsertProducts', 'POST', '/products/', 100, 'Upsert products', {
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
  }),
  batchWrite(tag, 'updateProductStatus', 'PATCH', '/products/status', 100, 'Update product status', {
    kind: 'status',
    item: statusItemSchema,
    maxItems: 1_000,
    apply: (item, { merchant }) => merchant.publication.apply(item),
  }),
  batchWrite(tag, 'updateProductStock', 'PATCH', '/products/stock', 1000, 'Update product stock', {
    kind: 'stock',
    item: stockItemSchema,
    maxItems: 1_000,
    apply: (item, { merchant: { catalogue, markets, emit }, merchants: { rules } }, submittedAt) =>
      rules.updateStock(item, { catalogue, markets, emit, submittedAt }),
  }),
  batchWrite(tag, 'updateProductPrices', 'PATCH', '/products/price', 200, 'Update product prices', {
    kind: 'price',
    item: priceItemSchema,
    maxItems: 1_000,
    apply(item, { merchant: { catalogue, markets, emit }, merchants: { rules } }, submittedAt) {
      const update = withRetailPrice(item, catalogue);
      return update === undefined
        ? ['price.retail_price is missing, and the product has no price in this country']
        : rules.updatePrice(update, { catalogue, markets, emit, submittedAt });
    },
  }),
];
