import type { Merchant } from '../domain/merchants.js';
import type { Product, ProductStatus, ProductValues } from '../domain/products.js';
import { countCharacters, isObject } from '../schema/check.js';
import { fresh, type Plant, type Plants, together } from './fault.js';
import { carryingOut } from './plants/batches.js';
import { counting, perOwner } from './plants/memory.js';
import { inventing, judging, overlooking, refusing, setStatus, storing } from './plants/products.js';
import {
  changed,
  changeItemFields,
  handledBy,
  onList,
  onNumber,
  onObject,
  onText,
  viewOf,
} from './plants/requests.js';
import { changeField, entriesOf } from './plants/responses.js';

/** The values with some of them taken from the product as it was before; a new product's values stay as they are. */
function withFormer(
  values: ProductValues,
  former: Product | undefined,
  change: (former: ProductValues) => Partial<ProductValues>,
): ProductValues {
  return former === undefined ? values : { ...values, ...change(former.values) };
}

/** Plants an upsert that acts on products that had this status before; undefined means new products. */
function acting(
  before: ProductStatus | undefined,
  act: (product: Product, merchant: Merchant) => void,
): Plant {
  return storing((values, former, catalogue, merchant) => {
    const isMeant = former?.status === before;
    catalogue.put(values);
    const product = catalogue.find(values.sku);
    if (isMeant && product !== undefined) act(product, merchant);
    return undefined;
  });
}

/** Publishes the style of a product, as a status update does. */
function publish({ values: { style_key } }: Product, { publication }: Merchant): void {
  publication.apply({ style_key, status: 'published' });
}

/** Plants a refusal of style keys that a different measure of length finds too long. */
function refusingStyleKeys(isTooLong: (styleKey: string) => boolean): Plant {
  return refusing(({ style_key }) =>
    typeof style_key === 'string' && isTooLong(style_key) ? 'style_key is too long' : undefined,
  );
}

/** The fields with ids. */
const IDS = ['color', 'size', 'second_size', 'brand', 'category'];

/**
 * Plants the remainder to 100 as the fraction of textile components that have none, if `isMeant` selects
 * them.
 */
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

/** Plants ids that an upsert refuses in the entries of an attribute group. */
function offeringUnknown(name: string): Plant {
  return changeField(
    'attributes',
    (choices) => entriesOf(choices).map((entry) => ({ ...entry, id: Number(entry.id) + ELSEWHERE })),
    (group) => group.name === name,
  );
}

/** Faults in the fields that an upsert accepts, in what it stores, and in its effect on the status of products (clauses 2.2, 3.1 and 4.2, gaps G-02 and G-06). */
export const upsertPlants: Plants = {
  'creates-no-product': storing((values, former) => (former === undefined ? undefined : values)),
  'refuses-emoji-in-name': inventing(({ name }) =>
    /[\u{10000}-\u{10ffff}]/u.test(name ?? '') ? 'name: incorrect string value' : undefined,
  ),
  'keeps-former-prices': storing((values, former) =>
    withFormer(values, former, ({ prices }) => ({ prices })),
  ),
  'ignores-second-update': counting((count) =>
    storing((values, former) => (former === undefined || count(former) === 1 ? values : undefined)),
  ),
  'creates-product-as-active': acting(undefined, (product) => setStatus(product, 'active')),
  'activates-new-variant-of-active-style': acting(undefined, (product, { catalogue }) => {
    const style = catalogue.style(product.values.style_key);
    if (style.some(({ status }) => status === 'active')) setStatus(product, 'active');
  }),
  'adds-quantity-on-resend': storing((values, former) =>
    withFormer(values, former, ({ quantity }) => ({
      quantity: quantity === null ? values.quantity : quantity + (values.quantity ?? 0),
    })),
  ),
  'clears-ean-on-resend': storing((values, former) =>
    withFormer(values, former, ({ ean }) => ({ ean: ean === values.ean ? null : values.ean })),
  ),
  'gives-second-variant-a-style-of-its-own': storing((values, former, catalogue) => {
    const others = catalogue.style(values.style_key).filter(({ values: { sku } }) => sku !== values.sku);
    if (former !== undefined || others.length === 0) return values;
    return { ...values, style_key: `${values.style_key}-${others.length + 1}` };
  }),
  'activates-draft-on-upsert': acting('draft', (product) => setStatus(product, 'active')),
  'submits-new-product-on-upsert': acting(undefined, publish),
  'submits-draft-on-upsert': acting('draft', publish),
  'resets-active-product-on-upsert': acting('active', (product) => setStatus(product, 'draft')),
  'reviews-active-product-on-upsert': acting('active', (product, merchant) => {
    setStatus(product, 'draft');
    publish(product, merchant);
  }),
  'activates-inactive-product-on-upsert': acting('inactive', (product) => setStatus(product, 'active')),
  'keeps-old-fields-of-inactive-product': storing((values, former) =>
    former?.status === 'inactive' ? undefined : values,
  ),
  'creates-second-product-for-known-sku': fresh(() => {
    const formersOf = perOwner((): Product[] => []);
    return together(
      storing((values, former, catalogue) => {
        if (former !== undefined) formersOf(catalogue).push({ ...former });
        return values;
      }),
      handledBy((request, next, { id }) => {
        if (id !== 'listProducts') return next(request);
        const { catalogue } = request.merchant;
        const all = () => [...catalogue.all(), ...formersOf(catalogue)];
        return next({
          ...request,
          merchant: viewOf(request.merchant, { catalogue: viewOf(catalogue, { all }) }),
        });
      }),
    );
  }),
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
  'accepts-unlinked-country-beside-linked-one': overlooking(
    /^(countries|prices): \S+ is not linked/,
    ({ countries }, { markets }) => markets.some(({ country }) => countries?.includes(country.code)),
  ),
  'needs-price-for-first-country-only': overlooking(
    /^prices: there is no price for/,
    ({ countries }, _setting, message) => !message.endsWith(` ${countries?.[0]}`),
  ),
  'checks-language-of-locale-only': judging((clean, values, setting) => {
    const languages = new Set(setting.markets.map(({ locale }) => locale.code.slice(0, 2)));
    const strange = Object.entries(values.descriptions ?? {}).filter(
      ([locale]) => !languages.has(locale.slice(0, 2)),
    );
    return clean({ ...values, descriptions: Object.fromEntries(strange) }, setting);
  }),
  'refuses-second-size': inventing(({ second_size }) =>
    second_size === null ? undefined : 'second_size must be null',
  ),
  'checks-first-attribute-only': judging((clean, values, setting) =>
    clean({ ...values, attributes: values.attributes.slice(0, 1) }, setting),
  ),
  'offers-colors-that-it-refuses': offeringUnknown('color'),
  'offers-materials-that-it-refuses': offeringUnknown('material'),
};
