import { PROVOCATIONS } from '../control/provocations.js';
import type { OpenSandbox } from '../testing/open-sandbox.js';
import { productItem } from '../testing/product-item.js';
import { testLies } from './lies.js';
import { productStatusFaults } from './product-status.js';

async function create(sandbox: OpenSandbox, change: object = {}): Promise<void> {
  const items = [{ ...productItem(sandbox.merchants, sandbox.merchant), ...change }];
  await sandbox.batch('POST', '/products/', 'products', items);
}

/** Variants of one style. */
async function createVariants(sandbox: OpenSandbox, count: number): Promise<void> {
  const { category } = productItem(sandbox.merchants, sandbox.merchant);
  const sizes = [...(sandbox.merchants.choicesOf(category)?.groups.get('size') ?? [])];
  for (let index = 0; index < count; index++)
    await create(sandbox, { sku: `sku-${index}`, size: sizes[index] });
}

/** Sends one status item and waits for its batch; whether it succeeded. */
async function update(sandbox: OpenSandbox, item: object): Promise<boolean> {
  const { body } = await sandbox.send('PATCH', '/products/status', { items: [item] });
  const path = `/results/status?batch_request_id=${Object(body).batchRequestId}`;
  for (let second = 0; second < 10; second++) {
    const { items } = Object((await sandbox.send('GET', path)).body);
    if (items?.length > 0) return items[0].success;
    sandbox.pass(1);
  }
  return false;
}

async function statuses(sandbox: OpenSandbox, query = ''): Promise<unknown[]> {
  const { body } = await sandbox.send('GET', `/products/?${query}`);
  return Object(body).items.map(({ status }: { status: unknown }) => status);
}

/** Creates a product, sets one status after the other with pauses in seconds, and tells successes and status. */
function after(...steps: readonly (string | number)[]) {
  return async (sandbox: OpenSandbox) => {
    await create(sandbox);
    return walk(sandbox, steps);
  };
}

function rejectedAfter(...steps: readonly (string | number)[]) {
  return async (sandbox: OpenSandbox) => {
    await create(sandbox, { images: [PROVOCATIONS.rejectedImageUrl] });
    return walk(sandbox, ['published', 10, ...steps]);
  };
}

async function walk(sandbox: OpenSandbox, steps: readonly (string | number)[]): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const step of steps) {
    if (typeof step === 'number') sandbox.pass(step);
    else seen.push(await update(sandbox, { style_key: 'style-1', status: step }));
  }
  return [...seen, ...(await statuses(sandbox))];
}

/** How many products are listed as active after these steps. */
function activeAfter(...steps: readonly (string | number)[]) {
  return async (sandbox: OpenSandbox) => {
    await after(...steps)(sandbox);
    return (await statuses(sandbox, 'status=active')).length;
  };
}

function updating(item: object) {
  return async (sandbox: OpenSandbox) => {
    await create(sandbox);
    return update(sandbox, item);
  };
}

testLies(productStatusFaults, {
  'never-approves': [after('published', 1_000), [true, 'pending_approval']],
  'ignores-publication-after-withdrawal': [
    after('published', 'draft', 'published', 10),
    [true, true, true, 'draft'],
  ],
  'lists-pending-products-among-active': [activeAfter('published'), 1],
  'lists-approved-products-among-active': [
    async (s) => {
      const pending = await activeAfter('published')(s);
      s.pass(5);
      return [pending, (await statuses(s, 'status=active')).length];
    },
    [0, 1],
  ],
  'ignores-deactivation': [after('published', 10, 'inactive'), [true, true, 'active']],
  'lists-inactive-products-among-active': [activeAfter('published', 10, 'inactive'), 1],
  'reviews-inactive-product-again': [
    after('published', 10, 'inactive', 'published'),
    [true, true, true, 'pending_approval'],
  ],
  'refuses-to-publish-inactive-product': [
    after('published', 10, 'inactive', 'published'),
    [true, true, false, 'inactive'],
  ],
  'refuses-withdrawal': [after('published', 'draft'), [true, false, 'pending_approval']],
  'refuses-draft-of-rejected-product': [rejectedAfter('draft'), [true, false, 'rejected']],
  'activates-withdrawn-product': [after('published', 'draft', 10), [true, true, 'active']],
  'accepts-draft-of-active-product': [after('published', 10, 'draft'), [true, true, 'draft']],
  'accepts-draft-before-activation': [after('published', 3, 'draft'), [true, true, 'draft']],
  'refuses-draft-and-sets-it': [after('published', 10, 'draft'), [true, false, 'draft']],
  'deactivates-draft': [after('inactive'), [true, 'inactive']],
  'deactivates-product-before-activation': [after('published', 'inactive'), [true, true, 'inactive']],
  'takes-active-for-published': [updating({ style_key: 'style-1', status: 'active' }), true],
  'folds-case-of-status': [updating({ style_key: 'style-1', status: 'DRAFT' }), true],
  'ignores-unknown-status': [updating({ style_key: 'style-1', status: 'other' }), true],
  'ignores-unknown-style-key': [updating({ style_key: 'other', status: 'draft' }), true],
  'folds-case-of-style-key': [updating({ style_key: 'STYLE-1', status: 'draft' }), true],
  'sets-first-variant-only': [
    async (s) => {
      await createVariants(s, 2);
      return walk(s, ['published', 10]);
    },
    [true, 'active', 'draft'],
  ],
  'misses-third-variant': [
    async (s) => {
      await createVariants(s, 3);
      return walk(s, ['published', 10]);
    },
    [true, 'active', 'active', 'draft'],
  ],
  'takes-missing-status-for-published': [updating({ style_key: 'style-1' }), true],
  'skips-items-without-style-key': [updating({ status: 'draft' }), true],
  'ignores-second-deactivation': [
    after('published', 10, 'inactive', 'published', 'inactive'),
    [true, true, true, true, 'active'],
  ],
  'withdraws-when-published-twice': [after('published', 'published'), [true, true, 'draft']],
});
