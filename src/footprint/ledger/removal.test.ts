import { type ExampleRequest, exampleClient } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { TransportError } from '../../http/transports/transport.js';
import { RateLimited } from '../budget/turns.js';
import { EnteredThings } from './ledger.js';
import { nextStep, removeRun } from './removal.js';

const prefix = 'ct-a1b2c3-';
const [style, hopeless, others] = [`${prefix}style`, `${prefix}hopeless`, 'others'];

/** A target with active styles and with subscriptions, by id; it loses the requests that a test names. */
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
    const hasFailed = isLost(`${method} ${asked ?? id}`);
    if (hasFailed && asked === hopeless) throw new RateLimited('others are using up the limit');
    if (hasFailed)
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

/** Removes what a run has entered in its ledger: two styles that it created and updated, and a subscription. */
function removed({ api }: ReturnType<typeof targetWith>) {
  const things = new EnteredThings();
  const names = { styleKeys: [style, hopeless, others], skus: [], texts: [] };
  const write = { ...names, kind: 'write', write: '1', key: 'TARGET_API_KEY 1', at: '2030-01-01' } as const;
  things.add({ ...write, makes: 'products' });
  things.add({ ...write, makes: 'a status update' }, { kind: 'answer', write: '1', status: 202 });
  things.add({ ...write, makes: 'a subscription' });
  const clock = { wait: async () => {} };
  const removable = [{ merchant: 'TARGET_API_KEY', things, api } as const];
  return removeRun(prefix, removable, { clockSpeed: 1, batchDeadline: 60 }, clock);
}

const mine = { url: `https://receiver.invalid/${prefix}1` };
const theirs = { url: 'https://receiver.invalid/theirs' };

test("only what a run created is removed, even if an update is lost, and anything that can't be read is named", async () => {
  let lost = 0;
  const target = targetWith([style, hopeless, others, `${prefix}unnamed`], [mine, theirs], (call) => {
    lost += call === 'PATCH ' ? 1 : 0;
    return call === `GET ${hopeless}` || (call === 'PATCH ' && lost === 1);
  });
  const thing = { merchant: 'TARGET_API_KEY', what: 'style', name: hopeless, status: 'not read' };
  expect(await removed(target)).toMatchObject({ hidden: 2, deleted: 1, left: [thing], problem: undefined });
  expect([...target.statuses.values()]).toEqual(['inactive', 'active', 'active', 'inactive']);
  expect([...target.subscriptions.values()]).toEqual([theirs]);
});

test('if the lists can no longer be read, the problem and the things that may be left are named', async () => {
  const target = targetWith([style], [mine], (call) => call === 'GET ');
  const problem = expect.stringMatching(/^(Not everything could be checked: .*a reset.*\. ?){3}$/);
  expect(await removed(target)).toMatchObject({ hidden: 1, deleted: 0, left: [], problem });
});

test('a style is set back to draft before its approval and to inactive after it, via published if necessary; otherwise, it is waited for', () => {
  for (const [statuses, tried] of [
    ['draft inactive rejected problem', []],
    ['pending_approval', ['draft', 'wait']],
    ['pending_approval draft', ['draft', 'wait']],
    ['pending_approval active', ['wait']],
    ['pending_active', ['wait']],
    ['active', ['inactive', 'published']],
    ['active draft', ['inactive', 'published']],
  ] as const) {
    // Each status is refused.
    const refused: string[] = [];
    const next = () => nextStep(statuses.split(' '), (status) => refused.includes(status));
    for (let step = next(); step !== undefined && refused.at(-1) !== 'wait'; step = next())
      refused.push(step);
    expect(refused, statuses).toEqual(tried);
  }
});
