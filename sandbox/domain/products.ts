import type { Static, TProperties } from 'typebox';
import {
  array,
  integer,
  nullable,
  number,
  object,
  optional,
  optionals,
  record,
  string,
} from '../schema/build.js';
import { withoutUnknownKeys } from '../schema/unknown-keys.js';

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
  /** Counts the status updates; a review or an activation that began before the last one is void. */
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
const priceSchema = object({
  country_code: countryCodeSchema,
  retail_price: positiveAmount,
  sale_price: optional(nullable(positiveAmount)),
});

/** A price in an update: without a retail price, the last one stays (gap G-11). */
export const priceChangeSchema = object({
  ...priceSchema.properties,
  retail_price: optional(nullable(positiveAmount)),
});

/** A composition, given the fields of its components. */
function composition<Component extends TProperties>(component: Component) {
  const components = array(object(component), { minItems: 1, maxItems: MOST_PARTS });
  return array(object({ cluster_id: positive, components }), { maxItems: MOST_PARTS });
}

const positive = integer({ minimum: 1 });

export const styleKeySchema = string({ minLength: 1, maxLength: 120 });
export const skuSchema = string({ minLength: 3, maxLength: 120 });
export const quantitySchema = integer({ minimum: 0, maximum: 1_000_000 });

const id = integer();

/** Fields that each item of an upsert has (clause 2.2; required flags and bounds: gap G-02). */
const required = {
  style_key: styleKeySchema,
  sku: skuSchema,
  color: id,
  brand: id,
  category: id,
  weight: number({ minimum: 0, maximum: 100_000, description: 'in grams' }),
  country_of_origin: countryCodeSchema,
  attributes: array(id, { maxItems: MOST_ENTRIES }),
  prices: array(priceSchema, { minItems: 1, maxItems: MOST_ENTRIES }),
  images: array(string({ format: 'uri', maxLength: 2_083 }), { minItems: 1, maxItems: 10 }),
};
/** Fields that an item may leave out or set to null (clause 2.2; non-textile field: gap G-03). */
const clearable = {
  ean: nullable(string()),
  hs_code: nullable(string({ maxLength: 20 })),
  name: nullable(string({ maxLength: 120 })),
  descriptions: nullable(record(string({ maxLength: 2_500 }))),
  size: nullable(id),
  second_size: nullable(id),
  quantity: nullable(quantitySchema),
  countries: nullable(array(countryCodeSchema, { maxItems: MOST_ENTRIES })),
  material_composition_textile: nullable(
    composition({ material_id: positive, fraction: number({ minimum: 0, maximum: 100 }) }),
  ),
  material_composition_non_textile: nullable(composition({ material_id: positive })),
};
const NEVER_SENT = nulls(clearable);

/** An object with the same keys, all of them null. */
function nulls<Key extends string>(of: Readonly<Record<Key, unknown>>): { [Each in Key]: null };
function nulls(of: object): Record<string, null> {
  return Object.fromEntries(Object.keys(of).map((key) => [key, null]));
}

/** One item of the upsert. */
export const productItemSchema = object({ ...required, ...optionals(clearable) });
/** The values of a product as the list returns them: those that were never sent are null (gap G-08). */
export const productValuesSchema = object({ ...required, ...clearable });

export type Price = Static<typeof priceSchema>;
export type ProductItem = Static<typeof productItemSchema>;
export type ProductValues = Static<typeof productValuesSchema>;

/** A composition of either kind; only textile components have a fraction. */
export type Composition = readonly {
  cluster_id: number;
  components: readonly { material_id: number; fraction?: number }[];
}[];

/**
 * The values of a product after an upsert: a field that the item omits stays as it was, and a field that it
 * sets to null is cleared. Keys that are unknown to the API are dropped.
 */
export function mergeProductItem(item: ProductItem, before: ProductValues | undefined): ProductValues {
  return { ...NEVER_SENT, ...before, ...withoutUnknownKeys(productItemSchema, item) };
}

/** A price as it was sent, without keys that are unknown to the API. */
export function priceOf(price: Price): Price {
  return withoutUnknownKeys(priceSchema, price);
}

/** A merchant's products, in order of their creation. */
export type Catalogue = ReturnType<typeof createCatalogue>;

/** An empty catalogue. */
export function createCatalogue() {
  const products = new Map<string, Product>();
  const styles = new Map<string, Set<Product>>();

  function file(product: Product): void {
    const { style_key } = product.values;
    styles.set(style_key, (styles.get(style_key) ?? new Set()).add(product));
  }

  function unfile(product: Product): void {
    const style = styles.get(product.values.style_key);
    style?.delete(product);
    if (style?.size === 0) styles.delete(product.values.style_key);
  }

  return {
    find: (sku: string): Product | undefined => products.get(sku),
    /** The products of a style; empty if there are none. */
    style: (styleKey: string): readonly Product[] => [...(styles.get(styleKey) ?? [])],
    all: (): readonly Product[] => [...products.values()],
    /** Creates a product, by default as a draft (clause 3.1 rule 2), or gives an existing one new values. */
    put(values: ProductValues, status: ProductStatus = 'draft'): void {
      const known = products.get(values.sku);
      const product: Product = known ?? { values, status, revision: 0, priceValidAt: new Map() };
      const stays = known?.values.style_key === values.style_key;
      if (!stays) unfile(product);
      product.values = values;
      products.set(values.sku, product);
      if (!stays) file(product);
    },
  };
}
