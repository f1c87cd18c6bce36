import fc from 'fast-check';
import { chineseKey } from './chinese-key.js';
import { imageUrls } from './image-urls.js';
import { ownKey } from './own-key.js';
import { paddedTo } from './padded-to.js';
import { price } from './price.js';
import { type ProductItem, productItem } from './product-item.js';
import { categoryOf, type ReferenceData, withCategories } from './reference-data.js';

/** The fields that may be left out, or null (gap G-02). */
type OptionalField = 'ean' | 'hs_code' | 'name' | 'descriptions' | 'size' | 'second_size' | 'quantity';

/** A product item that may lack what is not required. */
export type SparseProductItem = Omit<ProductItem, OptionalField> & {
  readonly [Field in OptionalField]?: ProductItem[Field] | null;
};

/** A valid item that just keeps a bound. */
export interface ItemAtBound {
  readonly item: SparseProductItem;
  /** In words, as `sku of 120 characters`. */
  readonly bound: string;
}

type AtBound = (reference: ReferenceData, prefix: string) => fc.Arbitrary<SparseProductItem> | undefined;

/** Gives a product item other values. */
function items(change: (prefix: string) => fc.Arbitrary<Partial<SparseProductItem>>): AtBound {
  return (reference, prefix) =>
    fc
      .tuple(productItem(reference, prefix), change(prefix))
      .map(([item, changed]) => ({ ...item, ...changed }));
}

/** A unique beginning, filled up. */
const key = (prefix: string, filler: string) => ownKey(prefix).map((begin) => paddedTo(120, begin, filler));

/** Characters of 2 and 3 bytes, of one form only, so that normalising leaves their number as it is. */
const multiByte = 'ßжø漢字€';
const filler = fc.constantFrom('x', 'ß', '漢', multiByte);
/** null in every field that is not required; a category without sizes takes a null size as it is. */
const optionalNull = {
  ean: null,
  hs_code: null,
  name: null,
  descriptions: null,
  second_size: null,
  quantity: null,
} as const satisfies Readonly<Record<Exclude<OptionalField, 'size'>, null>>;

const withoutOptional: AtBound = (reference, prefix) =>
  productItem(reference, prefix).map(
    ({ ean, hs_code, name, descriptions, second_size, quantity, size, ...item }) =>
      size === null ? item : { ...item, size },
  );

const longDescriptions: AtBound = (reference, prefix) => {
  if (reference.locales.length === 0) return undefined;
  return fc.tuple(productItem(reference, prefix), filler).map(([item, fill]) => ({
    ...item,
    descriptions: Object.fromEntries(
      reference.locales.slice(0, 3).map((locale) => [locale, paddedTo(2500, item.name, fill)]),
    ),
  }));
};

/** In characters of one UTF-16 unit, for a name of 4-byte characters may be counted as twice as long. */
const longName = filler.map((fill) => ({ name: paddedTo(120, 'Mantel ', fill) }));

/** Changes the first price of an item. */
function firstPrice(cents: (retail: number) => readonly [retail: number, sale: number | null]): AtBound {
  return (reference, prefix) =>
    productItem(reference, prefix).map((item) => {
      const prices = item.prices.map((each, index) => {
        const [retail, sale] = cents(Math.round(each.retail_price * 100));
        return index > 0
          ? each
          : { ...each, retail_price: retail / 100, sale_price: sale === null ? null : sale / 100 };
      });
      return { ...item, prices };
    });
}

const onePrice: AtBound = (reference, prefix) =>
  productItem(reference, prefix).chain((item) =>
    fc
      .constantFrom(...item.countries)
      .chain(price)
      .map((only) => ({ ...item, countries: [only.country_code], prices: [only] })),
  );

/** A cluster of two materials, of which one has no share and the other has all. */
const fractions: AtBound = (reference, prefix) => {
  const narrowed = withCategories(
    reference,
    ({ composition, materials }) => composition === 'textile' && materials.length > 1,
  );
  if (narrowed === undefined) return undefined;
  return productItem(narrowed, prefix).map((item) => {
    const components = categoryOf(reference, item.category)
      .materials.slice(0, 2)
      .map((material_id, index) => ({ material_id, fraction: index === 0 ? 100 : 0 }));
    const [first, ...others] = item.material_composition_textile ?? [];
    return first === undefined
      ? item
      : { ...item, material_composition_textile: [{ ...first, components }, ...others] };
  });
};

/**
 * Whether a character is a code point or a UTF-16 unit is open in the description. So the longest keys are made of
 * characters that are one of each, of up to 3 bytes: 60 or 120 of 4 bytes would be right by one count only.
 */
const bounds = {
  'style_key of 120 characters': items((prefix) => key(prefix, 'x').map((style_key) => ({ style_key }))),
  'style_key of 120 characters of several bytes': items((prefix) =>
    fc
      .constantFrom('ß', '漢', multiByte)
      .chain((fill) => key(prefix, fill))
      .map((style_key) => ({ style_key })),
  ),
  // These two can't begin with the prefix; they are drawn, without bias, from many. Whether somebody has them is to be looked up.
  'style_key of 1 character': items(() => chineseKey(1).map((style_key) => ({ style_key }))),
  'sku of 3 characters': items(() =>
    fc.noBias(fc.noShrink(fc.stringMatching(/^[A-Z0-9]{3}$/))).map((sku) => ({ sku })),
  ),
  'sku of 120 characters': items((prefix) => key(prefix, 'x').map((sku) => ({ sku }))),
  'hs_code of 20 characters': items(() => fc.stringMatching(/^[0-9]{20}$/).map((hs_code) => ({ hs_code }))),
  'name of 120 characters': items(() => longName),
  'descriptions of 2500 characters': longDescriptions,
  'weight of 0': items(() => fc.constant({ weight: 0 })),
  'weight of 100000': items(() => fc.constant({ weight: 100_000 })),
  'quantity of 0': items(() => fc.constant({ quantity: 0 })),
  'quantity of 1000000': items(() => fc.constant({ quantity: 1_000_000 })),
  '1 image': items(() => imageUrls(1, 1).map((list) => ({ images: list }))),
  '10 images': items(() => imageUrls(10, 10).map((list) => ({ images: list }))),
  '1 price': onePrice,
  'retail price of 0.01': firstPrice(() => [1, null]),
  'sale price of 0.01': firstPrice((retail) => [retail, 1]),
  'sale price equal to the retail price': firstPrice((retail) => [retail, retail]),
  'fractions of 0 and 100': fractions,
  'null in each optional field': items(() => fc.constant(optionalNull)),
  'no optional field': withoutOptional,
} as const satisfies Readonly<Record<string, AtBound>>;

export type ProductItemBound = keyof typeof bounds;

/** The bounds of clause 8.2 and gap G-02, as `sku of 120 characters`. */
export const productItemBounds = Object.keys(bounds).filter(
  (name): name is ProductItemBound => name in bounds,
);

/**
 * A valid product item at one of its bounds; invalid/product-item has those past them.
 * @param prefix begins style_key and sku, save where the bound leaves no room for it; up to 60 characters
 * @param bound one of productItemBounds
 * @returns undefined where the reference data gives no item that has the bound
 */
export function productItemAtBound(
  reference: ReferenceData,
  prefix: string,
  bound: ProductItemBound,
): fc.Arbitrary<ItemAtBound> | undefined {
  return bounds[bound](reference, prefix)?.map((item) => ({ item, bound }));
}
