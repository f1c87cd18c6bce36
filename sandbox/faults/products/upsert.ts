import type { Product } from '../../domain/products/product.js';
import type { ProductValues } from '../../domain/products/product-item.js';
import type { Fault } from '../fault.js';
import { perOwner } from '../memory.js';
import { inventing, storing } from '../product-changes.js';
import { viewOf } from '../request-changes.js';

const operations = ['upsertProducts'] as const;
/** Former products of one merchant that are kept at the same time. */
const MOST_FORMER = 1_000;

/** The values with some of them taken from what the product was before; those of a new product as they are. */
function withFormer(
  values: ProductValues,
  former: Product | undefined,
  change: (former: ProductValues) => Partial<ProductValues>,
): ProductValues {
  return former === undefined ? values : { ...values, ...change(former.values) };
}

/** Faults of what an upsert stores (clauses 1, 3.1 and 4.2). */
export const upsertFaults: readonly Fault[] = [
  {
    id: 'creates-no-product',
    violates: 'PRD-01',
    does: 'It reports a new product as created and creates none.',
    operations,
    plant: storing(() => (values, former) => (former === undefined ? undefined : values)),
  },
  {
    id: 'refuses-emoji-in-name',
    violates: 'PRD-01',
    does: 'It refuses a product whose name has a character outside the basic multilingual plane.',
    operations,
    showsFor: 'names with a surrogate pair',
    plant: inventing(({ name }) =>
      /[\u{10000}-\u{10ffff}]/u.test(name ?? '') ? 'name: incorrect string value' : undefined,
    ),
  },
  {
    id: 'creates-second-product-for-known-sku',
    violates: 'PRD-02',
    does: 'It keeps the former product beside the one that has the new values.',
    plant(clean, plantedIn) {
      const formersOf = perOwner((): Product[] => []);
      const planted = storing(() => (values, former, catalogue) => {
        const formers = formersOf(catalogue);
        if (former !== undefined && formers.length < MOST_FORMER) formers.push({ ...former });
        return values;
      })(clean, plantedIn).handle;
      return {
        handle(operation, request) {
          const { catalogue } = request.merchant;
          if (operation.id === 'upsertProducts') return (planted ?? clean.handle)(operation, request);
          const all = () => [...catalogue.all(), ...formersOf(catalogue)];
          const merchant =
            operation.id === 'listProducts'
              ? viewOf(request.merchant, { catalogue: viewOf(catalogue, { all }) })
              : request.merchant;
          return clean.handle(operation, { ...request, merchant });
        },
      };
    },
  },
  {
    id: 'keeps-former-prices',
    violates: 'PRD-02',
    does: 'It keeps the prices of a known product, whatever the new item says.',
    operations,
    showsFor: 'updates of prices',
    plant: storing(() => (values, former) => withFormer(values, former, ({ prices }) => ({ prices }))),
  },
  {
    id: 'ignores-second-update',
    violates: 'PRD-02',
    does: 'It changes a product once after its creation, and never again.',
    operations,
    showsFor: 'the third item with the same sku',
    plant: storing(() => {
      const updatesOf = perOwner(() => ({ count: 0 }));
      return (values, former) =>
        former === undefined || ++updatesOf(former).count === 1 ? values : undefined;
    }),
  },
  {
    id: 'creates-product-as-active',
    violates: 'PRD-03',
    does: 'It creates a product as active.',
    operations,
    plant: storing(() => (values, former, catalogue) => {
      catalogue.put(values);
      const created = catalogue.find(values.sku);
      if (former === undefined && created !== undefined) created.status = 'active';
      return undefined;
    }),
  },
  {
    id: 'activates-new-variant-of-active-style',
    violates: 'PRD-03',
    does: 'It creates a product as active when another one of its style is active.',
    operations,
    showsFor: 'a new variant of an active style',
    plant: storing(() => (values, former, catalogue) => {
      const isActive = catalogue.style(values.style_key).some(({ status }) => status === 'active');
      catalogue.put(values);
      const created = catalogue.find(values.sku);
      if (former === undefined && created !== undefined && isActive) created.status = 'active';
      return undefined;
    }),
  },
  {
    id: 'adds-quantity-on-resend',
    violates: 'PRD-14',
    does: 'It adds the quantity of an item to the one that the product has.',
    operations,
    showsFor: 'products with a quantity',
    plant: storing(
      () => (values, former) =>
        withFormer(values, former, ({ quantity }) => ({
          quantity: quantity === null ? values.quantity : quantity + (values.quantity ?? 0),
        })),
    ),
  },
  {
    id: 'clears-ean-on-resend',
    violates: 'PRD-14',
    does: 'It clears the EAN of a product that is sent again, for it takes it as used by another one.',
    operations,
    showsFor: 'products with an EAN that are sent twice',
    plant: storing(
      () => (values, former) =>
        withFormer(values, former, ({ ean }) => ({ ean: ean === values.ean ? null : values.ean })),
    ),
  },
  {
    id: 'gives-second-variant-a-style-of-its-own',
    violates: 'PRD-16',
    does: 'It gives each further product of a style a style key of its own.',
    operations,
    showsFor: 'the second variant of a style',
    plant: storing(() => (values, former, catalogue) => {
      const others = catalogue.style(values.style_key).filter(({ values: { sku } }) => sku !== values.sku);
      if (former !== undefined || others.length === 0) return values;
      return { ...values, style_key: `${values.style_key}-${others.length + 1}` };
    }),
  },
];
