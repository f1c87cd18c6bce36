import fc from 'fast-check';
import { chineseKey } from '../../chinese-key.js';
import { ean, gtin } from '../../ean.js';
import { imageUrls } from '../../image-urls.js';
import { ownKey } from '../../own-key.js';
import { paddedTo } from '../../padded-to.js';
import { type ProductItem, productItem } from '../../product-item.js';
import { invalidItem } from '../invalid-item.js';
import type { ProductMistake } from './product-mistake.js';

const filler = fc.constantFrom('x', 'ß', '漢');
const below0 = fc.oneof(fc.constant(-1), fc.integer({ min: -1_000_000, max: -1 }));
const above = (most: number) =>
  fc.oneof(fc.constant(most + 1), fc.integer({ min: most + 1, max: 100 * most }));

/** Puts another value in a field. */
function inField(
  field: keyof ProductItem,
  right: string,
  value: (prefix: string) => fc.Arbitrary<unknown>,
): ProductMistake {
  return (reference, prefix) =>
    fc
      .tuple(productItem(reference, prefix), value(prefix))
      .map(([item, put]) => invalidItem(item, field, right, put, { [field]: put }));
}

/** Puts another URL in place of the first. */
function inImages(right: string, url: fc.Arbitrary<string>): ProductMistake {
  return (reference, prefix) =>
    fc
      .tuple(productItem(reference, prefix), url)
      .map(([item, put]) =>
        invalidItem(item, 'images[]', right, put, { images: [put, ...item.images.slice(1)] }),
      );
}

const longDescription: ProductMistake = (reference, prefix) => {
  if (reference.locales.length === 0) return undefined;
  return fc
    .tuple(productItem(reference, prefix), fc.constantFrom(...reference.locales), filler)
    .map(([item, locale, fill]) => {
      const put = paddedTo(2501, item.name, fill);
      return invalidItem(item, 'descriptions[]', 'at most 2500 characters', put, {
        descriptions: { ...item.descriptions, [locale]: put },
      });
    });
};

const eanRule = '13 digits, the last of which is their check digit, or null';

/** The bounds of fields that are no lists of objects (gap G-02), each passed. */
export const fieldBounds = {
  'style_key empty': inField('style_key', 'at least 1 character', () => fc.constant('')),
  'sku of 2 characters': inField('sku', 'at least 3 characters', () => chineseKey(2)),
  'sku of 121 characters': inField('sku', 'at most 120 characters', (prefix) =>
    ownKey(prefix).map((begin) => paddedTo(121, begin, 'x')),
  ),
  'ean with a wrong check digit': inField('ean', eanRule, () =>
    fc
      .tuple(ean(), fc.integer({ min: 1, max: 9 }))
      .map(([right, more]) => right.slice(0, -1) + ((Number(right.at(-1)) + more) % 10)),
  ),
  'ean of 12 digits': inField('ean', eanRule, () => gtin(12)),
  'ean of 14 digits': inField('ean', eanRule, () => gtin(14)),
  'ean with a letter': inField('ean', eanRule, () =>
    fc
      .tuple(ean(), fc.nat({ max: 12 }), fc.constantFrom('x', 'O', 'l', ' ', '-', '٣'))
      .map(([right, at, letter]) => right.slice(0, at) + letter + right.slice(at + 1)),
  ),
  'ean empty': inField('ean', eanRule, () => fc.constant('')),
  'hs_code of 21 characters': inField('hs_code', 'at most 20 characters', () =>
    fc.stringMatching(/^[0-9]{21}$/),
  ),
  'name of 121 characters': inField('name', 'at most 120 characters', () =>
    filler.map((fill) => paddedTo(121, 'Mantel ', fill)),
  ),
  'description of 2501 characters': longDescription,
  'weight below 0': inField('weight', 'at least 0', () => below0),
  'weight above 100000': inField('weight', 'at most 100000', () => above(100_000)),
  'quantity below 0': inField('quantity', 'at least 0', () => below0),
  'quantity above 1000000': inField('quantity', 'at most 1000000', () => above(1_000_000)),
  'quantity with a fraction': inField('quantity', 'an integer', () =>
    fc.integer({ min: 0, max: 999_999 }).map((whole) => whole + 0.5),
  ),
  'no image': inField('images', 'at least 1', () => fc.constant([])),
  '11 images': inField('images', 'at most 10', () => imageUrls(11, 11)),
  'image that is no URL': inImages(
    'an absolute http(s) URL',
    fc.constantFrom('', 'no url', 'https://', 'https://not a host/1.jpg', 'http//images.example.com/1.jpg'),
  ),
  'image with a relative URL': inImages(
    'an absolute http(s) URL',
    fc.constantFrom('1.jpg', '/images/1.jpg', './1.jpg', '//images.example.com/1.jpg'),
  ),
  'image with a URL of another scheme': inImages(
    'an absolute http(s) URL',
    fc.constantFrom(
      'ftp://images.example.com/1.jpg',
      'file:///1.jpg',
      'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
    ),
  ),
  'country of origin that is no alpha-2 code': inField(
    'country_of_origin',
    'an ISO 3166-1 alpha-2 code',
    () => fc.constantFrom('', 'D', 'de', 'De', 'DEU', '276', 'D1', 'Germany'),
  ),
} as const;
