import { countCharacters } from '../../schema/check.js';
import { type Fault, liesIn, type Plant } from '../fault.js';
import { inventing, overlooking, refusing } from '../product-changes.js';
import { changeItems } from '../request-changes.js';

const WITH_STYLE_KEY = ['upsertProducts', 'updateProductStatus'] as const;

/** Plants a refusal of style keys by a length of another kind. */
function refusingStyleKeys(isTooLong: (styleKey: string) => boolean): Plant {
  return refusing(({ style_key }) =>
    typeof style_key === 'string' && isTooLong(style_key) ? 'style_key is too long' : undefined,
  );
}

/** Plants acceptance of what is too much, by leaving the rest away. */
function cutting(field: string, cut: (value: unknown) => unknown): Plant {
  return changeItems((item) => (field in item ? { ...item, [field]: cut(item[field]) } : item));
}

/** Faults of the bounds of the fields of a product item (clause 8.2, gap G-02). */
export const boundsFaults: readonly Fault[] = [
  ...liesIn(WITH_STYLE_KEY, {
    'PRD-13 refuses-style-key-of-120-characters': [
      'It refuses a style key of 120 characters.',
      'style keys of 120 characters',
      refusingStyleKeys((styleKey) => countCharacters(styleKey) === 120),
    ],
    'PRD-13 cuts-long-style-key': [
      'It accepts a style key of more than 120 characters and cuts it.',
      'style keys of more than 120 characters',
      cutting('style_key', (value) =>
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
      cutting('images', (value) => (Array.isArray(value) ? value.slice(0, 10) : value)),
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
      'It accepts fractions of a cluster that do not sum to 100.',
      overlooking(/the fractions must sum to 100/),
    ],
    'PRD-17 accepts-second-product-of-same-variant': [
      'It accepts a second product with the color and sizes of another one of its style.',
      'two products of a style with equal color and sizes',
      overlooking(/^color, size and second_size are taken/),
    ],
  }),
];
