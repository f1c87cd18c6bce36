import { type Fault, lies, liesIn } from '../fault.js';
import { applying, moving, setStatus } from '../status-changes.js';

const update = ['updateProductStatus'] as const;

/** Faults of going back to draft, and of setting inactive what was never active (clause 3.1). */
export const draftFaults: readonly Fault[] = [
  ...lies({
    'STS-04 refuses-withdrawal': [
      'It refuses to set a product back to draft that waits for approval.',
      moving(['pending_approval'], 'draft', undefined),
    ],
    'STS-04 refuses-draft-of-rejected-product': [
      'It refuses to set a rejected product back to draft.',
      'rejected products',
      moving(['rejected'], 'draft', undefined),
    ],
    'STS-05 accepts-draft-of-active-product': [
      'It sets an active product back to draft.',
      moving(['active'], 'draft', 'draft'),
    ],
    'STS-05 accepts-draft-before-activation': [
      'It sets a product back to draft that is approved and not active yet.',
      'status updates between approval and activation',
      moving(['pending_active'], 'draft', 'draft'),
    ],
    'STS-09 deactivates-draft': ['It sets a draft inactive.', moving(['draft'], 'inactive', 'inactive')],
    'STS-09 deactivates-product-before-activation': [
      'It sets a product inactive that waits for its approval or activation.',
      'products that wait for approval or activation',
      moving(['pending_approval', 'pending_active'], 'inactive', 'inactive'),
    ],
  }),
  ...liesIn(update, {
    'STS-04 activates-withdrawn-product': [
      'It makes a product active although it was set back to draft before its approval.',
      'reads some seconds after the withdrawal',
      applying(() => (item, clean, { catalogue, timeline }) => {
        const waiting = catalogue.style(item.style_key).filter(({ status }) => status === 'pending_approval');
        const errors = clean(item);
        timeline.after(6_000, () => {
          for (const product of waiting) if (product.status === 'draft') setStatus(product, 'active');
        });
        return errors;
      }),
    ],
    'STS-05 refuses-draft-and-sets-it': [
      'It reports that an active product cannot be set back to draft, and does it.',
      applying(() => (item, clean, { catalogue }) => {
        const errors = clean(item);
        if (errors.length > 0 && item.status === 'draft')
          for (const product of catalogue.style(item.style_key)) setStatus(product, 'draft');
        return errors;
      }),
    ],
  }),
];
