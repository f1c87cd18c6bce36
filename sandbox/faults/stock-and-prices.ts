import { isOutdated, type PriceItem, type StockItem, type UpdateSetting } from '../domain/product-rules.js';
import { type Price, type Product, priceOf } from '../domain/products.js';
import { deciding, fresh, type Plant, type Plants } from './fault.js';
import { changed, changeItemFields, changeMerchant, onNumber, onObject, onText } from './plants/requests.js';

type Carry<Item> = (item: Item, setting: UpdateSetting) => string[];

/**
 * An item of an update, the product that it is about, and the clean way to carry it out, with or without a
 * change.
 */
interface Update<Item> extends UpdateSetting {
  readonly item: Item;
  readonly product: Product | undefined;
  readonly clean: (change?: Partial<Item>) => string[];
}

/** Carries out an update in a different way. */
function carriedOut<Item extends { sku: string }>(update: (asked: Update<Item>) => string[]) {
  return (clean: Carry<Item>, item: Item, setting: UpdateSetting) =>
    update({
      ...setting,
      item,
      product: setting.catalogue.find(item.sku),
      clean: (change) => clean({ ...item, ...change }, setting),
    });
}

/** Plants a different way to update stock. */
function updatingStock(update: (asked: Update<StockItem>) => string[]): Plant {
  return deciding('updateStock', carriedOut(update));
}

/** Plants a different way to update prices. */
function updatingPrice(update: (asked: Update<PriceItem>) => string[]): Plant {
  return deciding('updatePrice', carriedOut(update));
}

/** Passes over items with unknown skus. */
function passingOver({ product, clean }: Pick<Update<object>, 'product' | 'clean'>): string[] {
  return product === undefined ? [] : clean();
}

/** Plants stock updates that set a quantity other than the requested one. */
function settingStock(change: (quantity: number, former: number) => number): Plant {
  return updatingStock(({ item, product, clean }) =>
    clean({ quantity: change(item.quantity, product?.values.quantity ?? 0) }),
  );
}

/** Plants a change of quantities before they are checked. */
function takingStock(change: (quantity: number) => number): Plant {
  return changeItemFields(['quantity'], onNumber(change));
}

/** Plants price updates that succeed but leave wrong prices. */
function leaving(
  change: (price: Price, prices: readonly Price[], former: readonly Price[]) => readonly Price[],
): Plant {
  return updatingPrice(({ item, product, clean }) => {
    const former = product?.values.prices ?? [];
    const errors = clean();
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
function withPrice(prices: readonly Price[], country: string, change: (price: Price) => Partial<Price>) {
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
    return updatingStock(({ product, submittedAt, clean }) => {
      if (batch === submittedAt && product !== undefined) return [];
      batch = submittedAt;
      return clean();
    });
  }),
  'sets-stock-of-the-whole-style': updatingStock(({ item, product, catalogue, clean }) => {
    const errors = clean();
    if (product !== undefined && errors.length === 0)
      for (const variant of catalogue.style(product.values.style_key))
        variant.values = { ...variant.values, quantity: item.quantity };
    return errors;
  }),
  'passes-over-unknown-sku-of-stock': updatingStock(passingOver),
  'finds-sku-of-stock-in-any-case': updatingStock(({ item, catalogue, clean }) => {
    const folded = item.sku.toLowerCase();
    const known = catalogue.all().find(({ values }) => values.sku.toLowerCase() === folded);
    return clean({ sku: known?.values.sku ?? item.sku });
  }),
  'judges-unknown-sku-by-the-item-before': fresh(() => {
    let succeeded: number | undefined;
    return updatingStock(({ product, submittedAt, clean }) => {
      const errors = clean();
      if (errors.length === 0) succeeded = submittedAt;
      return product === undefined && succeeded === submittedAt ? [] : errors;
    });
  }),
  'refuses-stock-of-a-million': updatingStock(({ item, clean }) =>
    item.quantity >= 1_000_000 ? ['quantity must be less than 1000000'] : clean(),
  ),
  'carries-out-outdated-stock': updatingStock(({ product, clean }) => {
    delete product?.stockValidAt;
    return clean();
  }),
  'reports-outdated-stock-as-success': updatingStock(({ item, product, clean }) =>
    isOutdated(item.valid_at, product?.stockValidAt) ? [] : clean(),
  ),
  'forgets-valid-at-within-a-stock-batch': fresh(() => {
    const batches = new WeakMap<Product, { submittedAt: number; before: number | undefined }>();
    return updatingStock(({ product, submittedAt, clean }) => {
      if (product === undefined) return clean();
      const last = batches.get(product);
      const before = last?.submittedAt === submittedAt ? last.before : product.stockValidAt;
      batches.set(product, { submittedAt, before });
      if (before === undefined) delete product.stockValidAt;
      else product.stockValidAt = before;
      return clean();
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
  'updates-price-of-the-whole-style': updatingPrice(({ product, catalogue, clean }) => {
    const errors = clean();
    if (product !== undefined && errors.length === 0)
      for (const variant of catalogue.style(product.values.style_key))
        if (variant !== product) clean({ sku: variant.values.sku });
    return errors;
  }),
  'passes-over-unknown-sku-of-price': updatingPrice(passingOver),
  'sets-price-that-it-refuses': updatingPrice(({ item: { price }, product, markets, clean }) => {
    const isLinked = markets.some(({ country }) => country.code === price.country_code);
    if (product !== undefined && !isLinked) setPrices(product, [...product.values.prices, priceOf(price)]);
    return clean();
  }),
  'accepts-sale-above-retail': updatingPrice(({ item: { price }, product, clean }) => {
    const { country_code, retail_price, sale_price } = price;
    const errors = clean({ price: { ...price, sale_price: null } });
    if (errors.length === 0 && product !== undefined && sale_price !== undefined)
      setPrices(
        product,
        withPrice(product.values.prices, country_code, () => ({ retail_price, sale_price })),
      );
    return errors;
  }),
  'refuses-sale-price-equal-to-retail': updatingPrice(({ item: { price }, clean }) =>
    price.sale_price === price.retail_price ? ['sale_price must be below retail_price'] : clean(),
  ),
  'carries-out-outdated-price': updatingPrice(({ product, clean }) => {
    product?.priceValidAt.clear();
    return clean();
  }),
  'reports-outdated-price-as-success': updatingPrice(({ item, product, clean }) =>
    isOutdated(item.valid_at, product?.priceValidAt.get(item.price.country_code)) ? [] : clean(),
  ),
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
