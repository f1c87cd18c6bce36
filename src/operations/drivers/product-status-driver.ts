import type { OperationId } from '../../contract/types.js';
import { regularPrice } from '../../data/price.js';
import type { Exchange } from '../../http/exchange.js';
import type { Submission } from '../../verdicts/batches/followed-batch.js';
import { entriesOf, member } from '../../verdicts/oracles/violation.js';
import type { BatchAnswer, Statement } from '../models/judge.js';
import type {
  ListedProduct,
  Reading,
  StatusRequirement,
  StatusTarget,
} from '../models/product-status/status-model.js';
import { batchAnswerOf, VerifyingJudge, type VerifyStatement } from './order-driver.js';
import type { OwnStyles, StylesReading } from './own-styles.js';

interface ProductStatusDriverOptions {
  readonly styles: OwnStyles;
  readonly submit: (operationId: OperationId, items: readonly unknown[]) => Promise<Submission>;
  /** Lets seconds of the target's clock pass. */
  readonly wait: (seconds: number) => Promise<void>;
  readonly verify: VerifyStatement<StatusRequirement>;
}

/** Plays the model of the product status against the target: styles of its own, batches followed to their end. */
export class ProductStatusDriver extends VerifyingJudge<StatusRequirement> implements StatusTarget {
  readonly #options: ProductStatusDriverOptions;
  #submission: Submission | undefined;
  #reading: StylesReading | undefined;

  constructor(options: ProductStatusDriverOptions) {
    super(options.verify);
    this.#options = options;
  }

  setStatus(items: Parameters<StatusTarget['setStatus']>[0]): Promise<BatchAnswer> {
    return this.#submit('updateProductStatus', items);
  }

  /** The items are those that made the products, but for the numbers that are given. */
  upsert(items: Parameters<StatusTarget['upsert']>[0]): Promise<BatchAnswer> {
    const upserted = items.flatMap(({ sku, quantity, retailPrice }) => {
      const item = this.#options.styles.items.find((each) => each.sku === sku);
      if (item === undefined) return [];
      const [price, ...prices] = item.prices;
      if (price === undefined || retailPrice === undefined)
        return [{ ...item, quantity: quantity ?? item.quantity }];
      const changed = regularPrice('upsertProducts', price.country_code, retailPrice);
      return [{ ...item, quantity: quantity ?? item.quantity, prices: [changed, ...prices] }];
    });
    return this.#submit('upsertProducts', upserted);
  }

  setStock(items: Parameters<StatusTarget['setStock']>[0]): Promise<BatchAnswer> {
    return this.#submit('updateProductStock', items);
  }

  /** Each product has a country of its own, the first that it was upserted with a price for. */
  setPrices(items: Parameters<StatusTarget['setPrices']>[0]): Promise<BatchAnswer> {
    return this.#submit(
      'updateProductPrices',
      items.map(({ sku, retailPrice }) => ({
        sku,
        price: regularPrice('updateProductPrices', this.#countryOf(sku), retailPrice),
      })),
    );
  }

  pass(seconds: number): Promise<void> {
    return this.#options.wait(seconds);
  }

  async poll(): Promise<Reading> {
    const reading = await this.#options.styles.read();
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

  /** An outcome is found in the batch, the status of a product in the list of its style. */
  protected exchangeAbout({ at }: Statement): Exchange {
    const [submission, reading] = [this.#submission, this.#reading];
    if (at.startsWith('outcome of') && submission !== undefined) return submission.exchange;
    const { styles } = this.#options.styles;
    const style = styles.find(({ style_key, skus }) => [style_key, ...skus].some((key) => at.includes(key)));
    const lists = reading?.exchanges.get(style?.style_key ?? '');
    const found = at.startsWith('active products') ? lists?.active : lists?.whole;
    const exchange = found ?? reading?.whole.exchange;
    if (exchange === undefined) throw new Error('The model stated something before anything was read.');
    return exchange;
  }

  #countryOf(sku: string): string {
    const item = this.#options.styles.items.find((each) => each.sku === sku);
    return item?.prices[0]?.country_code ?? '';
  }

  async #submit(operationId: OperationId, items: readonly unknown[]): Promise<BatchAnswer> {
    const submission = await this.#options.submit(operationId, items);
    this.#submission = submission;
    return batchAnswerOf(submission, items);
  }
}

/** A number that a list shows; undefined where it shows none. */
function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
