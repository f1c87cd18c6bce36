import { isObject } from '../schema/check.js';
import type { OpenSandbox, Received } from '../testing/open-sandbox.js';
import { putProduct } from '../testing/put-product.js';
import { type Lie, testLies } from './lies.js';
import { rejectedProductsFaults } from './rejected-products.js';

const rejected = { images: ['https://images.example/sandbox-reject.jpg'] };

/** Rejects five styles, style-1 of two products, and puts a draft and a product with a problem beside them. */
async function reject(sandbox: OpenSandbox): Promise<void> {
  for (const number of [1, 2, 3, 4, 5])
    putProduct(sandbox, { sku: `sku-${number}`, style_key: `style-${number}`, ...rejected }, 'draft');
  putProduct(sandbox, { sku: 'sku-1b', style_key: 'style-1', ...rejected }, 'draft');
  putProduct(sandbox, { sku: 'sku-draft', style_key: 'draft' }, 'draft');
  putProduct(sandbox, { sku: 'sku-problem', style_key: 'problem' }, 'problem');
  for (const number of [1, 2, 3, 4, 5])
    sandbox.merchant.publication.apply({ style_key: `style-${number}`, status: 'published' });
  sandbox.pass(10);
}

/** What is told of the answer to a query, when five styles were rejected. */
function listed(query: string, tell: (answer: Received) => unknown, lie: unknown): Lie {
  return [
    async (sandbox) => {
      await reject(sandbox);
      return tell(await sandbox.send('GET', `/products/rejected?${query}`));
    },
    lie,
  ];
}

const status = (answer: Received) => answer.status;
const items = ({ body }: Received) => Object(body).items;
const styles = (answer: Received) =>
  items(answer).map((entry: unknown) => isObject(entry) && entry.style_key);
const pagination = (name: string) => (answer: Received) => Object(answer.body).pagination?.[name];
const all = ['style-1', 'style-2', 'style-3', 'style-4', 'style-5'];
const link = (page: number, perPage: number) => `/api/v1/products/rejected?page=${page}&per_page=${perPage}`;

testLies(rejectedProductsFaults, {
  'leaves-out-rejection-message': listed('', (answer) => items(answer)[0].rejection_message, undefined),
  'lists-rejected-skus-in-place-of-hint-object': listed(
    '',
    (answer) => items(answer)[0].rejected_product_ids_hint,
    ['sku-1', 'sku-1b'],
  ),
  'gives-single-reason-without-list': listed(
    '',
    (answer) => Array.isArray(items(answer)[1].rejection_reasons),
    false,
  ),
  'gives-empty-rejection-list-as-null': listed('page=9', items, null),
  'ignores-rejected-style-key': listed('style_key=style-2', styles, all),
  'refuses-empty-style-key': listed('style_key=', status, 400),
  'finds-rejected-by-beginning-of-style-key': listed('style_key=style', styles, all),
  'finds-rejected-style-key-in-any-case': listed('style_key=STYLE-2', styles, ['style-2']),
  'decodes-rejected-style-key-twice': listed('style_key=style%252D1', styles, ['style-1']),
  'looks-for-style-key-on-one-page-only': listed('style_key=style-3&per_page=2', styles, []),
  'lists-drafts-as-rejected': listed('', styles, [...all, 'draft']),
  'lists-problems-as-rejected': listed('', styles, [...all, 'problem']),
  'rejects-without-saying-why': listed('', (answer) => items(answer)[0].rejection_reasons, []),
  'tells-reason-of-first-rejection-only': listed('', (answer) => items(answer)[1].rejection_reasons, []),
  'lists-fifty-rejected-by-default': listed('', pagination('per_page'), 50),
  'counts-rejected-pages-from-zero': listed('', pagination('page'), 0),
  'accepts-more-than-hundred-rejected-per-page': listed('per_page=101', status, 200),
  'accepts-no-rejected-per-page': listed('per_page=0', status, 200),
  'refuses-hundred-rejected-per-page': listed('per_page=100', status, 400),
  'reads-digits-at-beginning-of-per-page': listed('per_page=1.5', status, 200),
  'takes-page-zero-for-first': listed('page=0', status, 200),
  'takes-negative-page-for-first': listed('page=-1', status, 200),
  'takes-word-for-first-page': listed('page=first', status, 200),
  'loses-rejected-at-page-edge': listed('page=2&per_page=2', styles, ['style-4', 'style-5']),
  'turns-order-of-rejected-between-pages': listed('page=3&per_page=2', styles, ['style-1']),
  'rounds-down-number-of-rejected-pages': listed('per_page=2', pagination('pages'), 2),
  'counts-one-rejected-page-too-many': listed('per_page=5', pagination('pages'), 2),
  'counts-rejected-of-page-as-total': listed('per_page=2', pagination('total'), 2),
  'counts-rejected-products-in-place-of-entries': listed('', pagination('total'), 6),
  'links-rejected-page-to-itself': listed('per_page=2&page=2', pagination('next'), link(2, 2)),
  'links-behind-last-rejected-page': listed('per_page=5', pagination('next'), link(2, 5)),
  'links-first-rejected-page-back': listed('per_page=5', pagination('prev'), link(0, 5)),
  'forgets-per-page-in-rejected-links': listed(
    'per_page=2',
    pagination('next'),
    '/api/v1/products/rejected?page=2',
  ),
  'repeats-last-rejected-page-past-the-end': listed('per_page=2&page=9', styles, ['style-5']),
});
