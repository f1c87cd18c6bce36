import type { Product } from './product.js';
import type { ProductValues } from './product-item.js';

/** How many products a merchant can have. */
export const MOST_PRODUCTS = 20_000;

/** A merchant's products, in order of their creation. */
export interface Catalogue {
  readonly size: number;
  find(sku: string): Product | undefined;
  /** The products of a style; empty when there is none. */
  style(styleKey: string): readonly Product[];
  all(): readonly Product[];
  /** Creates a product as a draft, or gives an existing one new values (clause 3.1 rule 2). */
  put(values: ProductValues): void;
  clear(): void;
}

/** An empty catalogue. */
export function createCatalogue(): Catalogue {
  const products = new Map<string, Product>();
  const styles = new Map<string, Set<Product>>();

  function file(product: Product): void {
    const style = styles.get(product.values.style_key);
    if (style === undefined) styles.set(product.values.style_key, new Set([product]));
    else style.add(product);
  }

  function unfile(product: Product): void {
    const style = styles.get(product.values.style_key);
    style?.delete(product);
    if (style?.size === 0) styles.delete(product.values.style_key);
  }

  return {
    get size() {
      return products.size;
    },
    find: (sku) => products.get(sku),
    style: (styleKey) => [...(styles.get(styleKey) ?? [])],
    all: () => [...products.values()],
    put(values) {
      const known = products.get(values.sku);
      if (known === undefined) {
        const product: Product = { values, status: 'draft', revision: 0, priceValidAt: new Map() };
        products.set(values.sku, product);
        file(product);
      } else if (known.values.style_key === values.style_key) {
        known.values = values;
      } else {
        unfile(known);
        known.values = values;
        file(known);
      }
    },
    clear() {
      products.clear();
      styles.clear();
    },
  };
}
