import { type ExampleRequest, exampleClient } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { TransportError } from '../../http/transports/transport.js';
import { EnteredThings } from './ledger.js';
import { removeRun } from './removal.js';

const prefix = 'ct-a1b2c3-';
const [style, hopeless, others] = [`${prefix}style`, `${prefix}hopeless`, 'others'];

/** A target with active styles, and with subscriptions by their ids; it loses the requests that a test names. */
function targetWith(
  styles: readonly string[],
  webhooks: readonly object[],
  isLost: (call: string) => boolean,
) {
  const statuses = new Map(styles.map((key) => [key, 'active']));
  const subscriptions = new Map(webhooks.map((each, index) => [String(index), each]));
  let updated: readonly { style_key: string; status: string }[] = [];
  const api = exampleClient(({ method, url, body }: ExampleRequest) => {
    const [, id = ''] = /webhooks\/(.+)$/.exec(url.pathname) ?? [];
    const asked = url.searchParams.get('style_key');
    if (isLost(`${method} ${asked ?? id}`))
      throw new TransportError(
        { method, url: url.href },
        { kind: 'cut', reason: 'a reset', wayOut: 'look between' },
      );
    if (method === 'DELETE') return subscriptions.delete(id) ? {} : undefined;
    if (method === 'PATCH') {
      updated = (body as { items: typeof updated }).items;
      for (const { style_key, status } of updated) statuses.set(style_key, status);
      return { batchRequestId: 'b-1', status: 'processing' };
    }
    if (url.pathname.endsWith('/webhooks/'))
      return [...subscriptions].map(([listed, webhook]) => ({ id: listed, ...webhook }));
    if (url.pathname.includes('/results/')) {
      const items = updated.map((requestItem) => ({ requestItem, success: true, errors: [] }));
      return { batchRequestId: 'b-1', status: 'completed', items };
    }
    const rows = [...statuses].map(([style_key, status]) => ({ sku: style_key, style_key, status }));
    const isListed = (row: (typeof rows)[number]) => asked === null || row.style_key === asked;
    const items = rows.filter((row) => isListed(row) && (asked !== null || row.status === 'active'));
    return { items, pagination: { page: 1, per_page: 100, pages: 1, total: items.length } };
  });
  return { api, statuses, subscriptions };
}

/** Removes what a run has entered: two styles that it made and updated, and a subscription. */
function removed({ api }: Pick<ReturnType<typeof targetWith>, 'api'>, passes = () => {}) {
  const things = new EnteredThings();
  const names = { styleKeys: [style, hopeless, others], skus: [], texts: [] };
  const write = { ...names, kind: 'write', write: '1', key: 'TARGET_API_KEY 1', at: '2030-01-01' } as const;
  things.add({ ...write, makes: 'products' });
  things.add({ ...write, makes: 'a status update' }, { kind: 'answer', write: '1', status: 202 });
  things.add({ ...write, makes: 'a subscription' });
  const clock = { wait: async () => passes() };
  const removable = [{ merchant: 'TARGET_API_KEY', things, api } as const];
  return removeRun(prefix, removable, { clockSpeed: 1, batchDeadline: 60 }, clock);
}

const mine = { url: `https://receiver.invalid/${prefix}1` };
const theirs = { url: 'https://receiver.invalid/theirs' };

test('what a run made is removed and nothing else, even if an update is lost, and what can never be read is named', async () => {
  let lost = 0;
  const target = targetWith([style, hopeless, others, `${prefix}unnamed`], [mine, theirs], (call) => {
    lost += call === 'PATCH ' ? 1 : 0;
    return call === `GET ${hopeless}` || (call === 'PATCH ' && lost === 1);
  });
  const thing = { merchant: 'TARGET_API_KEY', what: 'style', name: hopeless, status: 'not read' };
  const expected = { hidden: 2, deleted: 1, left: [thing], problem: undefined };
  expect(await removed(target)).toMatchObject(expected);
  expect(Object.fromEntries(target.statuses)).toEqual({
    ...{ [style]: 'inactive', [hopeless]: 'active', [others]: 'active' },
    [`${prefix}unnamed`]: 'inactive',
  });
  expect([...target.subscriptions.values()]).toEqual([theirs]);
});

test('a style that could not be read is read again, and a subscription whose deletion was lost is named', async () => {
  let looks = 0;
  const isLost = (call: string) => call === 'DELETE 0' || (call === `GET ${style}` && looks < 3);
  const target = targetWith([style], [mine], isLost);
  const thing = { merchant: 'TARGET_API_KEY', what: 'subscription', name: '0' };
  const residue = await removed(target, () => {
    looks += 1;
  });
  expect(residue).toMatchObject({ hidden: 1, deleted: 0, left: [thing] });
});

test('if the lists can no longer be read, the problem is named, and so is what may be left', async () => {
  const target = targetWith([style], [mine], (call) => call === 'GET ');
  const problem = expect.stringMatching(/^(Not everything could be checked: .*a reset.*\. ?){3}$/);
  expect(await removed(target)).toMatchObject({ hidden: 1, deleted: 0, left: [], problem });
});

test('a style is taken back before its approval and set inactive after it, by way of published if need be; or it is awaited', async () => {
  for (const [statuses, tried, left] of [
    ['draft inactive rejected problem', [], 0],
    ['pending_approval', ['draft'], 1],
    ['pending_approval draft', ['draft'], 1],
    ['pending_approval active', [], 2],
    ['pending_active', [], 1],
    ['active', ['inactive', 'published'], 1],
    ['active inactive', ['inactive', 'published'], 1],
    ['active draft', ['inactive', 'published'], 1],
  ] as const) {
    const sent: string[] = [];
    const rows = statuses.split(' ').map((status, sku) => ({ sku: `${sku}`, style_key: style, status }));
    // Each update is refused.
    const api = exampleClient(({ method, url, body }) => {
      const [requestItem] = (body as { items: { status: string }[] } | undefined)?.items ?? [];
      if (requestItem !== undefined) sent.push(requestItem.status);
      if (method === 'PATCH') return { batchRequestId: 'b-1', status: 'processing' };
      const isList = url.pathname.endsWith('/products/');
      if (isList) return { items: rows, pagination: { page: 1, per_page: 100, pages: 1, total: 1 } };
      const item = { requestItem: { style_key: style, status: 'draft' }, success: false, errors: [] };
      return { batchRequestId: 'b-1', status: 'completed', items: [item] };
    });
    const residue = await removed({ api });
    expect([sent, residue.left.length], statuses).toEqual([tried, left]);
  }
});
