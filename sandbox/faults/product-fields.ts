import { countCharacters, isObject } from '../schema/check.js';
import type { Plant, Plants } from './fault.js';
import { carryingOut } from './plants/batches.js';
import { inventing, judging, overlooking, refusing } from './plants/products.js';
import { changed, changeItemFields, onList, onNumber, onObject, onText } from './plants/requests.js';
import { changeField, entriesOf } from './plants/responses.js';

/** Plants a refusal of style keys by a different kind of length. */
function refusingStyleKeys(isTooLong: (styleKey: string) => boolean): Plant {
  return refusing(({ style_key }) =>
    typeof style_key === 'string' && isTooLong(style_key) ? 'style_key is too long' : undefined,
  );
}

/** The fields with ids. */
const IDS = ['color', 'size', 'second_size', 'brand', 'category'];

/** Plants the rest of 100 as the fraction of textile components that have none, if `isMeant` selects them. */
function takingFractions(isMeant: (index: number) => boolean): Plant {
  const completed = onList((components) => {
    const given = components.map((part) => (isObject(part) && Number(part.fraction)) || 0);
    const rest = 100 - given.reduce((sum, each) => sum + each, 0);
    const fraction = Math.min(Math.max(rest, 0), 100);
    return components.map((part, index) =>
      isObject(part) && part.fraction === undefined && isMeant(index) ? { ...part, fraction } : part,
    );
  });
  return changeItemFields(
    ['material_composition_textile'],
    onList((clusters) => clusters.map(onObject((cluster) => changed(cluster, ['components'], completed)))),
  );
}

/** An offset that turns any id into one that doesn't exist. */
const ELSEWHERE = 900_000_000;

/** Plants ids in the entries of an attribute group that an upsert refuses. */
function offeringUnknown(name: string): Plant {
  return changeField(
    'attributes',
    (choices) => entriesOf(choices).map((entry) => ({ ...entry, id: Number(entry.id) + ELSEWHERE })),
    (group) => group.name === name,
  );
}

/** Faults in the fields that an upsert accepts (clauses 2.2, 4.7 and 8.2, gap G-02). */
export const productFieldPlants: Plants = {
  'refuses-style-key-of-120-characters': refusingStyleKeys((styleKey) => countCharacters(styleKey) === 120),
  'cuts-long-style-key': changeItemFields(
    ['style_key'],
    onText((text) => [...text].slice(0, 120).join('')),
  ),
  'counts-style-key-in-bytes': refusingStyleKeys((styleKey) => Buffer.byteLength(styleKey) > 120),
  'accepts-wrong-check-digit': overlooking(/^ean must/, ({ ean }) => /^\d{13}$/.test(ean ?? '')),
  'accepts-eleventh-image': changeItemFields(
    ['images'],
    onList((urls) => urls.slice(0, 10)),
  ),
  'takes-quantity-zero-for-missing': inventing(({ quantity }) =>
    quantity === 0 ? 'quantity is missing' : undefined,
  ),
  'accepts-sale-price-above-retail-price': overlooking(/^prices: the sale_price/),
  'accepts-fractions-of-any-sum': overlooking(/the fractions must sum to 100/),
  'accepts-second-product-of-same-variant': overlooking(/^color, size and second_size are taken/),
  'accepts-component-without-fraction': takingFractions(() => true),
  'accepts-later-component-without-fraction': takingFractions((index) => index > 0),
  'refuses-null-as-second-size': carryingOut(({ text, carryOut }) =>
    JSON.parse(text).second_size === null ? ['second_size must be an integer'] : carryOut(),
  ),
  'takes-strings-for-numbers': changeItemFields(
    [...IDS, 'quantity', 'weight'],
    onText((text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : text)),
  ),
  'takes-one-image-for-list': changeItemFields(
    ['images', 'countries'],
    onText((text) => [text]),
  ),
  'cuts-fraction-of-ids': changeItemFields(IDS, onNumber(Math.trunc)),
  'takes-list-for-descriptions': changeItemFields(
    ['descriptions'],
    onList((list) => (list.length === 0 ? {} : list)),
  ),
  'accepts-unlinked-country': overlooking(/^(countries|prices): \S+ is not linked/),
  'accepts-unlinked-country-beside-linked-one': overlooking(
    /^(countries|prices): \S+ is not linked/,
    ({ countries }, { markets }) => markets.some(({ country }) => countries?.includes(country.code)),
  ),
  'accepts-country-without-price': overlooking(/^prices: there is no price for/),
  'needs-price-for-first-country-only': overlooking(
    /^prices: there is no price for/,
    ({ countries }, _setting, message) => !message.endsWith(` ${countries?.[0]}`),
  ),
  'accepts-unlinked-locale': overlooking(/^descriptions: /),
  'checks-language-of-locale-only': judging((clean, values, setting) => {
    const languages = new Set(setting.markets.map(({ locale }) => locale.code.slice(0, 2)));
    const strange = Object.entries(values.descriptions ?? {}).filter(
      ([locale]) => !languages.has(locale.slice(0, 2)),
    );
    return clean({ ...values, descriptions: Object.fromEntries(strange) }, setting);
  }),
  'accepts-textile-composition-for-any-category': overlooking(
    /^material_composition_textile is not possible/,
  ),
  'accepts-non-textile-composition-for-any-category': overlooking(
    /^material_composition_non_textile is not possible/,
  ),
  'accepts-product-without-composition': overlooking(/^material_composition_\w+ is missing/),
  'refuses-second-size': inventing(({ second_size }) =>
    second_size === null ? undefined : 'second_size must be null',
  ),
  'accepts-unknown-brand': overlooking(/^brand \S+ is not known/),
  'accepts-unknown-category': overlooking(/^category \S+ is not known/),
  'accepts-unknown-color': overlooking(/^color \S+ is not offered/),
  'accepts-unknown-size': overlooking(/^size \S+ is not offered/),
  'accepts-unknown-second-size': overlooking(/^second_size \S+ is not offered/),
  'accepts-unknown-attribute': overlooking(/^attributes: /),
  'accepts-unknown-cluster': overlooking(/cluster_id \S+ is not a material group/),
  'accepts-unknown-material': overlooking(/material_id \S+ is not a material/),
  'checks-first-attribute-only': judging((clean, values, setting) =>
    clean({ ...values, attributes: values.attributes.slice(0, 1) }, setting),
  ),
  'offers-colors-that-it-refuses': offeringUnknown('color'),
  'offers-materials-that-it-refuses': offeringUnknown('material'),
};
