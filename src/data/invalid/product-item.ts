import fc from 'fast-check';
import { requiredFields, rulesAt } from '../../contract/schemas/request-rules.js';
import { paddedTo } from '../text.js';
import { chineseKey, ownKey, tooLongStyleKey } from '../valid/identifiers.js';
import { type Price, price, regularPrice } from '../valid/price.js';
import { gtin, imageUrls, type ProductItem, productItem } from '../valid/product-item.js';
import { categoryOf, type ReferenceData } from '../valid/reference-data.js';
import {
  amountAbove,
  type ContractMistake,
  contractMistakes,
  mistakeIn,
  type TextOfLength,
} from './contract-mistakes.js';
import { invalidAt, invalidItem, rightValueAt } from './invalid-item.js';
import {
  type NamedMistakes,
  type PickedComponent,
  type ProductMistake,
  textileComponent,
  withPlace,
} from './product-choices.js';

const textile = 'material_composition_textile';
const fraction = `${textile}[].components[].fraction`;
const [retailPrice, salePrice] = ['prices[].retail_price', 'prices[].sale_price'];

/** Items that have a place, and in which a wrong value there would be the only mistake; undefined if there are none. */
function itemsWith(
  reference: ReferenceData,
  prefix: string,
  place: string,
): fc.Arbitrary<ProductItem> | undefined {
  const narrowed = withPlace(reference, place);
  if (narrowed === undefined) return undefined;
  const items = productItem(narrowed, prefix);
  // Drop the sale price, which could exceed a wrong retail price and so be a second mistake.
  if (place === retailPrice) return items.map(withoutSale);
  if (place !== 'descriptions[]') return items;
  const [locale = ''] = reference.locales;
  return items.map((item) => ({ ...item, descriptions: { [locale]: item.name, ...item.descriptions } }));
}

function withoutSale(item: ProductItem): ProductItem {
  const prices = item.prices.map(({ country_code, retail_price }) =>
    regularPrice('upsertProducts', country_code, retail_price),
  );
  return { ...item, prices };
}

/** Makes a mistake at its place. */
function made({ place, right, put }: Omit<ContractMistake, 'name' | 'kind'>): ProductMistake {
  return (reference, prefix) =>
    itemsWith(reference, prefix, place)?.chain((item) => {
      // Without prices, also drop the countries of publication, which are optional and would lack their prices.
      const others = place === 'prices' ? { countries: undefined } : {};
      return put(rightValueAt(item, place) ?? 1, prefix).map((value) =>
        invalidAt(item, place, right, value, others),
      );
    });
}

const textOfLength: TextOfLength = (place, length, prefix) => {
  if (place === 'hs_code') return fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
  if (place === 'sku' || place === 'style_key')
    return length < 60 ? chineseKey(length) : ownKey(prefix).map((begin) => paddedTo(length, begin, 'x'));
  return fc
    .constantFrom('x', 'ß', '漢')
    .map((fill) => paddedTo(length, `${prefix}Mantel `.slice(0, length), fill));
};

/** Mistakes in the fields of clause 2.2; a target may ignore the field for non-textile compositions (gap G-03). */
const ofContract = contractMistakes('upsertProducts', textOfLength).filter(
  ({ place }) => !place.startsWith('material_composition_non_textile'),
);

/**
 * Mistakes that give each field a value of the wrong type (clause 2.2), with their names: a string instead of a number,
 * a fraction instead of an id, the only member of a list instead of the list.
 * @param isMeant selects among the places, such as `prices[].country_code`
 */
export function wrongTypes(isMeant: (place: string) => boolean): NamedMistakes {
  return (
    ofContract
      .filter(({ kind, place }) => kind.endsWith('type') && isMeant(place))
      // Where null is allowed, gap G-02 says so, not clause 2.2.
      .map(({ right, ...mistake }) => [
        mistake.name,
        made({ ...mistake, right: right.replace(' or null', '') }),
      ])
  );
}

/** Product items that lack one field which the target requires of each, or have null there (gap G-02). */
export const withoutRequiredField: NamedMistakes = requiredFields('upsertProducts').flatMap((field) =>
  ofContract
    .filter(({ kind, place }) => kind === 'missing' && place === field)
    .map((mistake) => [field, made(mistake)] as const),
);

/** A product item whose style key has more than 120 characters (clause 8.2). */
export const longStyleKey = (reference: ReferenceData, prefix: string) =>
  fc
    .tuple(productItem(reference, prefix), tooLongStyleKey(prefix))
    .map(([item, style_key]) => invalidAt(item, 'style_key', 'at most 120 characters', style_key));

/** Places whose bounds can't be exceeded alone: other prices and fractions depend on them. */
const coupled = ['countries[]', 'prices[].country_code', fraction];

const wrongEans: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'with a wrong check digit': fc
    .tuple(gtin(13), fc.integer({ min: 1, max: 9 }))
    .map(([right, more]) => right.slice(0, -1) + ((Number(right.at(-1)) + more) % 10)),
  'of 12 digits': gtin(12),
  'of 14 digits': gtin(14),
  'with a character that is not a digit': fc
    .tuple(gtin(13), fc.nat({ max: 12 }), fc.constantFrom('x', 'O', 'l', ' ', '-', '٣'))
    .map(([right, at, other]) => right.slice(0, at) + other + right.slice(at + 1)),
  empty: fc.constant(''),
};

const wrongUrls: Readonly<Record<string, readonly string[]>> = {
  'that is not a URL': [
    '',
    'no url',
    'https://',
    'https://not a host/1.jpg',
    'http//images.example.com/1.jpg',
  ],
  'with a relative URL': ['1.jpg', '/images/1.jpg', './1.jpg', '//images.example.com/1.jpg'],
  'with a URL of a different scheme': [
    'ftp://images.example.com/1.jpg',
    'file:///1.jpg',
    'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
  ],
};

const mostImages = rulesAt('upsertProducts', 'images')?.maxItems;
/** Like the images that the target accepts. */
const tooManyImages =
  (most: number): ContractMistake['put'] =>
  (own) =>
    imageUrls(most + 1, most + 1, String([own].flat()[0]).split('?')[0]);

/** The rules of gap G-02 that the contract states in words or as a pattern. */
const further: readonly ContractMistake[] = [
  ...Object.entries(wrongEans).map(([how, values]) =>
    mistakeIn('ean', how, '13 digits, the last of which is their check digit', () => values),
  ),
  ...Object.entries(wrongUrls).map(([how, urls]) =>
    mistakeIn('images[]', how, 'an absolute http(s) URL', () => fc.constantFrom(...urls)),
  ),
  mistakeIn(salePrice, 'above the retail price', 'at most retail_price', amountAbove),
  ...(mostImages === undefined
    ? []
    : [mistakeIn('images', 'of too many', `at most ${mostImages}`, tooManyImages(mostImages))]),
];

/** Adds a wrong price, so that each country keeps its own price. */
function withAnotherPrice(right: string, put: (item: ProductItem) => fc.Arbitrary<Price>): ProductMistake {
  return (reference, prefix) =>
    productItem(reference, prefix).chain((item) =>
      put(item).map((added) =>
        invalidItem(item, 'prices[].country_code', right, added.country_code, {
          prices: [...item.prices, added],
        }),
      ),
    );
}

/** Draws other components for a picked component's cluster, and the value that shows their mistake. */
type WrongFractions = (
  picked: PickedComponent,
  materials: readonly number[],
) => fc.Arbitrary<readonly [put: unknown, components: readonly unknown[]]>;

/** A mistake in the fractions of a cluster. */
function fractionMistake(right: string, draw: WrongFractions): ProductMistake {
  return (reference, prefix) =>
    textileComponent(reference, prefix)?.chain((picked) => {
      const { materials } = categoryOf(reference, picked.item.category);
      return draw(picked, materials).map(([put, components]) =>
        invalidItem(picked.item, fraction, right, put, {
          [textile]: picked.withComponents(components),
        }),
      );
    });
}

/**
 * If the category has three materials, two other fractions make up for the negative one, so that the sum is 100. With
 * fewer materials, this is not possible.
 */
const below0: WrongFractions = (_, [first, ...others]) =>
  fc.integer({ min: -100, max: -1 }).map((negative) => {
    const half = Math.ceil((100 - negative) / 2);
    const shares = others.length > 1 ? [half, 100 - negative - half] : [100];
    const partners = others
      .slice(0, 2)
      .map((material_id, index) => ({ material_id, fraction: shares[index] }));
    return [negative, [{ material_id: first, fraction: negative }, ...partners]];
  });

/** Nothing can make up for a fraction above 100: the sum of its cluster is then above 100, too. */
const above100: WrongFractions = ({ component }) =>
  fc
    .oneof(fc.constant(101), fc.integer({ min: 101, max: 10_000 }))
    .map((above) => [above, [{ ...component, fraction: above }]]);

const off100: WrongFractions = ({ cluster, component }) =>
  fc.constantFrom(-1, 1, -0.5).map((off) => {
    const fraction = component.fraction + (component.fraction === 100 ? -1 : off);
    const components = cluster.components.map((each) => (each === component ? { ...each, fraction } : each));
    return [components.map((each) => each.fraction), components];
  });

/** Clause 8.2 states the length of a style key: longStyleKey makes these. */
const ofBounds = ofContract.filter(
  ({ kind, place, name }) => kind === 'bound' && !coupled.includes(place) && name !== 'style_key too long',
);

/** Product items past one bound of gap G-02 each; ../valid/product-bounds.ts makes items exactly at the bounds. */
export const pastBounds: NamedMistakes = [
  ...[...ofBounds, ...further].map((mistake) => [mistake.name, made(mistake)] as const),
  [
    'prices with two for one country',
    withAnotherPrice('one price for each country', ({ countries }) =>
      fc.constantFrom(...countries).chain(price),
    ),
  ],
  [
    'prices with one for a malformed code',
    withAnotherPrice('an ISO 3166-1 alpha-2 code', () =>
      fc.constantFrom('', 'D', 'de', 'DEU', '276', 'Germany').chain(price),
    ),
  ],
  [`${fraction} below the lower limit`, fractionMistake('at least 0', below0)],
  [`${fraction} above the upper limit`, fractionMistake('at most 100', above100)],
  [`${fraction} that does not sum to 100`, fractionMistake('the fractions of a cluster sum to 100', off100)],
];
