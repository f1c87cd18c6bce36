import type { Static } from 'typebox';
import { array, integer, nullable, number, object, optional, record, string } from '../schema/build.js';

/** The statuses in which a product can be read (clause 3.1, gap G-06). */
export const PRODUCT_STATUSES = [
  'draft',
  'pending_approval',
  'rejected',
  'pending_active',
  'active',
  'inactive',
  'problem',
] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** One product (one sku) of a merchant. */
export interface Product {
  values: ProductValues;
  status: ProductStatus;
  /** Counts the status updates; a review or an activation from before the last one is void. */
  revision: number;
  /** The valid_at of the last stock update, in milliseconds. */
  stockValidAt?: number;
  /** The valid_at of the last price update by country code, in milliseconds. */
  priceValidAt: Map<string, number>;
}

/** A product as the list returns it (gap G-08). */
export type ProductRow = ProductValues & { status: ProductStatus };

/** The row of a product. */
export function productRow({ values, status }: Product): ProductRow {
  return { ...values, status };
}

/** The code of a country. */
const countryCodeSchema = string({
  pattern: '^[A-Z]{2}$',
  description: 'an ISO 3166-1 alpha-2 country code',
});

/** The most entries in a list of a product: far more than reference data and markets offer. */
const MOST_ENTRIES = 1_000;
/** The most clusters of a composition, and the most components of each. */
const MOST_PARTS = 100;

const positiveAmount = number({ exclusiveMinimum: 0 });

/** A price in one country, in major units of its currency (clause 2.2, gap G-02). */
export const priceSchema = object({
  country_code: countryCodeSchema,
  retail_price: positiveAmount,
  sale_price: optional(nullable(positiveAmount)),
});

const textileClusterSchema = object({
  cluster_id: integer({ minimum: 1 }),
  components: array(
    object({ material_id: integer({ minimum: 1 }), fraction: number({ minimum: 0, maximum: 100 }) }),
    { minItems: 1, maxItems: MOST_PARTS },
  ),
});

const nonTextileClusterSchema = object({
  cluster_id: integer({ minimum: 1 }),
  components: array(object({ material_id: integer({ minimum: 1 }) }), { minItems: 1, maxItems: MOST_PARTS }),
});

export const styleKeySchema = string({ minLength: 1, maxLength: 120 });
export const skuSchema = string({ minLength: 3, maxLength: 120 });
export const quantitySchema = integer({ minimum: 0, maximum: 1_000_000 });

const attributesSchema = array(integer(), { maxItems: MOST_ENTRIES });
const imagesSchema = array(string({ format: 'uri', maxLength: 2_083 }), { minItems: 1, maxItems: 10 });
const pricesSchema = array(priceSchema, { minItems: 1, maxItems: MOST_ENTRIES });
const weightSchema = number({ minimum: 0, maximum: 100_000, description: 'in grams' });

const ean = nullable(string());
const hsCode = nullable(string({ maxLength: 20 }));
const name = nullable(string({ maxLength: 120 }));
const descriptions = nullable(record(string({ maxLength: 2_500 })));
const id = nullable(integer());
const quantity = nullable(quantitySchema);
const countries = nullable(array(countryCodeSchema, { maxItems: MOST_ENTRIES }));
const textile = nullable(array(textileClusterSchema, { maxItems: MOST_PARTS }));
const nonTextile = nullable(array(nonTextileClusterSchema, { maxItems: MOST_PARTS }));

/** One item of the upsert (clause 2.2; required flags and bounds: gap G-02, non-textile field: gap G-03). */
export const productItemSchema = object({
  style_key: styleKeySchema,
  sku: skuSchema,
  ean: optional(ean),
  hs_code: optional(hsCode),
  name: optional(name),
  descriptions: optional(descriptions),
  color: integer(),
  size: optional(id),
  second_size: optional(id),
  brand: integer(),
  category: integer(),
  quantity: optional(quantity),
  weight: weightSchema,
  countries: optional(countries),
  country_of_origin: countryCodeSchema,
  attributes: attributesSchema,
  material_composition_textile: optional(textile),
  material_composition_non_textile: optional(nonTextile),
  prices: pricesSchema,
  images: imagesSchema,
});

/** The values of a product as the list returns them: those that were never sent are null (gap G-08). */
export const productValuesSchema = object({
  style_key: styleKeySchema,
  sku: skuSchema,
  ean,
  hs_code: hsCode,
  name,
  descriptions,
  color: integer(),
  size: id,
  second_size: id,
  brand: integer(),
  category: integer(),
  quantity,
  weight: weightSchema,
  countries,
  country_of_origin: countryCodeSchema,
  attributes: attributesSchema,
  material_composition_textile: textile,
  material_composition_non_textile: nonTextile,
  prices: pricesSchema,
  images: imagesSchema,
});

export type Price = Static<typeof priceSchema>;
export type ProductItem = Static<typeof productItemSchema>;
export type ProductValues = Static<typeof productValuesSchema>;

/** A composition of either kind; only textile components have a fraction. */
export type Composition = readonly {
  cluster_id: number;
  components: readonly { material_id: number; fraction?: number }[];
}[];

/**
 * The values of a product after an upsert: a field that the item omits stays as it was, and a field that it sets to
 * null is cleared. Keys that the API does not know are dropped.
 */
export function mergeProductItem(item: ProductItem, before: ProductValues | undefined): ProductValues {
  const keep = <Value, Former>(
    value: Value | undefined,
    former: Former | undefined,
  ): Value | Former | null => (value === undefined ? (former ?? null) : value);
  return {
    style_key: item.style_key,
    sku: item.sku,
    ean: keep(item.ean, before?.ean),
    hs_code: keep(item.hs_code, before?.hs_code),
    name: keep(item.name, before?.name),
    descriptions: keep(item.descriptions, before?.descriptions),
    color: item.color,
    size: keep(item.size, before?.size),
    second_size: keep(item.second_size, before?.second_size),
    brand: item.brand,
    category: item.category,
    quantity: keep(item.quantity, before?.quantity),
    weight: item.weight,
    countries: keep(item.countries, before?.countries),
    country_of_origin: item.country_of_origin,
    attributes: item.attributes,
    material_composition_textile: keep(
      item.material_composition_textile?.map(({ cluster_id, components }) => ({
        cluster_id,
        components: components.map(({ material_id, fraction }) => ({ material_id, fraction })),
      })) ?? item.material_composition_textile,
      before?.material_composition_textile,
    ),
    material_composition_non_textile: keep(
      item.material_composition_non_textile?.map(({ cluster_id, components }) => ({
        cluster_id,
        components: components.map(({ material_id }) => ({ material_id })),
      })) ?? item.material_composition_non_textile,
      before?.material_composition_non_textile,
    ),
    prices: item.prices.map(priceOf),
    images: item.images,
  };
}

/** A price as it was sent, without keys that the API does not know. */
export function priceOf({ country_code, retail_price, sale_price }: Price): Price {
  return { country_code, retail_price, ...(sale_price !== undefined && { sale_price }) };
}

/** The most products of a merchant. */
export const MOST_PRODUCTS = 20_000;

/** A merchant's products, in order of their creation. */
export interface Catalogue {
  readonly size: number;
  find(sku: string): Product | undefined;
  /** The products of a style; empty if there are none. */
  style(styleKey: string): readonly Product[];
  all(): readonly Product[];
  /** Creates a product as a draft, or gives an existing one new values (clause 3.1 rule 2). */
  put(values: ProductValues): void;
  clear(): void;
}

/** An empty catalogue. */
export function createCatalogue(): Catalogue {
  const products = new Map<string, Product>();
  const styles = new Map<string, Set<Product>>();

  function file(product: Product): void {
    const style = styles.get(product.values.style_key);
    if (style === undefined) styles.set(product.values.style_key, new Set([product]));
    else style.add(product);
  }

  function unfile(product: Product): void {
    const style = styles.get(product.values.style_key);
    style?.delete(product);
    if (style?.size === 0) styles.delete(product.values.style_key);
  }

  return {
    get size() {
      return products.size;
    },
    find: (sku) => products.get(sku),
    style: (styleKey) => [...(styles.get(styleKey) ?? [])],
    all: () => [...products.values()],
    put(values) {
      const known = products.get(values.sku);
      if (known === undefined) {
        const product: Product = { values, status: 'draft', revision: 0, priceValidAt: new Map() };
        products.set(values.sku, product);
        file(product);
      } else if (known.values.style_key === values.style_key) {
        known.values = values;
      } else {
        unfile(known);
        known.values = values;
        file(known);
      }
    },
    clear() {
      products.clear();
      styles.clear();
    },
  };
}

/** The place of a page in its list (clause 2.4). next and prev are paths, null at the ends. */
export const paginationSchema = object({
  per_page: integer({ minimum: 1 }),
  page: integer({ minimum: 1 }),
  pages: integer({ minimum: 0 }),
  total: integer({ minimum: 0 }),
  next: nullable(string()),
  prev: nullable(string()),
  next_cursor: nullable(string({ description: 'an opaque mark of the next page' })),
});
type Pagination = Static<typeof paginationSchema>;

/** The parameters of every list with pages (clause 4.5, gap G-08). */
export const pageParameters = {
  page: integer({ minimum: 1, default: 1 }),
  per_page: integer({ minimum: 1, maximum: 100, default: 20 }),
};

/** The requested page of a list, and the path and filters for the links to its neighbours. */
interface PageRequest {
  page: number;
  per_page: number;
  path: string;
  filters: Readonly<Record<string, string | number | null | undefined>>;
}

/** One page of a list. A page past the end is empty, and its `prev` is the last page. */
export function paginate<Entry>(
  entries: readonly Entry[],
  { page, per_page, path, filters }: PageRequest,
): { items: Entry[]; pagination: Pagination } {
  const pages = Math.ceil(entries.length / per_page);
  const first = (page - 1) * per_page;
  const hasNext = page < pages;
  const previous = Math.min(page - 1, pages);

  function link(target: number): string {
    const query = new URLSearchParams({ page: String(target), per_page: String(per_page) });
    for (const [name, value] of Object.entries(filters))
      if (value !== undefined && value !== null) query.append(name, String(value));
    return `${path}?${query}`;
  }

  return {
    items: entries.slice(first, first + per_page),
    pagination: {
      per_page,
      page,
      pages,
      total: entries.length,
      next: hasNext ? link(page + 1) : null,
      prev: previous >= 1 ? link(previous) : null,
      next_cursor: hasNext ? Buffer.from(`page ${page + 1}`).toString('base64url') : null,
    },
  };
}
