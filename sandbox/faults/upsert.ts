import type { Merchant } from '../domain/merchants.js';
import type { Product, ProductStatus, ProductValues } from '../domain/products.js';
import { fresh, type Plant, type Plants, together } from './fault.js';
import { counting, perOwner } from './plants/memory.js';
import { inventing, setStatus, storing } from './plants/products.js';
import { handledBy, viewOf } from './plants/requests.js';

/** The values with some of them taken from the product as it was before; a new product's values stay as they are. */
function withFormer(
  values: ProductValues,
  former: Product | undefined,
  change: (former: ProductValues) => Partial<ProductValues>,
): ProductValues {
  return former === undefined ? values : { ...values, ...change(former.values) };
}

/**
 * Plants a change of the status of products by an upsert, for those with this status before; undefined means new
 * ones.
 */
function acting(
  before: ProductStatus | undefined,
  act: (product: Product, merchant: Merchant) => void,
): Plant {
  return storing((values, former, catalogue, merchant) => {
    const isMeant = former?.status === before;
    catalogue.put(values);
    const product = catalogue.find(values.sku);
    if (isMeant && product !== undefined) act(product, merchant);
    return undefined;
  });
}

/** Publishes the style of a product, as a status update does. */
function publish({ values: { style_key } }: Product, { publication }: Merchant): void {
  publication.apply({ style_key, status: 'published' });
}

/** Faults in what an upsert stores, and in its effect on the status of products (clauses 1, 3.1 and 4.2, gap G-06). */
export const upsertPlants: Plants = {
  'creates-no-product': storing((values, former) => (former === undefined ? undefined : values)),
  'refuses-emoji-in-name': inventing(({ name }) =>
    /[\u{10000}-\u{10ffff}]/u.test(name ?? '') ? 'name: incorrect string value' : undefined,
  ),
  'keeps-former-prices': storing((values, former) =>
    withFormer(values, former, ({ prices }) => ({ prices })),
  ),
  'ignores-second-update': counting((count) =>
    storing((values, former) => (former === undefined || count(former) === 1 ? values : undefined)),
  ),
  'creates-product-as-active': acting(undefined, (product) => setStatus(product, 'active')),
  'activates-new-variant-of-active-style': acting(undefined, (product, { catalogue }) => {
    const style = catalogue.style(product.values.style_key);
    if (style.some(({ status }) => status === 'active')) setStatus(product, 'active');
  }),
  'adds-quantity-on-resend': storing((values, former) =>
    withFormer(values, former, ({ quantity }) => ({
      quantity: quantity === null ? values.quantity : quantity + (values.quantity ?? 0),
    })),
  ),
  'clears-ean-on-resend': storing((values, former) =>
    withFormer(values, former, ({ ean }) => ({ ean: ean === values.ean ? null : values.ean })),
  ),
  'gives-second-variant-a-style-of-its-own': storing((values, former, catalogue) => {
    const others = catalogue.style(values.style_key).filter(({ values: { sku } }) => sku !== values.sku);
    if (former !== undefined || others.length === 0) return values;
    return { ...values, style_key: `${values.style_key}-${others.length + 1}` };
  }),
  'activates-draft-on-upsert': acting('draft', (product) => setStatus(product, 'active')),
  'submits-new-product-on-upsert': acting(undefined, publish),
  'submits-draft-on-upsert': acting('draft', publish),
  'resets-active-product-on-upsert': acting('active', (product) => setStatus(product, 'draft')),
  'reviews-active-product-on-upsert': acting('active', (product, merchant) => {
    setStatus(product, 'draft');
    publish(product, merchant);
  }),
  'activates-inactive-product-on-upsert': acting('inactive', (product) => setStatus(product, 'active')),
  'keeps-old-fields-of-inactive-product': storing((values, former) =>
    former?.status === 'inactive' ? undefined : values,
  ),
  'creates-second-product-for-known-sku': fresh(() => {
    const formersOf = perOwner((): Product[] => []);
    return together(
      storing((values, former, catalogue) => {
        if (former !== undefined) formersOf(catalogue).push({ ...former });
        return values;
      }),
      handledBy((request, next, { id }) => {
        if (id !== 'listProducts') return next(request);
        const { catalogue } = request.merchant;
        const all = () => [...catalogue.all(), ...formersOf(catalogue)];
        return next({
          ...request,
          merchant: viewOf(request.merchant, { catalogue: viewOf(catalogue, { all }) }),
        });
      }),
    );
  }),
};
