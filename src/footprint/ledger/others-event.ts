import { contentOf } from '../../http/delivery.js';
import { bodyText } from './body-text.js';
import { bodyValues } from './body-values.js';

/** The names of a test's things, by the fields under which an event may name them (gap G-12). */
export interface NamedInEvents {
  readonly skus: ReadonlySet<string>;
  readonly styleKeys: ReadonlySet<string>;
  readonly orders: Pick<ReadonlySet<string>, 'has'>;
}

/** Whether an event names a product, a style or an order that the test doesn't name: then others caused it. */
export function isOthersEvent(body: Uint8Array, { skus, styleKeys, orders }: NamedInEvents): boolean {
  const own = new Map<string, Pick<ReadonlySet<string>, 'has'>>([
    ['sku', skus],
    ['style_key', styleKeys],
    ['order_number', orders],
  ]);
  const content = contentOf({ body: Buffer.from(body) });
  const values = bodyValues(content === undefined ? bodyText(body) : JSON.stringify(content));
  return values.some(({ key, value, isText }) => isText && own.get(key)?.has(value) === false);
}
