import type { Merchant } from '../../domain/merchants.js';
import type { ProductSetting } from '../../domain/product-rules.js';
import type { Catalogue, Product, ProductStatus, ProductValues } from '../../domain/products.js';
import type { SettableStatus, StatusItem } from '../../domain/publication.js';
import type { Rules } from '../../domain/rules.js';
import { ApiError } from '../../http/errors.js';
import { isObject } from '../../schema/check.js';
import { deciding, type Plant } from '../fault.js';
import { itemsOf } from './batches.js';
import { listing } from './lists.js';
import { changePart, changeRequest, type Entry, viewOf } from './requests.js';

/** Plants a different judgement of products; `clean` is the clean sandbox's. */
export function judging(
  judge: (clean: Rules['productProblems'], values: ProductValues, setting: ProductSetting) => string[],
): Plant {
  return changeRequest((request) => {
    const { rules } = request.merchants;
    const productProblems: Rules['productProblems'] = (values, setting) =>
      judge(rules.productProblems, values, setting);
    return { ...request, merchants: viewOf(request.merchants, { rules: { ...rules, productProblems } }) };
  });
}

/** Ignores problems whose messages match, for those products that `isBlind` selects. */
export function overlooking(
  problem: RegExp,
  isBlind: (values: ProductValues, setting: ProductSetting, message: string) => boolean = () => true,
): Plant {
  return judging((clean, values, setting) =>
    clean(values, setting).filter((message) => !problem.test(message) || !isBlind(values, setting, message)),
  );
}

/** Plants a problem that doesn't exist; `find` returns its message. */
export function inventing(find: (values: ProductValues) => string | undefined): Plant {
  return judging((clean, values, setting) => [...clean(values, setting), ...[find(values) ?? []].flat()]);
}

/** Plants a refusal of the whole request because of an item; `find` returns its message. */
export function refusing(find: (item: Entry) => string | undefined): Plant {
  return changeRequest((request) => {
    const items = itemsOf(request.body)?.filter(isObject) ?? [];
    for (const message of items.map(find)) if (message !== undefined) throw new ApiError(400, message);
    return request;
  });
}

/** The values to store for a product, given the product as it was before; undefined stores nothing. */
type Store = (
  values: ProductValues,
  former: Product | undefined,
  catalogue: Catalogue,
  merchant: Merchant,
) => ProductValues | undefined;

/** Plants a different way to store products. */
export function storing(store: Store): Plant {
  return changePart('catalogue', (catalogue, { merchant }) => ({
    put(values) {
      const stored = store(values, catalogue.find(values.sku), catalogue, merchant);
      if (stored !== undefined) catalogue.put(stored);
    },
  }));
}

/** Plants different values in the rows of the product list. */
export function listingValues(change: (values: ProductValues) => Partial<ProductValues>): Plant {
  return listing('products', (products) =>
    products.map((product) => ({ ...product, values: { ...product.values, ...change(product.values) } })),
  );
}

/** Plants products with a different status in the list of active ones. */
export function listingAsActive(...taken: readonly ProductStatus[]): Plant {
  return listing('products', (products, { query }) =>
    products.map((product) =>
      query.status === 'active' && taken.includes(product.status)
        ? { ...product, status: 'active' }
        : product,
    ),
  );
}

/**
 * Plants a move to a different status when a product with one of these statuses is set to `asked`; null
 * refuses the move.
 */
export function moving(
  from: readonly ProductStatus[],
  asked: SettableStatus,
  to: ProductStatus | null,
): Plant {
  return deciding('statusAfter', (clean, current, wanted) =>
    wanted === asked && from.includes(current) ? (to ?? undefined) : clean(current, wanted),
  );
}

/** Plants a different way to carry out a status update. */
export function applying(
  apply: (item: StatusItem, clean: (item: StatusItem) => string[], merchant: Merchant) => string[],
): Plant {
  return changePart('publication', (publication, { merchant }) => ({
    apply: (item) => apply(item, (asked) => publication.apply(asked), merchant),
  }));
}

/** Gives a product a status; a review that is under way becomes void. */
export function setStatus(product: Product, status: ProductStatus): void {
  if (product.status === status) return;
  product.status = status;
  product.revision++;
}
