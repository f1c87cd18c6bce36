import { isOutdated } from '../domain/product-rules.js';
import { type Price, type Product, priceOf } from '../domain/products.js';
import type { Rules } from '../domain/rules.js';
import { isObject } from '../schema/check.js';
import { type Fault, lies, liesIn, type Plant, ruling } from './fault.js';
import { changeItems, changeMerchant, type Entry } from './plants/requests.js';

/** Plants a different rule for stock updates; `clean` is the rule that it replaces. */
function updatingStock(rule: (clean: Rules['updateStock']) => Rules['updateStock']): Plant {
  return ruling(({ updateStock }) => ({ updateStock: rule(updateStock) }));
}

/** Plants stock updates that report success for certain items and do nothing. */
function passingOverStock(isMeant: (...given: Parameters<Rules['updateStock']>) => boolean): Plant {
  return updatingStock(
    (clean) =>
      (...given) =>
        isMeant(...given) ? [] : clean(...given),
  );
}

/** Plants stock updates that set a quantity other than the requested one. */
function settingStock(change: (quantity: number, former: number) => number): Plant {
  return updatingStock((clean) => (item, catalogue, ...rest) => {
    const former = catalogue.find(item.sku)?.values.quantity ?? 0;
    return clean({ ...item, quantity: change(item.quantity, former) }, catalogue, ...rest);
  });
}

/** Plants a change of quantities past the bounds. */
function takingStock(change: (quantity: number) => number): Plant {
  return changeItems((item) =>
    typeof item.quantity === 'number' ? { ...item, quantity: change(item.quantity) } : item,
  );
}

/** Plants a different rule for price updates; `clean` is the rule that it replaces. */
function updatingPrice(rule: (clean: Rules['updatePrice']) => Rules['updatePrice']): Plant {
  return ruling(({ updatePrice }) => ({ updatePrice: rule(updatePrice) }));
}

/** Plants price updates that report success for certain items and do nothing. */
function passingOverPrice(isMeant: (...given: Parameters<Rules['updatePrice']>) => boolean): Plant {
  return updatingPrice(
    (clean) =>
      (...given) =>
        isMeant(...given) ? [] : clean(...given),
  );
}

/** Plants price updates that succeed but leave wrong prices. */
function leaving(
  change: (price: Price, prices: readonly Price[], former: readonly Price[]) => Price[],
): Plant {
  return updatingPrice((clean) => (item, catalogue, ...rest) => {
    const product = catalogue.find(item.sku);
    const former = product?.values.prices ?? [];
    const errors = clean(item, catalogue, ...rest);
    if (product !== undefined && errors.length === 0)
      setPrices(product, change(item.price, product.values.prices, former));
    return errors;
  });
}

/** Plants a change of the prices in updates. */
function takingPrice(change: (price: Entry) => Entry): Plant {
  return changeItems((item) =>
    isObject(item.price) ? { ...item, price: { ...item.price, ...change(item.price) } } : item,
  );
}

function setPrices(product: Product, prices: Price[]): void {
  product.values = { ...product.values, prices };
}

/** Faults in the updates of stock and prices (clause 4.6, gap G-11). */
export const stockAndPriceFaults: readonly Fault[] = [
  ...lies({
    'STK-01 updates-no-stock': [
      'It reports a stock update as a success, but leaves the quantity unchanged.',
      settingStock((_quantity, former) => former),
    ],
    'STK-01 adds-stock-instead-of-setting-it': [
      'It adds the quantity of a stock update to the existing one.',
      settingStock((quantity, former) => Math.min(quantity + former, 1_000_000)),
    ],
    'STK-01 takes-stock-of-zero-for-none-given': [
      'It leaves the quantity unchanged when it should become zero.',
      'a quantity of 0',
      settingStock((quantity, former) => quantity || former),
    ],
    'STK-01 keeps-sixteen-bits-of-stock': [
      'It keeps only the lower sixteen bits of a quantity.',
      'quantities above 65535',
      settingStock((quantity) => quantity % 65_536),
    ],
    'STK-01 sets-stock-of-the-first-item-only': [
      'It carries out only the first item of a stock batch, but reports all of them as successes.',
      'the second item of a batch',
      updatingStock((clean) => {
        let batch: number | undefined;
        return (item, catalogue, submittedAt, emit) => {
          if (batch === submittedAt && catalogue.find(item.sku) !== undefined) return [];
          batch = submittedAt;
          return clean(item, catalogue, submittedAt, emit);
        };
      }),
    ],
    'STK-01 sets-stock-of-the-whole-style': [
      'It sets the quantity of all products of a style when it is set for one of them.',
      'styles with more than one product',
      updatingStock((clean) => (item, catalogue, ...rest) => {
        const style = catalogue.find(item.sku)?.values.style_key;
        const errors = clean(item, catalogue, ...rest);
        if (style !== undefined && errors.length === 0)
          for (const product of catalogue.style(style))
            product.values = { ...product.values, quantity: item.quantity };
        return errors;
      }),
    ],
    'STK-02 passes-over-unknown-sku-of-stock': [
      'It reports a stock update of an unknown sku as a success.',
      passingOverStock(({ sku }, catalogue) => catalogue.find(sku) === undefined),
    ],
    'STK-02 finds-sku-of-stock-in-any-case': [
      'It treats an unknown sku as a known one that differs from it only in case.',
      'skus that differ from known ones only in case',
      updatingStock((clean) => (item, catalogue, ...rest) => {
        const folded = item.sku.toLowerCase();
        const known = catalogue.all().find(({ values }) => values.sku.toLowerCase() === folded);
        return clean({ ...item, sku: known?.values.sku ?? item.sku }, catalogue, ...rest);
      }),
    ],
    'STK-02 judges-unknown-sku-by-the-item-before': [
      'It reports an unknown sku as a success if it follows a stock update that succeeded.',
      'an unknown sku after a known one in the same batch',
      updatingStock((clean) => {
        let succeeded: number | undefined;
        return (item, catalogue, submittedAt, emit) => {
          const errors = clean(item, catalogue, submittedAt, emit);
          if (errors.length === 0) succeeded = submittedAt;
          return catalogue.find(item.sku) === undefined && succeeded === submittedAt ? [] : errors;
        };
      }),
    ],
    'STK-03 refuses-stock-of-a-million': [
      'It reports a quantity of 1000000 as failed.',
      'a quantity of 1000000',
      updatingStock(
        (clean) =>
          (item, ...rest) =>
            item.quantity >= 1_000_000 ? ['quantity must be less than 1000000'] : clean(item, ...rest),
      ),
    ],
    'STK-03 carries-out-outdated-stock': [
      'It carries out a stock update whose valid_at is earlier than that of the last one.',
      updatingStock((clean) => (item, catalogue, ...rest) => {
        const product = catalogue.find(item.sku);
        if (product !== undefined) delete product.stockValidAt;
        return clean(item, catalogue, ...rest);
      }),
    ],
    'STK-03 reports-outdated-stock-as-success': [
      'It reports an outdated stock update as a success, but does not carry it out.',
      passingOverStock(({ sku, valid_at }, catalogue) =>
        isOutdated(valid_at, catalogue.find(sku)?.stockValidAt),
      ),
    ],
    'STK-03 forgets-valid-at-within-a-stock-batch': [
      'It carries out an outdated stock update if the later one is in the same batch.',
      'two updates of one sku in one batch, the outdated one second',
      updatingStock((clean) => {
        const batches = new Map<string, { submittedAt: number; before: number | undefined }>();
        return (item, catalogue, submittedAt, emit) => {
          const product = catalogue.find(item.sku);
          if (product === undefined) return clean(item, catalogue, submittedAt, emit);
          const last = batches.get(item.sku);
          const before = last?.submittedAt === submittedAt ? last.before : product.stockValidAt;
          if (batches.size > 1_000) batches.clear();
          batches.set(item.sku, { submittedAt, before });
          if (before === undefined) delete product.stockValidAt;
          else product.stockValidAt = before;
          return clean(item, catalogue, submittedAt, emit);
        };
      }),
    ],
    'PRC-01 updates-no-price': [
      'It reports a price update as a success, but leaves the price unchanged.',
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
      'It multiplies a price by 100 to get cents, and truncates the result.',
      'prices that come out a little too low when multiplied by 100, such as 19.99, or that have a third decimal',
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
      updatingPrice((clean) => (item, catalogue, ...rest) => {
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
      passingOverPrice(({ sku }, catalogue) => catalogue.find(sku) === undefined),
    ],
    'PRC-02 sets-price-that-it-refuses': [
      'It reports the price of a country that is not linked as failed, but adds it to the product.',
      updatingPrice((clean) => (item, catalogue, markets, ...rest) => {
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
      updatingPrice((clean) => (item, catalogue, ...rest) => {
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
      'It reports a sale price equal to the retail price as failed.',
      'a sale price equal to the retail price',
      updatingPrice(
        (clean) =>
          (item, ...rest) =>
            item.price.sale_price === item.price.retail_price
              ? ['sale_price must be below retail_price']
              : clean(item, ...rest),
      ),
    ],
    'PRC-03 carries-out-outdated-price': [
      'It carries out a price update whose valid_at is earlier than that of the last one.',
      updatingPrice((clean) => (item, catalogue, ...rest) => {
        catalogue.find(item.sku)?.priceValidAt.clear();
        return clean(item, catalogue, ...rest);
      }),
    ],
    'PRC-03 reports-outdated-price-as-success': [
      'It reports an outdated price update as a success, but does not carry it out.',
      passingOverPrice(({ sku, price, valid_at }, catalogue) =>
        isOutdated(valid_at, catalogue.find(sku)?.priceValidAt.get(price.country_code)),
      ),
    ],
  }),
  ...liesIn(['updateProductStock'], {
    'STK-03 accepts-stock-above-a-million': [
      'It accepts any quantity above 1000000 and sets 1000000.',
      takingStock((quantity) => Math.min(quantity, 1_000_000)),
    ],
    'STK-03 takes-negative-stock-for-none': [
      'It accepts a negative quantity and sets 0.',
      takingStock((quantity) => Math.max(quantity, 0)),
    ],
    'STK-03 rounds-stock': [
      'It accepts a quantity with a fraction and sets the next integer.',
      takingStock(Math.round),
    ],
    'STK-03 compares-valid-at-of-stock-without-zone': [
      'It reads the valid_at of a stock update as UTC, whatever its zone.',
      'a valid_at in a zone other than UTC',
      changeItems(({ valid_at, ...item }) => ({
        ...item,
        ...(valid_at !== undefined && {
          valid_at: typeof valid_at === 'string' ? valid_at.replace(/[+-]\d\d:\d\d$/, 'Z') : valid_at,
        }),
      })),
    ],
  }),
  ...liesIn(['updateProductPrices'], {
    'PRC-02 accepts-price-of-a-country-of-others': [
      'It accepts the price of any country of the marketplace, linked or not.',
      'countries that are linked only to other merchants',
      changeMerchant(({ merchants }) => ({ markets: merchants.referenceData.markets })),
    ],
    'PRC-03 accepts-price-of-nothing': [
      'It accepts a retail price of 0 and sets 0.01.',
      'a retail price of exactly 0',
      takingPrice(({ retail_price }) => ({ retail_price: retail_price === 0 ? 0.01 : retail_price })),
    ],
    'PRC-03 takes-negative-sale-price-for-none': [
      'It accepts a sale price below 0 and treats it as null.',
      'a sale price below 0',
      takingPrice(({ sale_price }) =>
        typeof sale_price === 'number' && sale_price < 0 ? { sale_price: null } : {},
      ),
    ],
  }),
];
