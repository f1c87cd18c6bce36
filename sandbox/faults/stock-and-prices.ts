import { isOutdated } from '../domain/product-rules.js';
import { type Price, type Product, priceOf } from '../domain/products.js';
import { type Decide, deciding, fresh, type Plant, type Plants } from './fault.js';
import { changed, changeItemFields, changeMerchant, onNumber, onObject, onText } from './plants/requests.js';

/** Plants a different way to update stock; `clean` is the way that it replaces. */
const updatingStock = (decide: Decide<'updateStock'>) => deciding('updateStock', decide);
/** Plants a different way to update prices. */
const updatingPrice = (decide: Decide<'updatePrice'>) => deciding('updatePrice', decide);

/** Plants stock updates that set a quantity other than the requested one. */
function settingStock(change: (quantity: number, former: number) => number): Plant {
  return updatingStock((clean, item, catalogue, ...rest) => {
    const former = catalogue.find(item.sku)?.values.quantity ?? 0;
    return clean({ ...item, quantity: change(item.quantity, former) }, catalogue, ...rest);
  });
}

/** Plants a change of quantities past the bounds. */
function takingStock(change: (quantity: number) => number): Plant {
  return changeItemFields(['quantity'], onNumber(change));
}

/** Plants price updates that succeed but leave wrong prices. */
function leaving(
  change: (price: Price, prices: readonly Price[], former: readonly Price[]) => readonly Price[],
): Plant {
  return updatingPrice((clean, item, catalogue, ...rest) => {
    const product = catalogue.find(item.sku);
    const former = product?.values.prices ?? [];
    const errors = clean(item, catalogue, ...rest);
    if (product !== undefined && errors.length === 0)
      setPrices(product, change(item.price, product.values.prices, former));
    return errors;
  });
}

/** Plants a change of a price in updates. */
function takingPrice(name: 'retail_price' | 'sale_price', change: (price: number) => unknown): Plant {
  return changeItemFields(
    ['price'],
    onObject((price) => changed(price, [name], onNumber(change))),
  );
}

function setPrices(product: Product, prices: readonly Price[]): void {
  product.values = { ...product.values, prices: [...prices] };
}

/** The prices with that of one country changed. */
function withPrice(
  prices: readonly Price[],
  country: string,
  change: (price: Price) => Partial<Price>,
): readonly Price[] {
  return prices.map((price) => (price.country_code === country ? { ...price, ...change(price) } : price));
}

/** Faults in the updates of stock and prices (clause 4.6, gap G-11). */
export const stockAndPricePlants: Plants = {
  'updates-no-stock': settingStock((_quantity, former) => former),
  'adds-stock-instead-of-setting-it': settingStock((quantity, former) =>
    Math.min(quantity + former, 1_000_000),
  ),
  'takes-stock-of-zero-for-none-given': settingStock((quantity, former) => quantity || former),
  'keeps-sixteen-bits-of-stock': settingStock((quantity) => quantity % 65_536),
  'sets-stock-of-the-first-item-only': fresh(() => {
    let batch: number | undefined;
    return updatingStock((clean, item, catalogue, submittedAt, emit) => {
      if (batch === submittedAt && catalogue.find(item.sku) !== undefined) return [];
      batch = submittedAt;
      return clean(item, catalogue, submittedAt, emit);
    });
  }),
  'sets-stock-of-the-whole-style': updatingStock((clean, item, catalogue, ...rest) => {
    const style = catalogue.find(item.sku)?.values.style_key;
    const errors = clean(item, catalogue, ...rest);
    if (style !== undefined && errors.length === 0)
      for (const product of catalogue.style(style))
        product.values = { ...product.values, quantity: item.quantity };
    return errors;
  }),
  'passes-over-unknown-sku-of-stock': updatingStock((clean, item, catalogue, ...rest) =>
    catalogue.find(item.sku) === undefined ? [] : clean(item, catalogue, ...rest),
  ),
  'finds-sku-of-stock-in-any-case': updatingStock((clean, item, catalogue, ...rest) => {
    const folded = item.sku.toLowerCase();
    const known = catalogue.all().find(({ values }) => values.sku.toLowerCase() === folded);
    return clean({ ...item, sku: known?.values.sku ?? item.sku }, catalogue, ...rest);
  }),
  'judges-unknown-sku-by-the-item-before': fresh(() => {
    let succeeded: number | undefined;
    return updatingStock((clean, item, catalogue, submittedAt, emit) => {
      const errors = clean(item, catalogue, submittedAt, emit);
      if (errors.length === 0) succeeded = submittedAt;
      return catalogue.find(item.sku) === undefined && succeeded === submittedAt ? [] : errors;
    });
  }),
  'refuses-stock-of-a-million': updatingStock((clean, item, ...rest) =>
    item.quantity >= 1_000_000 ? ['quantity must be less than 1000000'] : clean(item, ...rest),
  ),
  'carries-out-outdated-stock': updatingStock((clean, item, catalogue, ...rest) => {
    delete catalogue.find(item.sku)?.stockValidAt;
    return clean(item, catalogue, ...rest);
  }),
  'reports-outdated-stock-as-success': updatingStock((clean, item, catalogue, ...rest) =>
    isOutdated(item.valid_at, catalogue.find(item.sku)?.stockValidAt) ? [] : clean(item, catalogue, ...rest),
  ),
  'forgets-valid-at-within-a-stock-batch': fresh(() => {
    const batches = new WeakMap<Product, { submittedAt: number; before: number | undefined }>();
    return updatingStock((clean, item, catalogue, submittedAt, emit) => {
      const product = catalogue.find(item.sku);
      if (product === undefined) return clean(item, catalogue, submittedAt, emit);
      const last = batches.get(product);
      const before = last?.submittedAt === submittedAt ? last.before : product.stockValidAt;
      batches.set(product, { submittedAt, before });
      if (before === undefined) delete product.stockValidAt;
      else product.stockValidAt = before;
      return clean(item, catalogue, submittedAt, emit);
    });
  }),
  'updates-no-price': leaving((_price, _prices, former) => former),
  'updates-price-of-every-country': leaving((price, prices) =>
    prices.map(({ country_code }) => ({ ...priceOf(price), country_code })),
  ),
  'drops-prices-of-other-countries': leaving((price) => [priceOf(price)]),
  'cuts-off-cents-of-price': leaving(({ country_code }, prices) =>
    withPrice(prices, country_code, ({ retail_price }) => ({
      retail_price: Math.max(0.01, Math.floor(retail_price * 100) / 100),
    })),
  ),
  'keeps-sale-price-that-is-ended': leaving(({ country_code, sale_price }, prices, former) => {
    const last = former.find((each) => each.country_code === country_code)?.sale_price;
    const isKept = sale_price === null && last !== undefined;
    return isKept ? withPrice(prices, country_code, () => ({ sale_price: last })) : prices;
  }),
  'updates-price-of-the-whole-style': updatingPrice((clean, item, catalogue, ...rest) => {
    const style = catalogue.find(item.sku)?.values.style_key ?? '';
    const errors = clean(item, catalogue, ...rest);
    if (errors.length === 0)
      for (const { values } of catalogue.style(style))
        if (values.sku !== item.sku) clean({ ...item, sku: values.sku }, catalogue, ...rest);
    return errors;
  }),
  'passes-over-unknown-sku-of-price': updatingPrice((clean, item, catalogue, ...rest) =>
    catalogue.find(item.sku) === undefined ? [] : clean(item, catalogue, ...rest),
  ),
  'sets-price-that-it-refuses': updatingPrice((clean, item, catalogue, markets, ...rest) => {
    const product = catalogue.find(item.sku);
    const { country_code } = item.price;
    const isLinked = markets.some(({ country }) => country.code === country_code);
    if (product !== undefined && !isLinked)
      setPrices(product, [...product.values.prices, priceOf(item.price)]);
    return clean(item, catalogue, markets, ...rest);
  }),
  'accepts-sale-above-retail': updatingPrice((clean, item, catalogue, ...rest) => {
    const { country_code, retail_price, sale_price } = item.price;
    const errors = clean({ ...item, price: { ...item.price, sale_price: null } }, catalogue, ...rest);
    const product = catalogue.find(item.sku);
    if (errors.length === 0 && product !== undefined && sale_price !== undefined)
      setPrices(
        product,
        withPrice(product.values.prices, country_code, () => ({ retail_price, sale_price })),
      );
    return errors;
  }),
  'refuses-sale-price-equal-to-retail': updatingPrice((clean, item, ...rest) =>
    item.price.sale_price === item.price.retail_price
      ? ['sale_price must be below retail_price']
      : clean(item, ...rest),
  ),
  'carries-out-outdated-price': updatingPrice((clean, item, catalogue, ...rest) => {
    catalogue.find(item.sku)?.priceValidAt.clear();
    return clean(item, catalogue, ...rest);
  }),
  'reports-outdated-price-as-success': updatingPrice((clean, item, catalogue, ...rest) => {
    const last = catalogue.find(item.sku)?.priceValidAt.get(item.price.country_code);
    return isOutdated(item.valid_at, last) ? [] : clean(item, catalogue, ...rest);
  }),
  'accepts-stock-above-a-million': takingStock((quantity) => Math.min(quantity, 1_000_000)),
  'takes-negative-stock-for-none': takingStock((quantity) => Math.max(quantity, 0)),
  'rounds-stock': takingStock(Math.round),
  'compares-valid-at-of-stock-without-zone': changeItemFields(
    ['valid_at'],
    onText((time) => time.replace(/[+-]\d\d:\d\d$/, 'Z')),
  ),
  'accepts-price-of-a-country-of-others': changeMerchant(({ merchants }) => ({
    markets: merchants.referenceData.markets,
  })),
  'accepts-price-of-nothing': takingPrice('retail_price', (price) => (price === 0 ? 0.01 : price)),
  'takes-negative-sale-price-for-none': takingPrice('sale_price', (price) => (price < 0 ? null : price)),
};
