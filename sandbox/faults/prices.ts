import type { Product } from '../domain/products/product.js';
import { type Price, priceOf } from '../domain/products/product-item.js';
import { isOutdated } from '../domain/products/stock-update.js';
import type { Rules } from '../domain/rules.js';
import { isObject } from '../schema/check.js';
import type { Entry } from './answer-changes.js';
import type { Fault } from './fault.js';
import { changeItems, changeMerchant } from './request-changes.js';

const operations = ['updateProductPrices'] as const;

/** Plants another rule for price updates; `clean` is the one that it is put in place of. */
function ruling(rule: (clean: Rules['updatePrice']) => Rules['updatePrice']): Fault['plant'] {
  return ({ rules }) => ({ rules: { ...rules, updatePrice: rule(rules.updatePrice) } });
}

/** Plants that a price update that succeeds leaves other prices behind than it should. */
function leaving(
  change: (price: Price, prices: readonly Price[], former: readonly Price[]) => Price[],
): Fault['plant'] {
  return ruling((clean) => (item, catalogue, ...rest) => {
    const product = catalogue.find(item.sku);
    const former = product?.values.prices ?? [];
    const errors = clean(item, catalogue, ...rest);
    if (product !== undefined && errors.length === 0)
      setPrices(product, change(item.price, product.values.prices, former));
    return errors;
  });
}

/** Plants that prices are taken for others. */
function taking(change: (price: Entry) => Entry): Fault['plant'] {
  return changeItems((item) =>
    isObject(item.price) ? { ...item, price: { ...item.price, ...change(item.price) } } : item,
  );
}

function setPrices(product: Product, prices: Price[]): void {
  product.values = { ...product.values, prices };
}

/** Faults of the price update. */
export const pricesFaults: readonly Fault[] = [
  {
    id: 'updates-no-price',
    violates: 'PRC-01',
    does: 'It reports a price update as a success and leaves the price as it was.',
    plant: leaving((_price, _prices, former) => [...former]),
  },
  {
    id: 'updates-price-of-every-country',
    violates: 'PRC-01',
    does: 'It sets the price of an update in every country of the product.',
    plant: leaving((price, prices) =>
      prices.map(({ country_code }) => ({ ...priceOf(price), country_code })),
    ),
  },
  {
    id: 'drops-prices-of-other-countries',
    violates: 'PRC-01',
    does: 'It forgets the prices of all countries but the one that is updated.',
    plant: leaving((price) => [priceOf(price)]),
  },
  {
    id: 'cuts-off-cents-of-price',
    violates: 'PRC-01',
    does: 'It turns a price into cents with a multiplication and cuts off the rest.',
    showsFor: 'prices whose hundredfold is a little too small, such as 19.99, or that have a third decimal',
    plant: leaving(({ country_code }, prices) =>
      prices.map((price) =>
        price.country_code === country_code
          ? { ...price, retail_price: Math.max(0.01, Math.floor(price.retail_price * 100) / 100) }
          : price,
      ),
    ),
  },
  {
    id: 'keeps-sale-price-that-is-ended',
    violates: 'PRC-01',
    does: 'It keeps the former sale price when the new one is null.',
    showsFor: 'a sale_price of null after one that was a number',
    plant: leaving(({ country_code, sale_price }, prices, former) =>
      prices.map((price) => {
        const last = former.find((each) => each.country_code === country_code)?.sale_price;
        const isKept = price.country_code === country_code && sale_price === null && last !== undefined;
        return isKept ? { ...price, sale_price: last } : price;
      }),
    ),
  },
  {
    id: 'updates-price-of-the-whole-style',
    violates: 'PRC-01',
    does: 'It sets the price for all products of a style when one of them is to have it.',
    showsFor: 'styles with more than one product',
    plant: ruling((clean) => (item, catalogue, ...rest) => {
      const style = catalogue.find(item.sku)?.values.style_key ?? '';
      const errors = clean(item, catalogue, ...rest);
      if (errors.length === 0)
        for (const { values } of catalogue.style(style))
          if (values.sku !== item.sku) clean({ ...item, sku: values.sku }, catalogue, ...rest);
      return errors;
    }),
  },
  {
    id: 'passes-over-unknown-sku-of-price',
    violates: 'PRC-02',
    does: 'It reports a price update of an unknown sku as a success.',
    plant: ruling(
      (clean) =>
        (item, catalogue, ...rest) =>
          catalogue.find(item.sku) === undefined ? [] : clean(item, catalogue, ...rest),
    ),
  },
  {
    id: 'accepts-price-of-a-country-of-others',
    violates: 'PRC-02',
    does: 'It accepts the price of any country of the marketplace, linked or not.',
    showsFor: 'countries that are linked to other merchants only',
    operations,
    plant: changeMerchant(({ merchants }) => ({ markets: merchants.referenceData.markets })),
  },
  {
    id: 'sets-price-that-it-refuses',
    violates: 'PRC-02',
    does: 'It reports the price of a country that is not linked as failed, and adds it to the product.',
    plant: ruling((clean) => (item, catalogue, markets, ...rest) => {
      const product = catalogue.find(item.sku);
      const { country_code } = item.price;
      const isLinked = markets.some(({ country }) => country.code === country_code);
      if (product !== undefined && !isLinked)
        setPrices(product, [...product.values.prices, priceOf(item.price)]);
      return clean(item, catalogue, markets, ...rest);
    }),
  },
  {
    id: 'accepts-sale-above-retail',
    violates: 'PRC-03',
    does: 'It accepts a sale price above the retail price.',
    plant: ruling((clean) => (item, catalogue, markets, submittedAt) => {
      const { retail_price } = item.price;
      const sale_price = item.price.sale_price ?? null;
      const errors = clean(
        { ...item, price: { ...item.price, sale_price: null } },
        catalogue,
        markets,
        submittedAt,
      );
      const product = catalogue.find(item.sku);
      if (errors.length === 0 && product !== undefined && item.price.sale_price !== undefined)
        setPrices(
          product,
          product.values.prices.map((price) =>
            price.country_code === item.price.country_code ? { ...price, retail_price, sale_price } : price,
          ),
        );
      return errors;
    }),
  },
  {
    id: 'refuses-sale-price-equal-to-retail',
    violates: 'PRC-03',
    does: 'It reports a sale price that is as high as the retail price as failed.',
    showsFor: 'a sale price equal to the retail price',
    plant: ruling(
      (clean) =>
        (item, ...rest) =>
          item.price.sale_price === item.price.retail_price
            ? ['sale_price must be below retail_price']
            : clean(item, ...rest),
    ),
  },
  {
    id: 'accepts-price-of-nothing',
    violates: 'PRC-03',
    does: 'It accepts a retail price of 0 and sets 0.01.',
    showsFor: 'a retail price of exactly 0',
    operations,
    plant: taking(({ retail_price }) => ({ retail_price: retail_price === 0 ? 0.01 : retail_price })),
  },
  {
    id: 'takes-negative-sale-price-for-none',
    violates: 'PRC-03',
    does: 'It accepts a sale price below 0 and takes it for null.',
    showsFor: 'a sale price below 0',
    operations,
    plant: taking(({ sale_price }) =>
      typeof sale_price === 'number' && sale_price < 0 ? { sale_price: null } : {},
    ),
  },
  {
    id: 'carries-out-outdated-price',
    violates: 'PRC-03',
    does: 'It carries out a price update whose valid_at is before that of the last one.',
    plant: ruling((clean) => (item, catalogue, ...rest) => {
      catalogue.find(item.sku)?.priceValidAt.clear();
      return clean(item, catalogue, ...rest);
    }),
  },
  {
    id: 'reports-outdated-price-as-success',
    violates: 'PRC-03',
    does: 'It reports an outdated price update as a success, though it does not carry it out.',
    plant: ruling(
      (clean) =>
        (item, catalogue, ...rest) =>
          isOutdated(item.valid_at, catalogue.find(item.sku)?.priceValidAt.get(item.price.country_code))
            ? []
            : clean(item, catalogue, ...rest),
    ),
  },
];
