import { fresh, type Plant, type Plants, ruling, together } from './fault.js';
import { carryingOut } from './plants/batches.js';
import { counting } from './plants/memory.js';
import { applying, setStatus } from './plants/products.js';
import { changeItemFields, changeItems, onText } from './plants/requests.js';

/** Plants status updates that leave out the products of a style that `isSpared` selects. */
function sparing(isSpared: (index: number) => boolean): Plant {
  return applying((item, clean, { catalogue }) => {
    const products = catalogue.style(item.style_key);
    const former = new Map(products.map((product) => [product, product.status]));
    const errors = clean(item);
    for (const [index, product] of products.entries())
      if (isSpared(index)) setStatus(product, former.get(product) ?? product.status);
    return errors;
  });
}

/** Plants status updates that don't notice certain problems. */
function overlooking(problem: RegExp): Plant {
  return applying((item, clean) => clean(item).filter((message) => !problem.test(message)));
}

/** Longer than any deadline, in milliseconds. */
const EVER = 1e12;

/** Faults in the status of products and in its updates (clause 3.1). */
export const productStatusPlants: Plants = {
  'never-approves': ruling(({ publicationPace }) => ({
    publicationPace: { ...publicationPace, review: EVER },
  })),
  'activates-withdrawn-product': applying((item, clean, { catalogue, timeline }) => {
    const waiting = catalogue.style(item.style_key).filter(({ status }) => status === 'pending_approval');
    const errors = clean(item);
    timeline.after(6_000, () => {
      for (const product of waiting) if (product.status === 'draft') setStatus(product, 'active');
    });
    return errors;
  }),
  'refuses-draft-and-sets-it': applying((item, clean, { catalogue }) => {
    const errors = clean(item);
    if (errors.length > 0 && item.status === 'draft')
      for (const product of catalogue.style(item.style_key)) setStatus(product, 'draft');
    return errors;
  }),
  'takes-active-for-published': changeItemFields(['status'], (status) =>
    status === 'active' ? 'published' : status,
  ),
  'folds-case-of-status': changeItemFields(
    ['status'],
    onText((status) => status.toLowerCase()),
  ),
  'ignores-unknown-status': overlooking(/^status must be one of/),
  'ignores-unknown-style-key': overlooking(/^style_key is not known$/),
  'folds-case-of-style-key': applying((item, clean, { catalogue }) => {
    const known = catalogue
      .all()
      .find(({ values }) => values.style_key.toLowerCase() === item.style_key.toLowerCase());
    return clean({ ...item, style_key: known?.values.style_key ?? item.style_key });
  }),
  'sets-first-variant-only': sparing((index) => index > 0),
  'misses-third-variant': sparing((index) => index > 1),
  'takes-missing-status-for-published': changeItems((item) => ({ status: 'published', ...item })),
  'skips-items-without-style-key': together(
    carryingOut(({ text, carryOut }) => ('style_key' in JSON.parse(text) ? carryOut() : [])),
    changeItems((item) => ({ style_key: '-', ...item })),
  ),
  'ignores-second-deactivation': counting((count) =>
    applying((item, clean, { catalogue }) => {
      const active = catalogue.style(item.style_key).filter(({ status }) => status === 'active');
      const counts = item.status === 'inactive' ? active.map((product) => count(product)) : [];
      return counts.some((times) => times > 1) ? [] : clean(item);
    }),
  ),
  'ignores-publication-after-withdrawal': fresh(() => {
    const withdrawn = new WeakSet<object>();
    return applying((item, clean, { catalogue }) => {
      const products = catalogue.style(item.style_key);
      if (item.status === 'draft')
        for (const product of products) if (product.status === 'pending_approval') withdrawn.add(product);
      const ignored = item.status === 'published' && products.some((product) => withdrawn.has(product));
      return ignored ? [] : clean(item);
    });
  }),
};
