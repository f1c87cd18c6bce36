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
    'STK-01 updates-no-stock': settingStock((_quantity, former) => former),
    'STK-01 adds-stock-instead-of-setting-it': settingStock((quantity, former) =>
      Math.min(quantity + former, 1_000_000),
    ),
    'STK-01 takes-stock-of-zero-for-none-given': settingStock((quantity, former) => quantity || former),
    'STK-01 keeps-sixteen-bits-of-stock': settingStock((quantity) => quantity % 65_536),
    'STK-01 sets-stock-of-the-first-item-only': updatingStock((clean) => {
      let batch: number | undefined;
      return (item, catalogue, submittedAt, emit) => {
        if (batch === submittedAt && catalogue.find(item.sku) !== undefined) return [];
        batch = submittedAt;
        return clean(item, catalogue, submittedAt, emit);
      };
    }),
    'STK-01 sets-stock-of-the-whole-style': updatingStock((clean) => (item, catalogue, ...rest) => {
      const style = catalogue.find(item.sku)?.values.style_key;
      const errors = clean(item, catalogue, ...rest);
      if (style !== undefined && errors.length === 0)
        for (const product of catalogue.style(style))
          product.values = { ...product.values, quantity: item.quantity };
      return errors;
    }),
    'STK-02 passes-over-unknown-sku-of-stock': passingOverStock(
      ({ sku }, catalogue) => catalogue.find(sku) === undefined,
    ),
    'STK-02 finds-sku-of-stock-in-any-case': updatingStock((clean) => (item, catalogue, ...rest) => {
      const folded = item.sku.toLowerCase();
      const known = catalogue.all().find(({ values }) => values.sku.toLowerCase() === folded);
      return clean({ ...item, sku: known?.values.sku ?? item.sku }, catalogue, ...rest);
    }),
    'STK-02 judges-unknown-sku-by-the-item-before': updatingStock((clean) => {
      let succeeded: number | undefined;
      return (item, catalogue, submittedAt, emit) => {
        const errors = clean(item, catalogue, submittedAt, emit);
        if (errors.length === 0) succeeded = submittedAt;
        return catalogue.find(item.sku) === undefined && succeeded === submittedAt ? [] : errors;
      };
    }),
    'STK-03 refuses-stock-of-a-million': updatingStock(
      (clean) =>
        (item, ...rest) =>
          item.quantity >= 1_000_000 ? ['quantity must be less than 1000000'] : clean(item, ...rest),
    ),
    'STK-03 carries-out-outdated-stock': updatingStock((clean) => (item, catalogue, ...rest) => {
      const product = catalogue.find(item.sku);
      if (product !== undefined) delete product.stockValidAt;
      return clean(item, catalogue, ...rest);
    }),
    'STK-03 reports-outdated-stock-as-success': passingOverStock(({ sku, valid_at }, catalogue) =>
      isOutdated(valid_at, catalogue.find(sku)?.stockValidAt),
    ),
    'STK-03 forgets-valid-at-within-a-stock-batch': updatingStock((clean) => {
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
    'PRC-01 updates-no-price': leaving((_price, _prices, former) => [...former]),
    'PRC-01 updates-price-of-every-country': leaving((price, prices) =>
      prices.map(({ country_code }) => ({ ...priceOf(price), country_code })),
    ),
    'PRC-01 drops-prices-of-other-countries': leaving((price) => [priceOf(price)]),
    'PRC-01 cuts-off-cents-of-price': leaving(({ country_code }, prices) =>
      prices.map((price) =>
        price.country_code === country_code
          ? { ...price, retail_price: Math.max(0.01, Math.floor(price.retail_price * 100) / 100) }
          : price,
      ),
    ),
    'PRC-01 keeps-sale-price-that-is-ended': leaving(({ country_code, sale_price }, prices, former) =>
      prices.map((price) => {
        const last = former.find((each) => each.country_code === country_code)?.sale_price;
        const isKept = price.country_code === country_code && sale_price === null && last !== undefined;
        return isKept ? { ...price, sale_price: last } : price;
      }),
    ),
    'PRC-01 updates-price-of-the-whole-style': updatingPrice((clean) => (item, catalogue, ...rest) => {
      const style = catalogue.find(item.sku)?.values.style_key ?? '';
      const errors = clean(item, catalogue, ...rest);
      if (errors.length === 0)
        for (const { values } of catalogue.style(style))
          if (values.sku !== item.sku) clean({ ...item, sku: values.sku }, catalogue, ...rest);
      return errors;
    }),
    'PRC-02 passes-over-unknown-sku-of-price': passingOverPrice(
      ({ sku }, catalogue) => catalogue.find(sku) === undefined,
    ),
    'PRC-02 sets-price-that-it-refuses': updatingPrice((clean) => (item, catalogue, markets, ...rest) => {
      const product = catalogue.find(item.sku);
      const { country_code } = item.price;
      const isLinked = markets.some(({ country }) => country.code === country_code);
      if (product !== undefined && !isLinked)
        setPrices(product, [...product.values.prices, priceOf(item.price)]);
      return clean(item, catalogue, markets, ...rest);
    }),
    'PRC-03 accepts-sale-above-retail': updatingPrice((clean) => (item, catalogue, ...rest) => {
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
    'PRC-03 refuses-sale-price-equal-to-retail': updatingPrice(
      (clean) =>
        (item, ...rest) =>
          item.price.sale_price === item.price.retail_price
            ? ['sale_price must be below retail_price']
            : clean(item, ...rest),
    ),
    'PRC-03 carries-out-outdated-price': updatingPrice((clean) => (item, catalogue, ...rest) => {
      catalogue.find(item.sku)?.priceValidAt.clear();
      return clean(item, catalogue, ...rest);
    }),
    'PRC-03 reports-outdated-price-as-success': passingOverPrice(({ sku, price, valid_at }, catalogue) =>
      isOutdated(valid_at, catalogue.find(sku)?.priceValidAt.get(price.country_code)),
    ),
  }),
  ...liesIn(['updateProductStock'], {
    'STK-03 accepts-stock-above-a-million': takingStock((quantity) => Math.min(quantity, 1_000_000)),
    'STK-03 takes-negative-stock-for-none': takingStock((quantity) => Math.max(quantity, 0)),
    'STK-03 rounds-stock': takingStock(Math.round),
    'STK-03 compares-valid-at-of-stock-without-zone': changeItems(({ valid_at, ...item }) => ({
      ...item,
      ...(valid_at !== undefined && {
        valid_at: typeof valid_at === 'string' ? valid_at.replace(/[+-]\d\d:\d\d$/, 'Z') : valid_at,
      }),
    })),
  }),
  ...liesIn(['updateProductPrices'], {
    'PRC-02 accepts-price-of-a-country-of-others': changeMerchant(({ merchants }) => ({
      markets: merchants.referenceData.markets,
    })),
    'PRC-03 accepts-price-of-nothing': takingPrice(({ retail_price }) => ({
      retail_price: retail_price === 0 ? 0.01 : retail_price,
    })),
    'PRC-03 takes-negative-sale-price-for-none': takingPrice(({ sale_price }) =>
      typeof sale_price === 'number' && sale_price < 0 ? { sale_price: null } : {},
    ),
  }),
];
