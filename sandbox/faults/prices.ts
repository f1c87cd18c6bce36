import { isOutdated } from '../domain/product-rules.js';
import { type Price, type Product, priceOf } from '../domain/products.js';
import type { Rules } from '../domain/rules.js';
import { isObject } from '../schema/check.js';
import { type Fault, lies, liesIn, type Plant, ruling } from './fault.js';
import { changeItems, changeMerchant, type Entry } from './plants/requests.js';

/** Plants another rule for price updates; `clean` is the rule that it replaces. */
function updating(rule: (clean: Rules['updatePrice']) => Rules['updatePrice']): Plant {
  return ruling(({ updatePrice }) => ({ updatePrice: rule(updatePrice) }));
}

/** Plants price updates that report success for certain items and do nothing. */
function passingOver(isMeant: (...given: Parameters<Rules['updatePrice']>) => boolean): Plant {
  return updating(
    (clean) =>
      (...given) =>
        isMeant(...given) ? [] : clean(...given),
  );
}

/** Plants price updates that succeed but leave wrong prices. */
function leaving(
  change: (price: Price, prices: readonly Price[], former: readonly Price[]) => Price[],
): Plant {
  return updating((clean) => (item, catalogue, ...rest) => {
    const product = catalogue.find(item.sku);
    const former = product?.values.prices ?? [];
    const errors = clean(item, catalogue, ...rest);
    if (product !== undefined && errors.length === 0)
      setPrices(product, change(item.price, product.values.prices, former));
    return errors;
  });
}

/** Plants a change of the prices in updates. */
function taking(change: (price: Entry) => Entry): Plant {
  return changeItems((item) =>
    isObject(item.price) ? { ...item, price: { ...item.price, ...change(item.price) } } : item,
  );
}

function setPrices(product: Product, prices: Price[]): void {
  product.values = { ...product.values, prices };
}

/** Faults of the price update. */
export const pricesFaults: readonly Fault[] = [
  ...lies({
    'PRC-01 updates-no-price': [
      'It reports a price update as a success and leaves the price as it was.',
      leaving((_price, _prices, former) => [...former]),
    ],
    'PRC-01 updates-price-of-every-country': [
      'It sets the price of an update in every country of the product.',
      leaving((price, prices) => prices.map(({ country_code }) => ({ ...priceOf(price), country_code }))),
    ],
    'PRC-01 drops-prices-of-other-countries': [
      'It forgets the prices of all countries but the one that is updated.',
      leaving((price) => [priceOf(price)]),
    ],
    'PRC-01 cuts-off-cents-of-price': [
      'It turns a price into cents with a multiplication and cuts off the rest.',
      'prices whose hundredfold is a little too small, such as 19.99, or that have a third decimal',
      leaving(({ country_code }, prices) =>
        prices.map((price) =>
          price.country_code === country_code
            ? { ...price, retail_price: Math.max(0.01, Math.floor(price.retail_price * 100) / 100) }
            : price,
        ),
      ),
    ],
    'PRC-01 keeps-sale-price-that-is-ended': [
      'It keeps the former sale price when the new one is null.',
      'a sale_price of null after one that was a number',
      leaving(({ country_code, sale_price }, prices, former) =>
        prices.map((price) => {
          const last = former.find((each) => each.country_code === country_code)?.sale_price;
          const isKept = price.country_code === country_code && sale_price === null && last !== undefined;
          return isKept ? { ...price, sale_price: last } : price;
        }),
      ),
    ],
    'PRC-01 updates-price-of-the-whole-style': [
      'It sets the price for all products of a style when it is set for one of them.',
      'styles with more than one product',
      updating((clean) => (item, catalogue, ...rest) => {
        const style = catalogue.find(item.sku)?.values.style_key ?? '';
        const errors = clean(item, catalogue, ...rest);
        if (errors.length === 0)
          for (const { values } of catalogue.style(style))
            if (values.sku !== item.sku) clean({ ...item, sku: values.sku }, catalogue, ...rest);
        return errors;
      }),
    ],
    'PRC-02 passes-over-unknown-sku-of-price': [
      'It reports a price update of an unknown sku as a success.',
      passingOver(({ sku }, catalogue) => catalogue.find(sku) === undefined),
    ],
    'PRC-02 sets-price-that-it-refuses': [
      'It reports the price of a country that is not linked as failed, and adds it to the product.',
      updating((clean) => (item, catalogue, markets, ...rest) => {
        const product = catalogue.find(item.sku);
        const { country_code } = item.price;
        const isLinked = markets.some(({ country }) => country.code === country_code);
        if (product !== undefined && !isLinked)
          setPrices(product, [...product.values.prices, priceOf(item.price)]);
        return clean(item, catalogue, markets, ...rest);
      }),
    ],
    'PRC-03 accepts-sale-above-retail': [
      'It accepts a sale price above the retail price.',
      updating((clean) => (item, catalogue, ...rest) => {
        const { country_code, retail_price, sale_price } = item.price;
        const errors = clean({ ...item, price: { ...item.price, sale_price: null } }, catalogue, ...rest);
        const product = catalogue.find(item.sku);
        if (errors.length === 0 && product !== undefined && sale_price !== undefined)
          setPrices(
            product,
            product.values.prices.map((price) =>
              price.country_code === country_code ? { ...price, retail_price, sale_price } : price,
            ),
          );
        return errors;
      }),
    ],
    'PRC-03 refuses-sale-price-equal-to-retail': [
      'It reports a sale price that is as high as the retail price as failed.',
      'a sale price equal to the retail price',
      updating(
        (clean) =>
          (item, ...rest) =>
            item.price.sale_price === item.price.retail_price
              ? ['sale_price must be below retail_price']
              : clean(item, ...rest),
      ),
    ],
    'PRC-03 carries-out-outdated-price': [
      'It carries out a price update whose valid_at is before that of the last one.',
      updating((clean) => (item, catalogue, ...rest) => {
        catalogue.find(item.sku)?.priceValidAt.clear();
        return clean(item, catalogue, ...rest);
      }),
    ],
    'PRC-03 reports-outdated-price-as-success': [
      'It reports an outdated price update as a success, but does not carry it out.',
      passingOver(({ sku, price, valid_at }, catalogue) =>
        isOutdated(valid_at, catalogue.find(sku)?.priceValidAt.get(price.country_code)),
      ),
    ],
  }),
  ...liesIn(['updateProductPrices'], {
    'PRC-02 accepts-price-of-a-country-of-others': [
      'It accepts the price of any country of the marketplace, linked or not.',
      'countries that are linked to other merchants only',
      changeMerchant(({ merchants }) => ({ markets: merchants.referenceData.markets })),
    ],
    'PRC-03 accepts-price-of-nothing': [
      'It accepts a retail price of 0 and sets 0.01.',
      'a retail price of exactly 0',
      taking(({ retail_price }) => ({ retail_price: retail_price === 0 ? 0.01 : retail_price })),
    ],
    'PRC-03 takes-negative-sale-price-for-none': [
      'It accepts a sale price below 0 and treats it as null.',
      'a sale price below 0',
      taking(({ sale_price }) =>
        typeof sale_price === 'number' && sale_price < 0 ? { sale_price: null } : {},
      ),
    ],
  }),
];
