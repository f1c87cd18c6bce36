import type { Cluster, TextileComponent } from '../../composition.js';
import type { Price } from '../../price.js';
import type { ProductItem } from '../../product-item.js';
import type { CategoryChoices, ReferenceData } from '../../reference-data.js';
import type { JsonShape } from '../json-shape.js';

type Change = Readonly<Record<string, unknown>>;

/** A place in a product item. */
export interface ItemPlace {
  readonly shape: JsonShape;
  /** The value that stands there, or could. */
  readonly own: (item: ProductItem) => unknown;
  /** Puts a value there and leaves all else as it is. */
  readonly put: (item: ProductItem, value: unknown, reference: ReferenceData) => Change;
  /** The categories whose items have it; all where nothing is said. */
  readonly wanted?: (category: CategoryChoices) => boolean;
  /** Whether a merchant's items can have it; always where nothing is said. */
  readonly needs?: (reference: ReferenceData) => boolean;
}

const field = (name: keyof ProductItem, shape: JsonShape): ItemPlace => ({
  shape,
  own: (item) => item[name],
  put: (_, value) => ({ [name]: value }),
});

const isTextile = ({ composition }: CategoryChoices) => composition === 'textile';

/** A place in the first cluster of the textile composition. */
function inCluster(
  shape: JsonShape,
  own: (cluster: Cluster<TextileComponent>) => unknown,
  put: (cluster: Cluster<TextileComponent>, value: unknown) => unknown,
): ItemPlace {
  const first = (item: ProductItem) => item.material_composition_textile?.[0] ?? empty;
  return {
    shape,
    own: (item) => own(first(item)),
    put: (item, value) => ({
      material_composition_textile: withFirst(
        item.material_composition_textile ?? [],
        put(first(item), value),
      ),
    }),
    wanted: isTextile,
  };
}

/** A place in the first component of the first cluster. */
function inComponent(shape: JsonShape, name: keyof TextileComponent): ItemPlace {
  return inCluster(
    shape,
    ({ components }) => components[0]?.[name],
    ({ components, ...cluster }, value) => ({
      ...cluster,
      components: withFirst(components, { ...components[0], [name]: value }),
    }),
  );
}

/** A place in the first price. */
function inPrice(shape: JsonShape, name: keyof Price): ItemPlace {
  return {
    shape,
    own: ({ prices }) => prices[0]?.[name],
    put: ({ prices }, value) => ({ prices: withFirst(prices, { ...prices[0], [name]: value }) }),
  };
}

const empty: Cluster<TextileComponent> = { cluster_id: 0, components: [] };
const withFirst = (list: readonly unknown[], value: unknown) => [value, ...list.slice(1)];

/**
 * Every field of clause 2.2 with its shape, nested ones too. In a list the first member is replaced and none is added: a
 * target that silently turns it into the right type again would refuse a second one like it.
 */
export const itemPlaces = {
  style_key: field('style_key', 'a string'),
  sku: field('sku', 'a string'),
  ean: field('ean', 'a string'),
  hs_code: field('hs_code', 'a string'),
  name: field('name', 'a string'),
  descriptions: field('descriptions', 'an object'),
  'descriptions[]': {
    shape: 'a string',
    own: ({ name }) => name,
    put: ({ descriptions }, value, { locales: [locale] }) => ({
      descriptions: locale === undefined ? value : { ...descriptions, [locale]: value },
    }),
    needs: ({ locales }) => locales.length > 0,
  },
  color: field('color', 'an integer'),
  size: { ...field('size', 'an integer'), wanted: ({ sizes }) => sizes.length > 0 },
  second_size: field('second_size', 'an integer'),
  brand: field('brand', 'an integer'),
  category: field('category', 'an integer'),
  quantity: field('quantity', 'a number'),
  weight: field('weight', 'a number'),
  countries: field('countries', 'an array'),
  'countries[]': {
    shape: 'a string',
    own: ({ countries }) => countries[0],
    put: ({ countries }, value) => ({ countries: withFirst(countries, value) }),
  },
  country_of_origin: field('country_of_origin', 'a string'),
  attributes: field('attributes', 'an array'),
  'attributes[]': {
    shape: 'an integer',
    own: ({ attributes }) => attributes[0] ?? 1,
    put: ({ attributes }, value) => ({ attributes: withFirst(attributes, value) }),
  },
  material_composition_textile: { ...field('material_composition_textile', 'an array'), wanted: isTextile },
  'material_composition_textile[]': {
    shape: 'an object',
    own: (item) => item.material_composition_textile?.[0],
    put: (item, value) => ({
      material_composition_textile: withFirst(item.material_composition_textile ?? [], value),
    }),
    wanted: isTextile,
  },
  'material_composition_textile[].cluster_id': inCluster(
    'an integer',
    ({ cluster_id }) => cluster_id,
    (cluster, value) => ({ ...cluster, cluster_id: value }),
  ),
  'material_composition_textile[].components': inCluster(
    'an array',
    ({ components }) => components,
    (cluster, value) => ({ ...cluster, components: value }),
  ),
  'material_composition_textile[].components[]': inCluster(
    'an object',
    ({ components }) => components[0],
    (cluster, value) => ({ ...cluster, components: withFirst(cluster.components, value) }),
  ),
  'material_composition_textile[].components[].material_id': inComponent('an integer', 'material_id'),
  'material_composition_textile[].components[].fraction': inComponent('a number', 'fraction'),
  prices: field('prices', 'an array'),
  'prices[]': {
    shape: 'an object',
    own: ({ prices }) => prices[0],
    put: ({ prices }, value) => ({ prices: withFirst(prices, value) }),
  },
  'prices[].country_code': inPrice('a string', 'country_code'),
  'prices[].retail_price': inPrice('a number', 'retail_price'),
  'prices[].sale_price': inPrice('a number', 'sale_price'),
  images: field('images', 'an array'),
  'images[]': {
    shape: 'a string',
    own: ({ images }) => images[0],
    put: ({ images }, value) => ({ images: withFirst(images, value) }),
  },
} satisfies Readonly<Record<string, ItemPlace>>;

export type ItemPlaceName = keyof typeof itemPlaces;

/** The places of a product item by name, nested ones as `prices[].country_code`. */
export const itemPlaceNames = Object.keys(itemPlaces).filter(
  (name): name is ItemPlaceName => name in itemPlaces,
);
