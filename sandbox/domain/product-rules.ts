import type { Static } from 'typebox';
import { nullable, object, optional, string } from '../schema/build.js';
import {
  type Catalogue,
  type Composition,
  type Price,
  type ProductValues,
  priceChangeSchema,
  priceOf,
  quantitySchema,
  skuSchema,
} from './products.js';
import { ISO_COUNTRIES, type Market, type ReferenceData } from './reference-data.js';
import { momentOf } from './time.js';
import type { Emit } from './webhooks.js';

/**
 * The data that a product is checked against: the merchant's own markets and products, and the common reference data.
 */
export interface ProductSetting {
  markets: readonly Market[];
  catalogue: Catalogue;
  brands: ReadonlySet<number>;
  choicesOf(categoryId: number): CategoryChoices | undefined;
}

/** All problems with a product, as messages; empty if it can be stored (clause 2.2, gap G-02). */
export function productProblems(values: ProductValues, setting: ProductSetting): string[] {
  return [...problemsWith(values, setting)];
}

function* problemsWith(values: ProductValues, setting: ProductSetting): Generator<string> {
  const { ean, brand, category } = values;
  const choices = setting.choicesOf(category);
  if (ean !== null && !isEan13(ean)) yield 'ean must be an EAN-13 with its check digit';
  if (!setting.brands.has(brand)) yield `brand ${brand} is not known`;
  if (choices === undefined) yield `category ${category} is not known`;
  else {
    yield* choiceProblems(values, choices);
    yield* compositionProblems(values, choices);
  }
  yield* marketProblems(values, setting.markets);
  const twin = setting.catalogue
    .style(values.style_key)
    .find(
      (other) =>
        other.values.sku !== values.sku &&
        other.values.color === values.color &&
        other.values.size === values.size &&
        other.values.second_size === values.second_size,
    );
  if (twin !== undefined)
    yield `color, size and second_size are taken by the sku ${twin.values.sku} of this style`;
}

/** Problems with ids that the category's attribute groups must offer (clause 2.2). */
function* choiceProblems(values: ProductValues, { groups, attributes }: CategoryChoices): Generator<string> {
  for (const field of ['color', 'size', 'second_size'] as const) {
    const id = values[field];
    if (id !== null && !groups.get(field)?.has(id)) yield `${field} ${id} is not offered by the category`;
  }
  if (values.size === null && groups.has('size')) yield 'size is missing: the category has sizes';
  for (const id of values.attributes)
    if (!attributes.has(id)) yield `attributes: ${id} is not an attribute of the category`;
}

/** How far a sum of fractions may be from 100: decimals like 33.3 don't add up exactly. */
const TOLERANCE = 0.001;
const FIELDS = {
  textile: 'material_composition_textile',
  'non-textile': 'material_composition_non_textile',
} as const;

/**
 * Problems with the material composition of a product: it is missing although the category takes one, is of the wrong
 * kind for the category, names an unknown cluster or material, or the fractions of a textile cluster don't sum to 100.
 * From clause 2.2 rule 3, gaps G-02 and G-03. An empty composition counts as missing.
 */
function* compositionProblems(values: ProductValues, choices: CategoryChoices): Generator<string> {
  const { composition: taken } = choices;
  const isMissing = (kind: keyof typeof FIELDS) => (values[FIELDS[kind]] ?? []).length === 0;
  if (taken !== null && isMissing('textile') && isMissing('non-textile'))
    yield `${FIELDS[taken]} is missing: the category takes a ${taken} composition`;
  for (const kind of ['textile', 'non-textile'] as const) {
    const field = FIELDS[kind];
    const composition: Composition = values[field] ?? [];
    if (kind === taken) yield* clusterProblems(field, composition, choices);
    else if (!isMissing(kind))
      yield `${field} is not possible: the category takes ${taken === null ? 'no' : `a ${taken}`} composition`;
  }
}

function* clusterProblems(
  field: string,
  composition: Composition,
  { composition: kind, groups }: CategoryChoices,
): Generator<string> {
  for (const [index, { cluster_id, components }] of composition.entries()) {
    const place = `${field}[${index}]`;
    if (!groups.get('material_group_name')?.has(cluster_id))
      yield `${place}.cluster_id ${cluster_id} is not a material group of the category`;
    for (const { material_id } of components)
      if (!groups.get('material')?.has(material_id))
        yield `${place}: material_id ${material_id} is not a material of the category`;
    const sum = components.reduce((total, { fraction = 0 }) => total + fraction, 0);
    if (kind === 'textile' && Math.abs(sum - 100) > TOLERANCE)
      yield `${place}: the fractions must sum to 100, but sum to ${Number(sum.toFixed(3))}`;
  }
}

/**
 * Problems with the countries, prices and languages of a product (clause 2.2 rules 1 and 2): a country or locale that
 * is not linked to the merchant, a country of publication without a price, a country with two prices, a sale price
 * above the retail price, an unknown country of origin.
 */
function* marketProblems(values: ProductValues, markets: readonly Market[]): Generator<string> {
  const priced = new Set(values.prices.map(({ country_code }) => country_code));
  for (const country of new Set(values.countries)) {
    if (!isLinked(country, markets)) yield `countries: ${country} is not linked to the merchant`;
    else if (!priced.has(country)) yield `prices: there is no price for ${country}`;
  }
  if (priced.size < values.prices.length) yield 'prices: a country must have one price only';
  for (const price of values.prices) yield* priceProblems(price, markets);
  for (const locale of Object.keys(values.descriptions ?? {}))
    if (!markets.some((market) => market.locale.code === locale))
      yield `descriptions: a locale is not linked to the merchant: ${locale.slice(0, 20)}`;
  if (!ISO_COUNTRIES.has(values.country_of_origin))
    yield `country_of_origin ${values.country_of_origin} is not a country`;
}

/** Problems with one price (clause 2.2 rule 1, gap G-02). */
function* priceProblems(price: Price, markets: readonly Market[]): Generator<string> {
  const { country_code, retail_price, sale_price } = price;
  if (!isLinked(country_code, markets)) yield `prices: ${country_code} is not linked to the merchant`;
  if (sale_price !== undefined && sale_price !== null && sale_price > retail_price)
    yield `prices: the sale_price for ${country_code} must be at most the retail_price ${retail_price}`;
}

function isLinked(code: string, markets: readonly Market[]): boolean {
  return markets.some(({ country }) => country.code === code);
}

/** The ids that a product of one category can have, as each attribute group offers them. */
interface CategoryChoices {
  composition: 'textile' | 'non-textile' | null;
  /** Ids by the name of their group, for the groups that the category has. */
  groups: ReadonlyMap<string, ReadonlySet<number>>;
  /** The ids in all groups that have no field of their own. */
  attributes: ReadonlySet<number>;
}

const GROUPS_WITH_A_FIELD = new Set('color size second_size brand material material_group_name'.split(' '));

/**
 * Returns a function that looks up the choices for a category by its id; undefined if there is no such
 * category. Choices are built once.
 */
export function createCategoryChoices(
  data: ReferenceData,
): (categoryId: number) => CategoryChoices | undefined {
  const categories = new Map(data.categories.map((category) => [category.id, category]));
  const built = new Map<number, CategoryChoices>();

  return (categoryId) => {
    const known = built.get(categoryId);
    const category = categories.get(categoryId);
    if (known !== undefined || category === undefined) return known;
    const groups = new Map(
      data
        .attributeGroups(categoryId)
        ?.map(({ name, attributes }) => [name, new Set(attributes.map(({ id }) => id))]),
    );
    const choices: CategoryChoices = {
      composition: category.material_composition_type,
      groups,
      attributes: new Set(
        [...groups].flatMap(([name, ids]) => (GROUPS_WITH_A_FIELD.has(name) ? [] : [...ids])),
      ),
    };
    built.set(categoryId, choices);
    return choices;
  };
}

/**
 * Whether the text is an EAN-13: thirteen ASCII digits whose sum, every second one weighted by 3, is a multiple of 10
 * (gap G-02).
 */
function isEan13(text: string): boolean {
  const weighted = [...text].map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 3));
  return /^[0-9]{13}$/.test(text) && weighted.reduce((sum, value) => sum + value, 0) % 10 === 0;
}

/** The moment from which an update is valid (gap G-11). */
const valid_at = optional(nullable(string({ format: 'date-time' })));

/** What an update of stock or prices acts on. */
export interface UpdateSetting {
  catalogue: Catalogue;
  markets: readonly Market[];
  /** In milliseconds since 1970. */
  submittedAt: number;
  emit: Emit;
}

/** One item of the price update (gap G-11). */
export const priceItemSchema = object({ sku: skuSchema, price: priceChangeSchema, valid_at });
/** A price update, completed with the current retail price if it leaves that unchanged. */
export type PriceItem = Omit<Static<typeof priceItemSchema>, 'price'> & { price: Price };

/**
 * The update, completed with the current retail price if it leaves that unchanged; undefined if the product
 * has no price in that country.
 */
export function withRetailPrice(
  { price, ...item }: Static<typeof priceItemSchema>,
  catalogue: Catalogue,
): PriceItem | undefined {
  const { country_code } = price;
  const former = catalogue.find(item.sku)?.values.prices.find((each) => each.country_code === country_code);
  const retail_price = price.retail_price ?? former?.retail_price;
  return retail_price === undefined ? undefined : { ...item, price: { ...price, retail_price } };
}

/**
 * Sets the price of a product in one country and leaves the other prices alone; refuses a country that is not
 * linked, and an update that is older than the last one for this country. Gap G-11.
 */
export function updatePrice(
  { sku, price, valid_at }: PriceItem,
  { catalogue, markets, submittedAt }: UpdateSetting,
): string[] {
  const product = catalogue.find(sku);
  if (product === undefined) return ['sku is not known'];
  const problems = [...priceProblems(price, markets)];
  if (problems.length > 0) return problems;
  if (isOutdated(valid_at, product.priceValidAt.get(price.country_code)))
    return ['valid_at must not be before that of the last price update'];
  product.priceValidAt.set(price.country_code, validAt(valid_at, submittedAt));
  const prices = new Map(product.values.prices.map((former) => [former.country_code, former]));
  prices.set(price.country_code, priceOf(price));
  product.values = { ...product.values, prices: [...prices.values()] };
  return [];
}

/** One item of the stock update (gap G-11). */
export const stockItemSchema = object({ sku: skuSchema, quantity: quantitySchema, valid_at });
export type StockItem = Static<typeof stockItemSchema>;

/**
 * Sets the quantity of a product, unless the update is older than the last one that was applied. An update without
 * valid_at always applies and counts as valid from its submission. Gap G-11.
 */
export function updateStock(
  { sku, quantity, valid_at }: StockItem,
  { catalogue, submittedAt, emit }: UpdateSetting,
): string[] {
  const product = catalogue.find(sku);
  if (product === undefined) return ['sku is not known'];
  if (isOutdated(valid_at, product.stockValidAt))
    return ['valid_at must not be before that of the last stock update'];
  product.stockValidAt = validAt(valid_at, submittedAt);
  product.values = { ...product.values, quantity };
  emit('stock.updated', { sku, quantity });
  return [];
}

/** Whether an update is valid from an earlier moment than the last one that was applied. */
export function isOutdated(valid_at: string | null | undefined, last: number | undefined): boolean {
  return typeof valid_at === 'string' && last !== undefined && momentOf(valid_at) < last;
}

/** The moment from which an update is valid, in milliseconds since 1970. */
function validAt(valid_at: string | null | undefined, submittedAt: number): number {
  return typeof valid_at === 'string' ? momentOf(valid_at) : submittedAt;
}
