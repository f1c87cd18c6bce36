import type { Merchant } from '../../domain/merchants.js';
import type { ProductSetting } from '../../domain/product-rules.js';
import type { Catalogue, Product, ProductStatus, ProductValues } from '../../domain/products.js';
import type { SettableStatus, StatusItem } from '../../domain/publication.js';
import type { Rules } from '../../domain/rules.js';
import { ApiError } from '../../http/errors.js';
import { isObject } from '../../schema/check.js';
import type { Plant } from '../fault.js';
import { itemsOf } from './batches.js';
import { viewOf } from './requests.js';

/** Plants another judgement of products; `clean` is the clean sandbox's. */
export function judging(
  judge: (clean: Rules['productProblems'], values: ProductValues, setting: ProductSetting) => string[],
): Plant {
  return ({ handle, rules }, plantedIn) => ({
    handle(operation, request) {
      if (!plantedIn(operation.id)) return handle(operation, request);
      const { merchants } = request;
      const productProblems: Rules['productProblems'] = (values, setting) =>
        judge(rules.productProblems, values, setting);
      const changed = viewOf(merchants, { rules: { ...merchants.rules, productProblems } });
      return handle(operation, { ...request, merchants: changed });
    },
  });
}

/** Plants blindness to problems whose messages match, for those products that `isBlind` selects. */
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
  return judging((clean, values, setting) => {
    const problems = clean(values, setting);
    const invented = find(values);
    return invented === undefined ? problems : [...problems, invented];
  });
}

/** Plants a refusal of the whole request because of an item; `find` returns its message. */
export function refusing(find: (item: Record<string, unknown>) => string | undefined): Plant {
  return (clean, plantedIn) => ({
    handle(operation, request) {
      const items = plantedIn(operation.id) ? (itemsOf(request.body) ?? []) : [];
      const message = items
        .filter(isObject)
        .map(find)
        .find((found) => found !== undefined);
      if (message !== undefined) throw new ApiError(400, message);
      return clean.handle(operation, request);
    },
  });
}

/** The values to store for a product, given the product as it was before; undefined stores nothing. */
type Store = (
  values: ProductValues,
  former: Product | undefined,
  catalogue: Catalogue,
  merchant: Merchant,
) => ProductValues | undefined;

/** Plants another way to store products. `create` is called once for each planting. */
export function storing(create: () => Store): Plant {
  return (clean, plantedIn) => {
    const store = create();
    return {
      handle(operation, request) {
        if (!plantedIn(operation.id)) return clean.handle(operation, request);
        const { merchant } = request;
        const { catalogue } = merchant;
        const changed = viewOf(catalogue, {
          put(values) {
            const stored = store(values, catalogue.find(values.sku), catalogue, merchant);
            if (stored !== undefined) catalogue.put(stored);
          },
        });
        return clean.handle(operation, { ...request, merchant: viewOf(merchant, { catalogue: changed }) });
      },
    };
  };
}

/** The filters and the page of a request for the product list, unparsed. */
type ListQuery = Readonly<Record<string, unknown>>;

/** Plants another product list, made from other products or with another query. */
export function listing(
  choose: (products: readonly Product[], query: ListQuery) => readonly Product[],
  ask: (query: ListQuery) => ListQuery = (query) => query,
): Plant {
  return (clean, plantedIn) => ({
    handle(operation, request) {
      if (!plantedIn(operation.id)) return clean.handle(operation, request);
      const { merchant, query } = request;
      const catalogue = viewOf(merchant.catalogue, { all: () => choose(merchant.catalogue.all(), query) });
      return clean.handle(operation, {
        ...request,
        query: ask(query),
        merchant: viewOf(merchant, { catalogue }),
      });
    },
  });
}

/** Plants other values in the rows of the product list. */
export function listingValues(change: (values: ProductValues) => Partial<ProductValues>): Plant {
  return listing((products) =>
    products.map((product) => ({ ...product, values: { ...product.values, ...change(product.values) } })),
  );
}

/** Plants products with another status in the list of active ones. */
export function listingAsActive(isTaken: (product: Product) => boolean): Plant {
  return listing((products, { status }) =>
    status === 'active'
      ? products.map((product) => (isTaken(product) ? { ...product, status: 'active' } : product))
      : products,
  );
}

/** Plants another move from one of these statuses for the requested one; undefined refuses it. */
export function moving(
  from: readonly ProductStatus[],
  asked: SettableStatus,
  to: ProductStatus | undefined,
): Plant {
  return ({ rules }) => ({
    rules: {
      ...rules,
      statusAfter: (current, wanted) =>
        wanted === asked && from.includes(current) ? to : rules.statusAfter(current, wanted),
    },
  });
}

type Apply = (item: StatusItem) => string[];

/** Plants another way to carry out a status update. `create` is called once for each planting. */
export function applying(
  create: () => (item: StatusItem, clean: Apply, merchant: Merchant) => string[],
): Plant {
  return (clean, plantedIn) => {
    const apply = create();
    return {
      handle(operation, request) {
        if (!plantedIn(operation.id)) return clean.handle(operation, request);
        const { merchant } = request;
        const { publication } = merchant;
        const changed = viewOf(publication, {
          apply: (item) => apply(item, (asked) => publication.apply(asked), merchant),
        });
        return clean.handle(operation, { ...request, merchant: viewOf(merchant, { publication: changed }) });
      },
    };
  };
}

/** Gives a product a status; a review of its former status is void. */
export function setStatus(product: Product, status: ProductStatus): void {
  if (product.status === status) return;
  product.status = status;
  product.revision++;
}
