import type { Merchant } from '../../domain/merchant.js';
import type { ProductStatus } from '../../domain/products/product.js';
import { type Rejection, rejectionOf } from '../../domain/products/rejections.js';
import { ApiError } from '../../http/api-error.js';
import { isObject } from '../../schema/check.js';
import { changeBody, changeList, entriesOf } from '../answer-changes.js';
import type { Fault } from '../fault.js';
import { changeMerchant, changeQuery, changeRequest, viewOf } from '../request-changes.js';

const operations = ['listRejectedProducts'] as const;

/** Plants that other rejections are listed. */
function listing(
  change: (rejections: readonly Rejection[], merchant: Merchant) => readonly Rejection[],
): Fault['plant'] {
  return changeMerchant(({ merchant }) => ({
    publication: viewOf(merchant.publication, {
      rejections: () => change(merchant.publication.rejections(), merchant),
    }),
  }));
}

/** Plants that the styles of a status are listed as if they were rejected. */
function listingToo(status: ProductStatus): Fault['plant'] {
  return listing((rejections, { catalogue }) => {
    const styles = new Map(
      catalogue
        .all()
        .flatMap(({ status: own, values }) => (own === status ? [[values.style_key, values.sku]] : [])),
    );
    const reason = {
      key: 'incomplete',
      type: 'product',
      name: 'Incomplete',
      description: 'The product is incomplete',
    };
    return [
      ...rejections,
      ...[...styles].map(([styleKey = '', sku = '']) => rejectionOf(styleKey, new Map([[sku, [reason]]]))),
    ];
  });
}

/** Plants another filter in place of that of style_key. */
function filtering(matches: (styleKey: string, asked: string) => boolean): Fault['plant'] {
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

/** Faults of the entries of the list of rejected products, and of which ones they are. */
export const rejectedListFaults: readonly Fault[] = [
  {
    id: 'leaves-out-rejection-message',
    violates: 'REJ-01',
    does: 'It lists rejected products without a rejection_message.',
    operations,
    plant: changeList((entries) => entries.map(({ rejection_message: _, ...entry }) => entry)),
  },
  {
    id: 'lists-rejected-skus-in-place-of-hint-object',
    violates: 'REJ-01',
    does: 'It gives rejected_product_ids_hint as a list of skus.',
    operations,
    plant: changeList((entries) =>
      entries.map(({ rejected_product_ids_hint: hint, ...entry }) => ({
        ...entry,
        rejected_product_ids_hint: isObject(hint) ? hint.skus : [],
      })),
    ),
  },
  {
    id: 'gives-single-reason-without-list',
    violates: 'REJ-01',
    does: 'It gives a single rejection reason as an object in place of a list.',
    showsFor: 'rejections for exactly one reason',
    operations,
    plant: changeList((entries) =>
      entries.map((entry) => {
        const [first, ...others] = entriesOf(entry.rejection_reasons);
        return others.length > 0 ? entry : { ...entry, rejection_reasons: first };
      }),
    ),
  },
  {
    id: 'gives-empty-rejection-list-as-null',
    violates: 'REJ-01',
    does: 'It gives the items of an empty list as null.',
    showsFor: 'lists and pages without entries',
    operations,
    plant: changeBody((body) =>
      isObject(body) && entriesOf(body.items).length === 0 ? { ...body, items: null } : body,
    ),
  },
  {
    id: 'ignores-rejected-style-key',
    violates: 'REJ-05',
    does: 'It lists all rejected products, whatever style key is asked for.',
    operations,
    plant: changeQuery(() => ({ style_key: undefined })),
  },
  {
    id: 'refuses-empty-style-key',
    violates: 'REJ-05',
    does: 'It answers 400 for an empty style key, although the style key may be null.',
    showsFor: 'a style_key without a value',
    operations,
    plant: changeRequest((request) => {
      if (request.query.style_key === '') throw new ApiError(400, 'style_key must not be empty');
      return request;
    }),
  },
  {
    id: 'finds-rejected-by-beginning-of-style-key',
    violates: 'REJ-05',
    does: 'It lists all rejected styles whose key begins with the one that is asked for.',
    showsFor: 'style keys that begin another one',
    operations,
    plant: filtering((styleKey, asked) => styleKey.startsWith(asked)),
  },
  {
    id: 'finds-rejected-style-key-in-any-case',
    violates: 'REJ-05',
    does: 'It takes upper and lower case for the same when it looks for a rejected style key.',
    showsFor: 'style keys in another case than that of the rejected one',
    operations,
    plant: filtering((styleKey, asked) => styleKey.toLowerCase() === asked.toLowerCase()),
  },
  {
    id: 'decodes-rejected-style-key-twice',
    violates: 'REJ-05',
    does: 'It decodes the style key that is asked for a second time.',
    showsFor: 'style keys with a plus or a percent sign',
    operations,
    plant: filtering((styleKey, asked) => styleKey === decodeURIComponent(asked.replaceAll('+', ' '))),
  },
  {
    id: 'looks-for-style-key-on-one-page-only',
    violates: 'REJ-05',
    does: 'It looks for a rejected style key among the entries of the page that is asked for.',
    showsFor: 'styles that are not on the first page of the whole list',
    operations,
    plant: (clean, plantedIn) => {
      const page = changeQuery(() => ({ style_key: undefined }))(clean, plantedIn);
      return {
        handle: changeList((entries, { query }) =>
          typeof query.style_key === 'string' && query.style_key !== ''
            ? entries.filter(({ style_key }) => style_key === query.style_key)
            : entries,
        )({ ...clean, ...page }, plantedIn).handle,
      };
    },
  },
  {
    id: 'lists-drafts-as-rejected',
    violates: 'REJ-08',
    does: 'It lists drafts among the rejected products.',
    operations,
    plant: listingToo('draft'),
  },
  {
    id: 'lists-problems-as-rejected',
    violates: 'REJ-08',
    does: 'It lists products among the rejected ones that were approved and have a problem.',
    showsFor: 'products with the status problem',
    operations,
    plant: listingToo('problem'),
  },
  {
    id: 'rejects-without-saying-why',
    violates: 'REJ-08',
    does: 'It lists rejected products with neither a reason nor a message.',
    operations,
    plant: changeList((entries) =>
      entries.map((entry) => ({ ...entry, rejection_reasons: [], rejection_message: '' })),
    ),
  },
  {
    id: 'tells-reason-of-first-rejection-only',
    violates: 'REJ-08',
    does: 'It lists rejected products with neither a reason nor a message, except the first of a page.',
    showsFor: 'the second entry of a page',
    operations,
    plant: changeList((entries) =>
      entries.map((entry, index) =>
        index === 0 ? entry : { ...entry, rejection_reasons: [], rejection_message: '' },
      ),
    ),
  },
];
