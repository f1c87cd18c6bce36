import { type ExampleRequest, exampleClient } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { TransportError } from '../../http/transports/transport.js';
import { nextStep, StyleRemoval } from './style-removal.js';

test('a lost update is sent again if a read shows no effect, and a style that can never be read is named', async () => {
  const now = new Map([
    ['ct-1', 'active'],
    ['ct-2', 'active'],
  ]);
  let updated: readonly { style_key: string; status: string }[] = [];
  let updates = 0;
  const lost = ({ method, url }: ExampleRequest) =>
    new TransportError(
      { method, url: url.href },
      { kind: 'cut', reason: 'the connection was reset', wayOut: 'look between' },
    );
  const api = exampleClient((request) => {
    const { method, url, body } = request;
    if (method === 'PATCH') {
      updates += 1;
      if (updates === 1) throw lost(request);
      updated = (body as { items: typeof updated }).items;
      for (const { style_key, status } of updated) now.set(style_key, status);
      return { batchRequestId: 'b-1', status: 'processing' };
    }
    if (url.pathname.includes('/results/')) {
      const items = updated.map((requestItem) => ({ requestItem, success: true, errors: [] }));
      return { batchRequestId: 'b-1', status: 'completed', items };
    }
    const style_key = url.searchParams.get('style_key') ?? '';
    if (style_key === 'ct-2') throw lost(request);
    const items = [{ sku: style_key, style_key, status: now.get(style_key) }];
    return { items, pagination: { page: 1, per_page: 100, pages: 1, total: 1 } };
  });
  const clock = { wait: async () => {} };
  const removal = new StyleRemoval(api, { clockSpeed: 1, batchDeadline: 60 }, clock);
  const left = await removal.remove([...now.keys()]);
  expect(left).toEqual([{ style_key: 'ct-2', status: 'not read' }]);
  expect(Object.fromEntries(now)).toEqual({ 'ct-1': 'inactive', 'ct-2': 'active' });
  expect(removal.hidden).toBe(1);
});

test('a style that could not be read is read again, and never counts as done', async () => {
  let reads = 0;
  const api = exampleClient(({ method, url }) => {
    reads += 1;
    if (reads < 3)
      throw new TransportError(
        { method, url: url.href },
        { kind: 'cut', reason: 'a reset', wayOut: 'look between' },
      );
    const items = [{ sku: 'ct-1', style_key: 'ct-1', status: 'inactive' }];
    return { items, pagination: { page: 1, per_page: 100, pages: 1, total: 1 } };
  });
  const clock = { wait: async () => {} };
  const removal = new StyleRemoval(api, { clockSpeed: 1, batchDeadline: 60 }, clock);
  expect(await removal.remove(['ct-1'])).toEqual([]);
  expect(reads).toBe(3);
});

/** The statuses of a style's products, the next step, and the statuses that were refused before. */
const steps: readonly (readonly [statuses: string, step: ReturnType<typeof nextStep>, refused?: string])[] = [
  ['draft inactive rejected problem', undefined],
  ['', undefined],
  ['pending_approval', 'draft'],
  ['pending_approval draft', 'draft'],
  ['pending_approval', 'wait', 'draft'],
  ['pending_approval active', 'wait'],
  ['pending_active', 'wait'],
  ['active', 'inactive'],
  ['active inactive', 'inactive'],
  ['active draft', 'inactive'],
  ['active draft', 'published', 'inactive'],
  ['active draft', undefined, 'inactive published'],
];
test('the next step of a style follows from the statuses of its products, and from what it refused', () => {
  for (const [statuses, step, refused = ''] of steps)
    expect(nextStep(statuses.split(' '), new Set(refused.split(' '))), `${statuses} ${refused}`).toBe(step);
});
