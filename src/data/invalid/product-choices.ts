import fc from 'fast-check';
import { text } from '../text.js';
import { type Price, price } from '../valid/price.js';
import {
  itemsOf,
  nonTextileComposition,
  type ProductItem,
  productItem,
  styleOf,
  type TextileCluster,
  textileComposition,
} from '../valid/product-item.js';
import {
  categoryOf,
  type DrawnFrom,
  type ReferenceData,
  unlinkedCountry,
  withCategories,
} from '../valid/reference-data.js';
import { type InvalidProduct, invalidAt, invalidItem } from './invalid-item.js';

/** Makes product items with one mistake from the target's reference data. */
export type ProductMistake = DrawnFrom<InvalidProduct>;

/** The mistakes of one kind, each with its name. */
export type NamedMistakes = readonly (readonly [name: string, mistake: ProductMistake])[];

const fields = {
  textile: 'material_composition_textile',
  'non-textile': 'material_composition_non_textile',
} as const;

/** The places of the ids of a product item that come from reference data (clause 2.2). */
const idPlaces = [
  ...['brand', 'category', 'color', 'size', 'second_size', 'attributes[]'],
  ...['cluster_id', 'components[].material_id'].map((id) => `${fields.textile}[].${id}`),
];

/**
 * The reference data with only the categories whose items have a place; undefined if there are none. Only textile
 * compositions count: the field for non-textile ones rests on gap G-03, and a target may ignore an unknown field.
 */
export function withPlace(reference: ReferenceData, place: string): ReferenceData | undefined {
  if (place === 'descriptions[]') return reference.locales.length === 0 ? undefined : reference;
  if (place === 'second_size')
    return withCategories(reference, ({ secondSizes }) => secondSizes.length > 0) ?? reference;
  if (place === 'size') return withCategories(reference, ({ sizes }) => sizes.length > 0);
  if (place.startsWith(fields.textile))
    return withCategories(reference, ({ composition }) => composition === 'textile');
  return reference;
}

/**
 * Ids that the reference data doesn't have, at one place each (clause 2.2). They are far above all listed ids of any
 * kind, because the suite doesn't read every category. The other ids stay unchanged, even with an unknown category.
 */
export const unknownIds: NamedMistakes = idPlaces.map((place) => [
  place,
  (reference, prefix) => {
    const narrowed = withPlace(reference, place);
    if (narrowed === undefined) return undefined;
    const known = new Set(idsOf(reference));
    // Within 32 bits, so that every target can read it.
    const unknown = fc.integer({ min: 2_000_000_000, max: 2_147_483_647 }).filter((id) => !known.has(id));
    const right = 'an id of the reference data';
    return fc
      .tuple(productItem(narrowed, prefix), unknown)
      .map(([item, id]) =>
        place === 'attributes[]'
          ? invalidItem(item, place, right, id, { attributes: [...item.attributes, id] })
          : invalidAt(item, place, right, id),
      );
  },
]);

function idsOf(reference: ReferenceData): number[] {
  const ofCategories = reference.categories.flatMap((category) => [
    category.id,
    ...category.colors,
    ...category.sizes,
    ...category.secondSizes,
    ...category.brands,
    ...category.clusters,
    ...category.materials,
    ...category.attributeGroups.flatMap(({ attributes }) => attributes),
  ]);
  return [...reference.brands, ...ofCategories];
}

/**
 * A country of publication that is not linked to the merchant (clause 2.2 rule 1). It has a price, so that only the
 * link is missing.
 * @returns undefined if all known countries are linked
 */
export const countryNotLinked: ProductMistake = (reference, prefix) => {
  const other = unlinkedCountry(reference.countries);
  if (other === undefined) return undefined;
  return fc.tuple(productItem(reference, prefix), other.chain(price)).map(([item, added]) =>
    invalidItem(item, 'countries', 'only those linked to the merchant', added.country_code, {
      countries: [...item.countries, added.country_code],
      prices: [...item.prices, added],
    }),
  );
};

/**
 * A country of publication without a price (clause 2.2 rule 1). The other countries keep theirs, so some price remains.
 * @returns undefined if the merchant has only one country
 */
export const countryWithoutPrice: ProductMistake = (reference, prefix) => {
  if (reference.countries.length < 2) return undefined;
  return fc
    .tuple(productItem(reference, prefix), fc.tuple(...reference.countries.map(price)), fc.nat())
    .map(([drawn, more, choice]) => {
      const item = withAnotherCountry(drawn, more);
      const without = item.prices[choice % item.prices.length]?.country_code;
      const right = `one for each of ${item.countries.join(', ')}`;
      return invalidItem(item, 'prices', right, `none for ${without}`, {
        prices: item.prices.filter(({ country_code }) => country_code !== without),
      });
    });
};

function withAnotherCountry(item: ProductItem, prices: readonly Price[]): ProductItem {
  const other = prices.find(({ country_code }) => !item.countries.includes(country_code));
  if (item.countries.length > 1 || other === undefined) return item;
  return { ...item, countries: [...item.countries, other.country_code], prices: [...item.prices, other] };
}

/** Languages, each with a country where people speak it; few merchants describe products in them. */
const languages = [
  ['sw', 'KE'],
  ['mn', 'MN'],
  ['uz', 'UZ'],
  ['is', 'IS'],
  ['ja', 'JP'],
  ['pt', 'BR'],
] as const;

/**
 * A description in a locale that is not linked to the merchant (clause 2.2 rule 2), in the same notation as the linked
 * locales.
 * @returns undefined if all known languages are linked
 */
const localeNotLinked: ProductMistake = (reference, prefix) => {
  const linked = reference.locales.map((locale) => locale.split(/[-_]/)[0]?.toLowerCase());
  const separator = reference.locales[0]?.match(/[-_]/)?.[0];
  return describedIn(
    reference,
    prefix,
    languages
      .filter(([language]) => !linked.includes(language))
      .map(([language, region]) => (separator === undefined ? language : language + separator + region)),
  );
};

/**
 * A description in a linked language but in the locale of a country that is not linked (clause 2.2 rule 2).
 * @returns undefined if the linked locales name no countries, or all known ones
 */
const localeOfLinkedLanguage: ProductMistake = (reference, prefix) =>
  describedIn(
    reference,
    prefix,
    reference.locales
      .filter((locale) => /[-_]/.test(locale))
      .flatMap((locale) => languages.map(([, region]) => locale.replace(/(?<=[-_])[^-_]+$/, region)))
      .filter((locale) => !reference.locales.includes(locale)),
  );

function describedIn(
  reference: ReferenceData,
  prefix: string,
  locales: readonly string[],
): ReturnType<ProductMistake> {
  if (locales.length === 0) return undefined;
  return fc
    .tuple(productItem(reference, prefix), fc.constantFrom(...locales), text(120))
    .map(([item, locale, description]) =>
      invalidItem(item, 'descriptions', 'only in locales linked to the merchant', locale, {
        descriptions: { ...item.descriptions, [locale]: description },
      }),
    );
}

export const unlinkedLocales: NamedMistakes = [
  ['a locale of a different language', localeNotLinked],
  ['a different locale of a linked language', localeOfLinkedLanguage],
];

/** The kinds of material composition (clause 2.2 rule 3); the field of the non-textile one rests on gap G-03. */
const compositionKinds = ['textile', 'non-textile'] as const;

/**
 * Compositions of a kind that the category doesn't take (clause 2.2 rule 3), instead of the right one or in addition to
 * it. Their ids are those of the category, so that nothing else is wrong with them.
 */
export const compositionsOfOtherKind: NamedMistakes = compositionKinds.map((kind) => [
  kind,
  (reference, prefix) => {
    const right = kind === 'textile' ? 'non-textile' : 'textile';
    return itemsOf(reference, prefix, ({ composition }) => composition === right)?.chain((item) => {
      const category = categoryOf(reference, item.category);
      const composition = kind === 'textile' ? textileComposition(category) : nonTextileComposition(category);
      return fc.tuple(composition, fc.boolean()).map(([clusters, both]) =>
        invalidItem(item, fields[kind], `none, because the category takes a ${right} one`, clusters, {
          ...(both ? {} : { [fields[right]]: undefined }),
          [fields[kind]]: clusters,
        }),
      );
    });
  },
]);

/**
 * No composition of either kind although the category takes one (clause 2.2 rule 3; which categories do is gap G-02).
 * @param nothing the value in place of the composition: undefined omits the field, but then an update may keep the
 * former value
 * @returns a mistake for each kind that a category may take
 */
export function withoutComposition(nothing: null | undefined): NamedMistakes {
  const none = { [fields.textile]: nothing, [fields['non-textile']]: nothing };
  return compositionKinds.map((kind) => [
    kind,
    (reference, prefix) => {
      const right = `a composition, because the category takes a ${kind} one`;
      return itemsOf(reference, prefix, ({ composition }) => composition === kind)?.map((item) =>
        invalidItem(item, fields[kind], right, nothing, none),
      );
    },
  ]);
}

/** An item and one component of its textile composition. */
export interface PickedComponent {
  readonly item: ProductItem;
  readonly cluster: TextileCluster;
  readonly component: TextileCluster['components'][number];
  /** The item's clusters, with other components in this cluster. */
  readonly withComponents: (components: readonly unknown[]) => unknown[];
}

/**
 * An item of a textile category, and one of its components.
 * @returns undefined if there is no textile category
 */
export function textileComponent(
  reference: ReferenceData,
  prefix: string,
): fc.Arbitrary<PickedComponent> | undefined {
  const items = itemsOf(reference, prefix, ({ composition }) => composition === 'textile');
  return (
    items &&
    fc.tuple(items, fc.nat(), fc.nat()).map(([item, which, part]) => {
      const clusters = item.material_composition_textile ?? [];
      const cluster = clusters[which % clusters.length];
      const component = cluster?.components[part % cluster.components.length];
      if (cluster === undefined || component === undefined) throw new Error('The composition is empty.');
      const withComponents = (components: readonly unknown[]) =>
        clusters.map((each) => (each === cluster ? { ...cluster, components } : each));
      return { item, cluster, component, withComponents };
    })
  );
}

/**
 * A textile component without a fraction (clause 2.2): the first of its cluster, or the second. If the cluster has
 * another component, that one has a fraction of 100, so that a target that reads the missing fraction as 0 finds nothing
 * else to refuse.
 */
export const componentsWithoutFraction: NamedMistakes = ['first', 'second'].map((position, index) => [
  position,
  (reference, prefix) => {
    const narrowed = withCategories(reference, ({ materials }) => materials.length > index);
    return (
      narrowed &&
      textileComponent(narrowed, prefix)?.map(({ item, withComponents }) => {
        const components = categoryOf(reference, item.category)
          .materials.slice(0, 2)
          .map((material_id, at) => (at === index ? { material_id } : { material_id, fraction: 100 }));
        const place = `${fields.textile}[].components[].fraction`;
        return invalidItem(item, place, 'one in each component', undefined, {
          [fields.textile]: withComponents(components),
        });
      })
    );
  },
]);

/**
 * The second of two variants of one style, with the same color, size and second size as the first, which must exist
 * (gap G-02).
 * @returns undefined if no category has two combinations
 */
export const sameVariantTwice: ProductMistake = (reference, prefix) =>
  styleOf(reference, prefix, { variants: { min: 2, max: 2 } })?.map(([beside, valid]) => {
    if (beside === undefined || valid === undefined) throw new Error('There are two variants.');
    const { color, size, second_size } = beside;
    const right = 'with size and second_size unique in a style';
    const both = `${JSON.stringify([color, size, second_size])} twice`;
    const item = invalidItem(valid, 'color', right, null, { color, size, second_size });
    return { ...item, violation: `color: ${right}, but got ${both}`, beside };
  });

/**
 * A product with a null size in a category that has sizes (gap G-02). The size isn't omitted, because then an update
 * could keep the former one.
 * @returns undefined if no category has sizes
 */
export const withoutSize: ProductMistake = (reference, prefix) =>
  itemsOf(reference, prefix, ({ sizes }) => sizes.length > 0)?.map((item) =>
    invalidItem(item, 'size', 'required in a category that has sizes', null, { size: null }),
  );
