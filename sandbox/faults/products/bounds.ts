import { countCharacters } from '../../schema/check.js';
import type { Fault } from '../fault.js';
import { inventing, overlooking, refusing } from '../product-changes.js';
import { changeItems } from '../request-changes.js';

const operations = ['upsertProducts'] as const;
const WITH_STYLE_KEY = ['upsertProducts', 'updateProductStatus'] as const;

/** Plants a refusal of style keys by a length of another kind. */
function refusingStyleKeys(isTooLong: (styleKey: string) => boolean): Fault['plant'] {
  return refusing(({ style_key }) =>
    typeof style_key === 'string' && isTooLong(style_key) ? 'style_key is too long' : undefined,
  );
}

/** Plants acceptance of what is too much, by leaving the rest away. */
function cutting(field: string, cut: (value: unknown) => unknown): Fault['plant'] {
  return changeItems((item) => (field in item ? { ...item, [field]: cut(item[field]) } : item));
}

/** Faults of the bounds of the fields of a product item (clause 8.2, gap G-02). */
export const boundsFaults: readonly Fault[] = [
  {
    id: 'refuses-style-key-of-120-characters',
    violates: 'PRD-13',
    does: 'It refuses a style key of 120 characters.',
    operations: WITH_STYLE_KEY,
    showsFor: 'style keys of 120 characters',
    plant: refusingStyleKeys((styleKey) => countCharacters(styleKey) === 120),
  },
  {
    id: 'cuts-long-style-key',
    violates: 'PRD-13',
    does: 'It accepts a style key of more than 120 characters and cuts it.',
    operations: WITH_STYLE_KEY,
    showsFor: 'style keys of more than 120 characters',
    plant: cutting('style_key', (value) =>
      typeof value === 'string' ? [...value].slice(0, 120).join('') : value,
    ),
  },
  {
    id: 'counts-style-key-in-bytes',
    violates: 'PRD-13',
    does: 'It refuses a style key of more than 120 bytes.',
    operations: WITH_STYLE_KEY,
    showsFor: 'style keys of at most 120 characters that need more bytes',
    plant: refusingStyleKeys((styleKey) => Buffer.byteLength(styleKey) > 120),
  },
  {
    id: 'accepts-wrong-check-digit',
    violates: 'PRD-17',
    does: 'It accepts an EAN with a wrong check digit.',
    operations,
    showsFor: 'EANs of 13 digits with a wrong check digit',
    plant: overlooking(/^ean must/, ({ ean }) => /^\d{13}$/.test(ean ?? '')),
  },
  {
    id: 'accepts-eleventh-image',
    violates: 'PRD-17',
    does: 'It accepts more than ten images and drops those after the tenth.',
    operations,
    showsFor: 'items with eleven images',
    plant: cutting('images', (value) => (Array.isArray(value) ? value.slice(0, 10) : value)),
  },
  {
    id: 'takes-quantity-zero-for-missing',
    violates: 'PRD-17',
    does: 'It refuses a quantity of 0.',
    operations,
    showsFor: 'a quantity of 0',
    plant: inventing(({ quantity }) => (quantity === 0 ? 'quantity is missing' : undefined)),
  },
  {
    id: 'accepts-sale-price-above-retail-price',
    violates: 'PRD-17',
    does: 'It accepts a sale price above the retail price.',
    operations,
    plant: overlooking(/^prices: the sale_price/),
  },
  {
    id: 'accepts-fractions-of-any-sum',
    violates: 'PRD-17',
    does: 'It accepts fractions of a cluster that do not sum to 100.',
    operations,
    plant: overlooking(/the fractions must sum to 100/),
  },
  {
    id: 'accepts-second-product-of-same-variant',
    violates: 'PRD-17',
    does: 'It accepts a second product with the color and sizes of another one of its style.',
    operations,
    showsFor: 'two products of a style with equal color and sizes',
    plant: overlooking(/^color, size and second_size are taken/),
  },
];
