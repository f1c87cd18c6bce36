import { countCharacters, isObject } from '../schema/check.js';
import { type Fault, type Lie, liesIn, type Plant } from './fault.js';
import { carryingOut } from './plants/batches.js';
import { inventing, judging, overlooking, refusing } from './plants/products.js';
import { changeItems } from './plants/requests.js';
import { changeEntries, entriesOf } from './plants/responses.js';

const WITH_STYLE_KEY = ['upsertProducts', 'updateProductStatus'] as const;

/** Plants a refusal of style keys by a different kind of length. */
function refusingStyleKeys(isTooLong: (styleKey: string) => boolean): Plant {
  return refusing(({ style_key }) =>
    typeof style_key === 'string' && isTooLong(style_key) ? 'style_key is too long' : undefined,
  );
}

/** Plants different values in some fields of items; absent fields stay absent. */
function taking(names: readonly string[], change: (value: unknown) => unknown): Plant {
  return changeItems((item) => {
    const changed = names.filter((name) => name in item).map((name) => [name, change(item[name])]);
    return { ...item, ...Object.fromEntries(changed) };
  });
}

/** The fields with ids. */
const IDS = ['color', 'size', 'second_size', 'brand', 'category'];

/** Plants the rest of 100 as the fraction of textile components that have none, if `isMeant` selects them. */
function takingFractions(isMeant: (index: number) => boolean): Plant {
  return taking(['material_composition_textile'], (clusters) => {
    if (!Array.isArray(clusters)) return clusters;
    return clusters.map((cluster: unknown) => {
      if (!isObject(cluster) || !Array.isArray(cluster.components)) return cluster;
      const components: readonly unknown[] = cluster.components;
      const given = components.map((part) => (isObject(part) && Number(part.fraction)) || 0);
      const rest = 100 - given.reduce((sum, each) => sum + each, 0);
      const fraction = Math.min(Math.max(rest, 0), 100);
      return {
        ...cluster,
        components: components.map((part, index) =>
          isObject(part) && part.fraction === undefined && isMeant(index) ? { ...part, fraction } : part,
        ),
      };
    });
  });
}

/** An offset that turns any id into one that doesn't exist. */
const ELSEWHERE = 900_000_000;

/** Plants ids in the entries of an attribute group that an upsert refuses. */
function offeringUnknown(name: string): Plant {
  return changeEntries((group) => {
    const attributes = entriesOf(group.attributes);
    return group.name === name
      ? { ...group, attributes: attributes.map((entry) => ({ ...entry, id: Number(entry.id) + ELSEWHERE })) }
      : group;
  });
}

/** Makes the service accept an unknown id. */
function accepting(name: string, problem: RegExp): Lie {
  return [`It accepts a product whose ${name} id is not in the reference data.`, overlooking(problem)];
}

/** Faults in the fields that an upsert accepts (clauses 2.2, 4.7 and 8.2, gap G-02). */
export const productFieldFaults: readonly Fault[] = [
  ...liesIn(WITH_STYLE_KEY, {
    'PRD-13 refuses-style-key-of-120-characters': [
      'It refuses a style key of 120 characters.',
      'style keys of 120 characters',
      refusingStyleKeys((styleKey) => countCharacters(styleKey) === 120),
    ],
    'PRD-13 cuts-long-style-key': [
      'It accepts a style key of more than 120 characters and truncates it.',
      'style keys of more than 120 characters',
      taking(['style_key'], (value) =>
        typeof value === 'string' ? [...value].slice(0, 120).join('') : value,
      ),
    ],
    'PRD-13 counts-style-key-in-bytes': [
      'It refuses a style key of more than 120 bytes.',
      'style keys of at most 120 characters that need more bytes',
      refusingStyleKeys((styleKey) => Buffer.byteLength(styleKey) > 120),
    ],
  }),
  ...liesIn(['upsertProducts'], {
    'PRD-17 accepts-wrong-check-digit': [
      'It accepts an EAN with a wrong check digit.',
      'EANs of 13 digits with a wrong check digit',
      overlooking(/^ean must/, ({ ean }) => /^\d{13}$/.test(ean ?? '')),
    ],
    'PRD-17 accepts-eleventh-image': [
      'It accepts more than ten images and drops those after the tenth.',
      'items with eleven images',
      taking(['images'], (value) => (Array.isArray(value) ? value.slice(0, 10) : value)),
    ],
    'PRD-17 takes-quantity-zero-for-missing': [
      'It refuses a quantity of 0.',
      'a quantity of 0',
      inventing(({ quantity }) => (quantity === 0 ? 'quantity is missing' : undefined)),
    ],
    'PRD-17 accepts-sale-price-above-retail-price': [
      'It accepts a sale price above the retail price.',
      overlooking(/^prices: the sale_price/),
    ],
    'PRD-17 accepts-fractions-of-any-sum': [
      'It accepts fractions of a cluster that do not add up to 100.',
      overlooking(/the fractions must sum to 100/),
    ],
    'PRD-17 accepts-second-product-of-same-variant': [
      'It accepts a second product with the color and sizes of another product of its style.',
      'two products of a style with the same color and sizes',
      overlooking(/^color, size and second_size are taken/),
    ],
    'PRD-09 accepts-component-without-fraction': [
      'It accepts a textile component without a fraction and gives it the rest of 100.',
      takingFractions(() => true),
    ],
    'PRD-09 accepts-later-component-without-fraction': [
      'It accepts the second textile component of a cluster without a fraction.',
      'the second component of a cluster',
      takingFractions((index) => index > 0),
    ],
    'PRD-10 refuses-null-as-second-size': [
      'It refuses an item whose second size is null.',
      'items whose second_size is null',
      carryingOut(({ text, carryOut }) =>
        JSON.parse(text).second_size === null ? ['second_size must be an integer'] : carryOut(),
      ),
    ],
    'PRD-12 takes-strings-for-numbers': [
      'It accepts a number that is written as a string.',
      'strings of digits in place of numbers',
      taking([...IDS, 'quantity', 'weight'], (value) =>
        typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value,
      ),
    ],
    'PRD-12 takes-one-image-for-list': [
      'It accepts a string in place of a list of one image or country.',
      'a string in place of a list',
      taking(['images', 'countries'], (value) => (typeof value === 'string' ? [value] : value)),
    ],
    'PRD-12 cuts-fraction-of-ids': [
      'It accepts a number with decimals as an id and truncates it.',
      'ids with decimals',
      taking(IDS, (value) => (typeof value === 'number' ? Math.trunc(value) : value)),
    ],
    'PRD-12 takes-list-for-descriptions': [
      'It accepts an empty list in place of the object of descriptions.',
      'an empty list in place of the descriptions',
      taking(['descriptions'], (value) => (Array.isArray(value) && value.length === 0 ? {} : value)),
    ],
    'PRD-05 accepts-unlinked-country': [
      'It accepts a product for a country that is not linked to the merchant.',
      overlooking(/^(countries|prices): \S+ is not linked/),
    ],
    'PRD-05 accepts-unlinked-country-beside-linked-one': [
      'It accepts a country that is not linked to the merchant if another country of the product is linked.',
      'products for a linked and an unlinked country',
      overlooking(/^(countries|prices): \S+ is not linked/, ({ countries }, { markets }) =>
        markets.some(({ country }) => countries?.includes(country.code)),
      ),
    ],
    'PRD-06 accepts-country-without-price': [
      'It accepts a product without a price for one of its countries.',
      overlooking(/^prices: there is no price for/),
    ],
    'PRD-06 needs-price-for-first-country-only': [
      'It requires a price only in the first country of a product.',
      'the second country of a product',
      overlooking(
        /^prices: there is no price for/,
        ({ countries }, _setting, message) => !message.endsWith(` ${countries?.[0]}`),
      ),
    ],
    'PRD-07 accepts-unlinked-locale': [
      'It accepts a description in a locale that is not linked to the merchant.',
      overlooking(/^descriptions: /),
    ],
    'PRD-07 checks-language-of-locale-only': [
      'It accepts every locale in the language of a linked locale.',
      'an unlinked locale in a linked language',
      judging((clean, values, setting) => {
        const languages = new Set(setting.markets.map(({ locale }) => locale.code.slice(0, 2)));
        const strange = Object.entries(values.descriptions ?? {}).filter(
          ([locale]) => !languages.has(locale.slice(0, 2)),
        );
        return clean({ ...values, descriptions: Object.fromEntries(strange) }, setting);
      }),
    ],
    'PRD-08 accepts-textile-composition-for-any-category': [
      'It accepts a textile composition for a category that takes none or a non-textile one.',
      overlooking(/^material_composition_textile is not possible/),
    ],
    'PRD-08 accepts-non-textile-composition-for-any-category': [
      'It accepts a non-textile composition for a category that takes none or a textile one.',
      overlooking(/^material_composition_non_textile is not possible/),
    ],
    'PRD-22 accepts-product-without-composition': [
      'It accepts a product that has no composition at all for a category that takes one.',
      overlooking(/^material_composition_\w+ is missing/),
    ],
    'PRD-10 refuses-second-size': [
      'It refuses every product with a second size.',
      'products with a second size',
      inventing(({ second_size }) => (second_size === null ? undefined : 'second_size must be null')),
    ],
    'PRD-11 accepts-unknown-brand': accepting('brand', /^brand \S+ is not known/),
    'PRD-11 accepts-unknown-category': accepting('category', /^category \S+ is not known/),
    'PRD-11 accepts-unknown-color': accepting('color', /^color \S+ is not offered/),
    'PRD-11 accepts-unknown-size': accepting('size', /^size \S+ is not offered/),
    'PRD-11 accepts-unknown-second-size': accepting('second size', /^second_size \S+ is not offered/),
    'PRD-11 accepts-unknown-attribute': accepting('attribute', /^attributes: /),
    'PRD-11 accepts-unknown-cluster': accepting('cluster', /cluster_id \S+ is not a material group/),
    'PRD-11 accepts-unknown-material': accepting('material', /material_id \S+ is not a material/),
    'PRD-11 checks-first-attribute-only': [
      'It accepts any id for the second attribute of a product.',
      'the second attribute',
      judging((clean, values, setting) =>
        clean({ ...values, attributes: values.attributes.slice(0, 1) }, setting),
      ),
    ],
  }),
  ...liesIn(['getAttributeGroups'], {
    'PRD-18 offers-colors-that-it-refuses': [
      'It lists colors with ids other than those that it accepts.',
      offeringUnknown('color'),
    ],
    'PRD-18 offers-materials-that-it-refuses': [
      'It lists materials with ids other than those that it accepts.',
      'products with a composition',
      offeringUnknown('material'),
    ],
  }),
];
