import { expect } from '#unit-test';
import type { OpenSandbox } from '../testing/open-sandbox.js';
import { putProduct } from '../testing/put-product.js';
import { type Lie, testLies } from './lies.js';
import { pricesFaults } from './prices.js';

/** A price update: retail price, sale price, and in which of the merchant's countries, by number. */
interface Update {
  retail?: number;
  sale?: number | null;
  country?: number | string;
  sku?: string;
  valid_at?: string;
}

/**
 * What comes of batches of one update each: whether the last one succeeded, undefined where it was refused, then
 * the prices of a product, retail and sale after their country's number, then the number of prices of another one.
 */
function after(updates: readonly Update[], lie: unknown): Lie {
  return [
    async (sandbox: OpenSandbox) => {
      const codes = sandbox.merchant.markets.map(({ country }) => country.code);
      const unlinked = sandbox.merchants.referenceData.markets.find(
        ({ country }) => !codes.includes(country.code),
      );
      codes.push(unlinked?.country.code ?? '');
      const codeOf = (country: number) => codes.at(country) ?? '';
      const prices = [0, 1].map((country) => ({
        country_code: codeOf(country),
        retail_price: 50,
        sale_price: 40,
      }));
      for (const sku of ['sku-1', 'sku-2']) putProduct(sandbox, { sku, prices });
      let success: unknown;
      for (const { retail = 60, sale = null, country = 0, sku = 'sku-1', ...rest } of updates) {
        const country_code = typeof country === 'number' ? codeOf(country) : country;
        const item = { sku, price: { country_code, retail_price: retail, sale_price: sale }, ...rest };
        const { body } = await sandbox.batch('PATCH', '/products/price', 'price', [item]);
        success = Object(body).items?.[0].success;
      }
      const [first, second] = sandbox.merchant.catalogue.all().map(({ values }) => values.prices);
      return [
        success,
        ...(first ?? []).map((price) => [
          codes.indexOf(price.country_code),
          price.retail_price,
          price.sale_price,
        ]),
        second?.[0]?.retail_price,
      ];
    },
    lie,
  ];
}

const [early, late] = ['2025-01-01T10:00:00Z', '2025-01-01T12:00:00Z'];
const former = [
  [0, 50, 40],
  [1, 50, 40],
];
/** The number of a country that is linked to other merchants only. */
const OTHERS = -1;

testLies(pricesFaults, {
  'updates-no-price': after([{}], [true, ...former, 50]),
  'updates-price-of-every-country': after([{}], [true, [0, 60, null], [1, 60, null], 50]),
  'drops-prices-of-other-countries': after([{}], [true, [0, 60, null], 50]),
  'cuts-off-cents-of-price': after([{ retail: 19.99 }], [true, [0, 19.98, null], [1, 50, 40], 50]),
  'keeps-sale-price-that-is-ended': after([{}], [true, [0, 60, 40], [1, 50, 40], 50]),
  'updates-price-of-the-whole-style': after([{}], [true, [0, 60, null], [1, 50, 40], 60]),
  'passes-over-unknown-sku-of-price': after([{ sku: 'unknown' }], [true, ...former, 50]),
  'accepts-price-of-a-country-of-others': after(
    [{ country: OTHERS }],
    [true, ...former, [expect.any(Number), 60, null], 50],
  ),
  'sets-price-that-it-refuses': after(
    [{ country: OTHERS }],
    [false, ...former, [expect.any(Number), 60, null], 50],
  ),
  'accepts-sale-above-retail': after([{ sale: 61 }], [true, [0, 60, 61], [1, 50, 40], 50]),
  'refuses-sale-price-equal-to-retail': after([{ sale: 60 }], [false, ...former, 50]),
  'accepts-price-of-nothing': after([{ retail: 0 }], [true, [0, 0.01, null], [1, 50, 40], 50]),
  'takes-negative-sale-price-for-none': after([{ sale: -1 }], [true, [0, 60, null], [1, 50, 40], 50]),
  'carries-out-outdated-price': after(
    [{ valid_at: late }, { retail: 70, valid_at: early }],
    [true, [0, 70, null], [1, 50, 40], 50],
  ),
  'reports-outdated-price-as-success': after(
    [{ valid_at: late }, { retail: 70, valid_at: early }],
    [true, [0, 60, null], [1, 50, 40], 50],
  ),
});
