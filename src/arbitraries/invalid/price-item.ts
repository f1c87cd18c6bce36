import fc from 'fast-check';
import type { Price } from '../price.js';
import { type PriceItem, priceItem } from '../price-item.js';
import { type InvalidItem, invalidItem } from './invalid-item.js';
import { otherThan } from './json-shape.js';
import { unlinkedCountry } from './unlinked-country.js';

interface Mistake {
  readonly field: 'sku' | 'price' | keyof Price;
  readonly right: string;
  readonly put: (item: PriceItem) => fc.Arbitrary<unknown>;
}

const missing = () => fc.constantFrom(undefined, null);
const anyOf = (values: readonly unknown[]) => fc.constantFrom(...values);
const below0 = fc.integer({ min: -100_000, max: -1 }).map((cents) => cents / 100);

const mistakes = {
  'country that is no alpha-2 code': {
    field: 'country_code',
    right: 'an ISO 3166-1 alpha-2 code',
    put: ({ price: { country_code } }) =>
      anyOf(['', 'D', 'DEU', '276', 'Germany', country_code.toLowerCase(), `${country_code} `]),
  },
  'country of another type': {
    field: 'country_code',
    right: 'a string',
    put: ({ price: { country_code } }) => anyOf(otherThan('a string', country_code)),
  },
  'country missing': { field: 'country_code', right: 'required', put: missing },
  'retail price of 0': { field: 'retail_price', right: 'above 0', put: () => fc.constant(0) },
  'retail price below 0': { field: 'retail_price', right: 'above 0', put: () => below0 },
  'retail price of another type': {
    field: 'retail_price',
    right: 'a number',
    put: ({ price: { retail_price } }) => anyOf(otherThan('a number', retail_price)),
  },
  'retail price missing': { field: 'retail_price', right: 'required', put: missing },
  'sale price of 0': { field: 'sale_price', right: 'above 0 or null', put: () => fc.constant(0) },
  'sale price below 0': { field: 'sale_price', right: 'above 0 or null', put: () => below0 },
  'sale price above the retail price': {
    field: 'sale_price',
    right: 'at most retail_price',
    put: ({ price: { retail_price } }) =>
      fc
        .oneof(fc.constant(1), fc.integer({ min: 1, max: 10_000 }))
        .map((more) => (Math.round(retail_price * 100) + more) / 100),
  },
  'sale price of another type': {
    field: 'sale_price',
    right: 'a number or null',
    put: ({ price: { retail_price } }) => anyOf(otherThan('a number', retail_price)),
  },
  'price of another type': {
    field: 'price',
    right: 'an object',
    put: ({ price }) => anyOf(otherThan('an object', price)),
  },
  'price missing': { field: 'price', right: 'required', put: missing },
  'sku of another type': {
    field: 'sku',
    right: 'a string',
    put: ({ sku }) => anyOf(otherThan('a string', sku)),
  },
  'sku missing': { field: 'sku', right: 'required', put: missing },
} as const satisfies Readonly<Record<string, Mistake>>;

export type PriceMistake = keyof typeof mistakes;

/** What can be wrong with a price update, as `retail price of 0` (gap G-11). */
export const priceMistakes = Object.keys(mistakes).filter((name): name is PriceMistake => name in mistakes);

/**
 * A price update with one mistake (gap G-11). Where the retail price is wrong there is no sale, so that it is not below the
 * sale price as well.
 * @param skus those to choose from; at least one
 * @param countries codes of linked countries to choose from; at least one
 * @param name one of priceMistakes
 */
export function invalidPriceItem(
  skus: readonly string[],
  countries: readonly string[],
  name: PriceMistake,
): fc.Arbitrary<InvalidItem<PriceItem>> {
  const { field, right, put }: Mistake = mistakes[name];
  return priceItem(skus, countries).chain((drawn) => {
    const item = field === 'retail_price' ? { ...drawn, price: { ...drawn.price, sale_price: null } } : drawn;
    return put(item).map((value) => spoiled(item, field, right, value));
  });
}

/**
 * A price update for a country that is not linked to the merchant (clause 2.2 rule 1).
 * @param skus those to choose from; at least one
 * @param countries codes of all linked countries
 * @returns undefined where all known countries are linked
 */
export function priceForCountryNotLinked(
  skus: readonly string[],
  countries: readonly string[],
): fc.Arbitrary<InvalidItem<PriceItem>> | undefined {
  const other = unlinkedCountry(countries);
  if (other === undefined) return undefined;
  return fc
    .tuple(priceItem(skus, countries), other)
    .map(([item, code]) => spoiled(item, 'country_code', 'one linked to the merchant', code));
}

function spoiled(
  item: PriceItem,
  field: Mistake['field'],
  right: string,
  value: unknown,
): InvalidItem<PriceItem> {
  if (field === 'sku' || field === 'price') return invalidItem(item, field, right, value, { [field]: value });
  const price = Object.entries({ ...item.price, [field]: value }).filter(([, each]) => each !== undefined);
  return invalidItem(item, `price.${field}`, right, value, { price: Object.fromEntries(price) });
}
