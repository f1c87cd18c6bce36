import { regularPrice } from '../../data/price.js';
import type { ProductItem } from '../../data/product-item.js';
import type { PriceItem, StatusItem, StockItem } from '../../data/update-items.js';
import type { Exchange } from '../../http/exchange.js';
import { entriesOf, member } from '../../verdicts/oracles/violation.js';
import { type BatchAnswer, BatchDriver, type Submit, type VerifyStatement } from './model-driver.js';
import type { OwnStyles, StylesReading } from './own-styles.js';
import type { ListedProduct, Reading, StatusRequirement } from './status-table.js';

/** Numbers of a product; those that are undefined are as they were in its first upsert. */
interface Numbers {
  readonly sku: string;
  readonly quantity: number | undefined;
  /** In major units, in the country of the price updates. */
  readonly retailPrice: number | undefined;
}

interface StatusDriverOptions {
  readonly styles: OwnStyles;
  readonly submit: Submit;
  /** Lets seconds of the target's clock pass. */
  readonly wait: (seconds: number) => Promise<void>;
  readonly verify: VerifyStatement<StatusRequirement>;
}

/** Plays the model of the product status against the target, with styles of its own. */
export class StatusDriver extends BatchDriver<StatusRequirement> {
  readonly #styles: OwnStyles;
  /** Lets seconds of the target's clock pass. */
  readonly pass: (seconds: number) => Promise<void>;
  #reading: StylesReading | undefined;

  constructor({ styles, submit, wait, verify }: StatusDriverOptions) {
    super(verify, submit);
    this.#styles = styles;
    this.pass = wait;
  }

  setStatus(
    items: readonly (Omit<StatusItem, 'status'> & { readonly status: string })[],
  ): Promise<BatchAnswer> {
    return this.submit('updateProductStatus', items);
  }

  /** Repeats the items that made the products, except for the numbers. */
  upsert(numbers: readonly Numbers[]): Promise<BatchAnswer> {
    const upserted = numbers.flatMap(({ sku, quantity, retailPrice }) => {
      const item = this.#itemOf(sku);
      if (item === undefined) return [];
      const [price, ...prices] = item.prices;
      const changed =
        price === undefined || retailPrice === undefined
          ? item.prices
          : [regularPrice('upsertProducts', price.country_code, retailPrice), ...prices];
      return [{ ...item, quantity: quantity ?? item.quantity, prices: changed }];
    });
    return this.submit('upsertProducts', upserted);
  }

  setStock(items: readonly StockItem[]): Promise<BatchAnswer> {
    return this.submit('updateProductStock', items);
  }

  /** Sets retail prices in major units. */
  setPrices(prices: readonly { readonly sku: string; readonly retailPrice: number }[]): Promise<BatchAnswer> {
    const items = prices.map(({ sku, retailPrice }): PriceItem => {
      const price = regularPrice('updateProductPrices', this.#countryOf(sku), retailPrice);
      return { sku, price };
    });
    return this.submit('updateProductPrices', items);
  }

  /** Reads the whole list and the list of the active products, both at one moment. */
  async poll(): Promise<Reading> {
    const reading = await this.#styles.read();
    this.#reading = reading;
    const products = [...reading.entries].map(([sku, entry]): [string, ListedProduct] => {
      const price = entriesOf(entry.prices).find(
        (each) => member(each, 'country_code') === this.#countryOf(sku),
      );
      const retailPrice = numberIn(member(price, 'retail_price'));
      return [sku, { status: entry.status, quantity: numberIn(entry.quantity), retailPrice }];
    });
    return {
      products: new Map(products),
      activeSkus: reading.products.flatMap(({ sku, timesActive }) => Array(timesActive).fill(sku)),
    };
  }

  /** The list of the style that a statement names. */
  protected readingAbout(at: string): Exchange | undefined {
    const style = this.#styles.styles.find(({ style_key, skus }) =>
      [style_key, ...skus].some((key) => at.includes(key)),
    );
    const lists = this.#reading?.exchanges.get(style?.style_key ?? '');
    const found = at.startsWith('active products') ? lists?.active : lists?.whole;
    return found ?? this.#reading?.whole.exchange;
  }

  /** The country in which the price of a product is set: the first for which it was upserted with a price. */
  #countryOf(sku: string): string {
    return this.#itemOf(sku)?.prices[0]?.country_code ?? '';
  }

  #itemOf(sku: string): ProductItem | undefined {
    return this.#styles.items.find((each) => each.sku === sku);
  }
}

/** A number that a list shows; undefined if it shows none. */
function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
