import fc from 'fast-check';
import { rulesAt } from '../../contract/schemas/request-rules.js';
import { paddedTo } from '../text.js';
import { chineseKey, ownKey } from './identifiers.js';
import { amountsOf, type Price, price, regularPrice } from './price.js';
import { imageUrls, itemsOf, productItem, type SubmittedProduct } from './product-item.js';
import { categoryOf, type DrawnFrom, type ReferenceData } from './reference-data.js';

/** The fields that may be missing or null according to gap G-02; size only if its category has no sizes. */
const optional = ['ean', 'hs_code', 'name', 'descriptions', 'size', 'second_size', 'quantity'] as const;

/** Draws a valid item exactly at a bound, which may leave no room for the prefix. */
export type AtBound = DrawnFrom<SubmittedProduct>;
type Row = readonly [bound: string, draw: AtBound];

/** Gives one field of a product item another value. */
function items(
  field: string,
  values: (prefix: string, reference: ReferenceData) => fc.Arbitrary<unknown>,
): AtBound {
  return (reference, prefix) =>
    fc
      .tuple(productItem(reference, prefix), values(prefix, reference))
      .map(([item, value]) => ({ ...item, [field]: value }));
}

const rules = (place: string) => rulesAt('upsertProducts', place);

/** The row of a bound; empty if the target's contract doesn't have the bound. */
function at(
  place: string,
  keyword: 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems',
  row: (bound: number) => Row,
): readonly Row[] {
  const bound: number | undefined = rules(place)?.[keyword];
  return bound === undefined ? [] : [row(bound)];
}

/** The row of a length. @param textOf draws a text of that length for the field */
function ofLength(
  field: string,
  keyword: 'minLength' | 'maxLength',
  textOf: (length: number, prefix: string) => fc.Arbitrary<string>,
): readonly Row[] {
  return at(field, keyword, (length) => [
    `${field} of ${counted(length, 'character')}`,
    items(field, (prefix) => textOf(length, prefix)),
  ]);
}

/** A key with a unique beginning, padded to a length. */
const key = (prefix: string, length: number, filler: string) =>
  ownKey(prefix).map((begin) => paddedTo(length, begin, filler));

/** Characters of 2 and 3 bytes that don't change under Unicode normalisation. */
const multiByte = 'ßжø漢字€';
const filler = fc.constantFrom('x', 'ß', '漢', multiByte);
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Without size: it is already null in a category without sizes, and must not be null in others. */
const nullable = optional.filter((field) => field !== 'size' && rules(field)?.isNullable);
const omissible = optional.filter((field) => rules(field)?.isRequired === false);

/** Omits all optional fields, but the size only if the category has no sizes. */
const withoutOptional: AtBound = (reference, prefix) =>
  productItem(reference, prefix).map((item): SubmittedProduct => {
    const sparse: { -readonly [Field in keyof SubmittedProduct]: SubmittedProduct[Field] } = { ...item };
    for (const field of omissible) if (field !== 'size' || item.size === null) delete sparse[field];
    return sparse;
  });

const longDescriptions =
  (length: number): AtBound =>
  (reference, prefix) => {
    if (reference.locales.length === 0) return undefined;
    return fc.tuple(productItem(reference, prefix), filler).map(([item, fill]) => ({
      ...item,
      descriptions: Object.fromEntries(
        reference.locales.slice(0, 3).map((locale) => [locale, paddedTo(length, item.name, fill)]),
      ),
    }));
  };

/** Changes the first price of an item. */
function firstPrice(change: (first: Price) => Price): AtBound {
  return (reference, prefix) =>
    productItem(reference, prefix).map((item) => {
      const [first, ...others] = item.prices;
      return first === undefined ? item : { ...item, prices: [change(first), ...others] };
    });
}

/** To a different retail price without a sale. */
const withRetail = (cents: number) =>
  firstPrice(({ country_code }) => regularPrice('upsertProducts', country_code, cents / 100));

const onePrice: AtBound = (reference, prefix) =>
  productItem(reference, prefix).chain((item) =>
    fc
      .constantFrom(...item.countries)
      .chain(price)
      .map((only) => ({ ...item, countries: [only.country_code], prices: [only] })),
  );

/** A cluster of two materials with the fractions 100 and 0. */
const fractions: AtBound = (reference, prefix) =>
  itemsOf(
    reference,
    prefix,
    ({ composition, materials }) => composition === 'textile' && materials.length > 1,
  )?.map((item) => {
    const components = categoryOf(reference, item.category)
      .materials.slice(0, 2)
      .map((material_id, index) => ({ material_id, fraction: index === 0 ? 100 : 0 }));
    const [first, ...others] = item.material_composition_textile ?? [];
    return first === undefined
      ? item
      : { ...item, material_composition_textile: [{ ...first, components }, ...others] };
  });

const { min: leastRetail = 1, max: mostRetail = 1 } = amountsOf('upsertProducts', 'retail_price') ?? {};
const { min: leastSale = 1 } = amountsOf('upsertProducts', 'sale_price') ?? {};

/**
 * The bounds of clause 8.2 and gap G-02, such as `sku of 120 characters`; invalid/product-item.ts makes items past them.
 * The description doesn't say whether a character is a code point or a UTF-16 unit. So the longest keys and names
 * consist of characters that count as one of either, of up to 3 bytes.
 */
export const productBounds: ReadonlyMap<string, AtBound> = new Map<string, AtBound>([
  // Clause 8.2 states the 120 characters.
  ['style_key of 120 characters', items('style_key', (prefix) => key(prefix, 120, 'x'))],
  [
    'style_key of 120 characters of several bytes',
    items('style_key', (prefix) =>
      fc.constantFrom('ß', '漢', multiByte).chain((fill) => key(prefix, 120, fill)),
    ),
  ],
  // The shortest keys can't begin with the prefix. They are drawn from many, without bias; callers must look up whether
  // a different product already has them.
  ...ofLength('style_key', 'minLength', chineseKey),
  ...ofLength('sku', 'minLength', (length) =>
    fc.noBias(fc.noShrink(fc.stringMatching(new RegExp(`^[A-Z0-9]{${length}}$`)))),
  ),
  ...ofLength('sku', 'maxLength', (length, prefix) => key(prefix, length, 'x')),
  ...ofLength('hs_code', 'maxLength', (length) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))),
  ...ofLength('name', 'maxLength', (length, prefix) =>
    filler.map((fill) => paddedTo(length, `${prefix}Mantel `.slice(0, length), fill)),
  ),
  ...at('descriptions[]', 'maxLength', (length) => [
    `descriptions of ${counted(length, 'character')}`,
    longDescriptions(length),
  ]),
  ...(['weight', 'quantity'] as const).flatMap((field) =>
    (['minimum', 'maximum'] as const).flatMap((keyword) =>
      at(field, keyword, (bound) => [`${field} of ${bound}`, items(field, () => fc.constant(bound))]),
    ),
  ),
  ...(['minItems', 'maxItems'] as const).flatMap((keyword) =>
    at('images', keyword, (count) => [
      counted(count, 'image'),
      items('images', (_, { imageUrl }) => imageUrls(count, count, imageUrl)),
    ]),
  ),
  ...(rules('prices')?.minItems === 1 ? [['1 price', onePrice] as const] : []),
  [`retail price of ${leastRetail / 100}`, withRetail(leastRetail)],
  ...(Number.isFinite(mostRetail)
    ? [[`retail price of ${mostRetail / 100}`, withRetail(mostRetail)] as const]
    : []),
  [`sale price of ${leastSale / 100}`, firstPrice((first) => ({ ...first, sale_price: leastSale / 100 }))],
  [
    'sale price equal to the retail price',
    firstPrice((first) => ({ ...first, sale_price: first.retail_price })),
  ],
  ['fractions of 0 and 100', fractions],
  [
    'null in each optional field',
    (reference, prefix) =>
      productItem(reference, prefix).map((item) => ({
        ...item,
        ...Object.fromEntries(nullable.map((field) => [field, null])),
      })),
  ],
  ['no optional field', withoutOptional],
]);
