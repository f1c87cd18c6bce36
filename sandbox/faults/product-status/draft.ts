import type { Fault } from '../fault.js';
import { applying, moving, setStatus } from '../status-changes.js';

const update = ['updateProductStatus'] as const;

/** Faults of going back to draft, and of setting inactive what was never active (clause 3.1). */
export const draftFaults: readonly Fault[] = [
  {
    id: 'refuses-withdrawal',
    violates: 'STS-04',
    does: 'It refuses to set a product back to draft that waits for approval.',
    plant: moving(['pending_approval'], 'draft', undefined),
  },
  {
    id: 'refuses-draft-of-rejected-product',
    violates: 'STS-04',
    does: 'It refuses to set a rejected product back to draft.',
    showsFor: 'rejected products',
    plant: moving(['rejected'], 'draft', undefined),
  },
  {
    id: 'activates-withdrawn-product',
    violates: 'STS-04',
    does: 'It makes a product active although it was set back to draft before its approval.',
    operations: update,
    showsFor: 'reads some seconds after the withdrawal',
    plant: applying(() => (item, clean, { catalogue, timeline }) => {
      const waiting = catalogue.style(item.style_key).filter(({ status }) => status === 'pending_approval');
      const errors = clean(item);
      timeline.after(6_000, () => {
        for (const product of waiting) if (product.status === 'draft') setStatus(product, 'active');
      });
      return errors;
    }),
  },
  {
    id: 'accepts-draft-of-active-product',
    violates: 'STS-05',
    does: 'It sets an active product back to draft.',
    plant: moving(['active'], 'draft', 'draft'),
  },
  {
    id: 'accepts-draft-before-activation',
    violates: 'STS-05',
    does: 'It sets a product back to draft that is approved and not active yet.',
    showsFor: 'status updates between approval and activation',
    plant: moving(['pending_active'], 'draft', 'draft'),
  },
  {
    id: 'refuses-draft-and-sets-it',
    violates: 'STS-05',
    does: 'It reports that an active product cannot be set back to draft, and does it.',
    operations: update,
    plant: applying(() => (item, clean, { catalogue }) => {
      const errors = clean(item);
      if (errors.length > 0 && item.status === 'draft')
        for (const product of catalogue.style(item.style_key)) setStatus(product, 'draft');
      return errors;
    }),
  },
  {
    id: 'deactivates-draft',
    violates: 'STS-09',
    does: 'It sets a draft inactive.',
    plant: moving(['draft'], 'inactive', 'inactive'),
  },
  {
    id: 'deactivates-product-before-activation',
    violates: 'STS-09',
    does: 'It sets a product inactive that waits for its approval or activation.',
    showsFor: 'products that wait for approval or activation',
    plant: moving(['pending_approval', 'pending_active'], 'inactive', 'inactive'),
  },
];
