import type { Merchant } from '../domain/merchants.js';
import type { ProductStatus } from '../domain/products.js';
import { type Rejection, rejectionOf } from '../domain/publication.js';
import { ApiError } from '../http/errors.js';
import { isObject } from '../schema/check.js';
import { liesIn, type Plant, together } from './fault.js';
import { changeBody, changeEntries, changeList, entriesOf } from './plants/answers.js';
import { changePart, changeQuery, changeRequest, viewOf } from './plants/requests.js';

/** Plants a list of other rejections. */
function listing(
  change: (rejections: readonly Rejection[], merchant: Merchant) => readonly Rejection[],
): Plant {
  return changePart('publication', (publication, { merchant }) => ({
    rejections: () => change(publication.rejections(), merchant),
  }));
}

/** Plants a list that shows the styles with a status as if they were rejected. */
function listingToo(status: ProductStatus): Plant {
  return listing((rejections, { catalogue }) => {
    const shown = catalogue.all().filter((product) => product.status === status);
    const styles = new Map(shown.map(({ values }) => [values.style_key, values.sku]));
    const description = 'The product is incomplete';
    const reasons = [{ key: 'incomplete', type: 'product', name: 'Incomplete', description }];
    return [
      ...rejections,
      ...[...styles].map(([styleKey, sku]) => rejectionOf(styleKey, new Map([[sku, reasons]]))),
    ];
  });
}

/** Plants another filter in place of style_key. */
function filtering(matches: (styleKey: string, asked: string) => boolean): Plant {
  return changeRequest((request) => {
    const { style_key: asked, ...query } = request.query;
    if (typeof asked !== 'string' || asked === '') return request;
    const { publication } = request.merchant;
    const rejections = () => publication.rejections().filter(({ style_key }) => matches(style_key, asked));
    return {
      ...request,
      query,
      merchant: viewOf(request.merchant, { publication: viewOf(publication, { rejections }) }),
    };
  });
}

/** Faults in the entries of the list of rejected products, and in their selection. */
export const rejectedListFaults = liesIn(['listRejectedProducts'], {
  'REJ-01 leaves-out-rejection-message': [
    'It lists rejected products without a rejection_message.',
    changeEntries(({ rejection_message: _, ...entry }) => entry),
  ],
  'REJ-01 lists-rejected-skus-in-place-of-hint-object': [
    'It gives rejected_product_ids_hint as a list of skus.',
    changeEntries(({ rejected_product_ids_hint: hint, ...entry }) => ({
      ...entry,
      rejected_product_ids_hint: isObject(hint) ? hint.skus : [],
    })),
  ],
  'REJ-01 gives-single-reason-without-list': [
    'It gives a single rejection reason as an object in place of a list.',
    'rejections for exactly one reason',
    changeEntries((entry) => {
      const [first, ...others] = entriesOf(entry.rejection_reasons);
      return others.length > 0 ? entry : { ...entry, rejection_reasons: first };
    }),
  ],
  'REJ-01 gives-empty-rejection-list-as-null': [
    'It gives the items of an empty list as null.',
    'lists and pages without entries',
    changeBody((body) =>
      isObject(body) && entriesOf(body.items).length === 0 ? { ...body, items: null } : body,
    ),
  ],
  'REJ-05 ignores-rejected-style-key': [
    'It lists all rejected products, whatever style key is requested.',
    changeQuery(() => ({ style_key: undefined })),
  ],
  'REJ-05 refuses-empty-style-key': [
    'It answers 400 for an empty style key, although the style key may be null.',
    'a style_key without a value',
    changeRequest((request) => {
      if (request.query.style_key === '') throw new ApiError(400, 'style_key must not be empty');
      return request;
    }),
  ],
  'REJ-05 finds-rejected-by-beginning-of-style-key': [
    'It lists all rejected styles whose key begins with the requested one.',
    'style keys with which others begin',
    filtering((styleKey, asked) => styleKey.startsWith(asked)),
  ],
  'REJ-05 finds-rejected-style-key-in-any-case': [
    'It ignores case when it looks for a rejected style key.',
    'style keys that differ from the rejected one in case',
    filtering((styleKey, asked) => styleKey.toLowerCase() === asked.toLowerCase()),
  ],
  'REJ-05 decodes-rejected-style-key-twice': [
    'It decodes the requested style key a second time.',
    'style keys with a plus or a percent sign',
    filtering((styleKey, asked) => styleKey === decodeURIComponent(asked.replaceAll('+', ' '))),
  ],
  'REJ-05 looks-for-style-key-on-one-page-only': [
    'It looks for a rejected style key only among the entries of the requested page.',
    'styles that are not on the first page of the whole list',
    together(
      changeQuery(() => ({ style_key: undefined })),
      changeList((entries, { query }) =>
        typeof query.style_key === 'string' && query.style_key !== ''
          ? entries.filter(({ style_key }) => style_key === query.style_key)
          : entries,
      ),
    ),
  ],
  'REJ-08 lists-drafts-as-rejected': ['It lists drafts among the rejected products.', listingToo('draft')],
  'REJ-08 lists-problems-as-rejected': [
    'It lists products that were approved and have a problem among the rejected ones.',
    'products with the status problem',
    listingToo('problem'),
  ],
  'REJ-08 rejects-without-saying-why': [
    'It lists rejected products with neither a reason nor a message.',
    changeEntries((entry) => ({ ...entry, rejection_reasons: [], rejection_message: '' })),
  ],
  'REJ-08 tells-reason-of-first-rejection-only': [
    'It lists rejected products with neither a reason nor a message, except the first of a page.',
    'the second entry of a page',
    changeEntries((entry, index) =>
      index === 0 ? entry : { ...entry, rejection_reasons: [], rejection_message: '' },
    ),
  ],
});
