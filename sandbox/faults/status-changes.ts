import type { Merchant } from '../domain/merchant.js';
import type { Product, ProductStatus } from '../domain/products/product.js';
import type { StatusItem } from '../domain/products/publication.js';
import type { SettableStatus } from '../domain/products/status-moves.js';
import type { Plant } from './fault.js';
import { viewOf } from './request-changes.js';

/** Plants another move: from one of the statuses, by the one that is asked for; undefined refuses it. */
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

/** Gives a product a status; a review of its former one is void. */
export function setStatus(product: Product, status: ProductStatus): void {
  if (product.status === status) return;
  product.status = status;
  product.revision++;
}
