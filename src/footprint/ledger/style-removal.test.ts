import { type ExampleRequest, exampleClient } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { TransportError } from '../../http/transports/transport.js';
import { Batches } from '../../operations/batches.js';
import { nextStep, StyleRemoval } from './style-removal.js';

/**
 * A merchant with products of these statuses, each in its own style, among many of others.
 * @param isLost whether a request is lost before it takes effect
 */
function merchantWith(
  statuses: Readonly<Record<string, string>>,
  others: number,
  isLost: (request: ExampleRequest) => boolean = () => false,
) {
  const asked: URLSearchParams[] = [];
  const now = new Map(Object.entries(statuses));
  let updated: readonly { style_key: string; status: string }[] = [];
  const row = (style_key: string) => ({ sku: style_key, style_key, status: now.get(style_key) ?? 'active' });
  const whole = [...now.keys(), ...Array.from({ length: others }, (_, index) => `other-${index}`)];
  const response = ({ method, url, body }: ExampleRequest): unknown => {
    if (method === 'PATCH') {
      updated = (body as { items: typeof updated }).items;
      for (const { style_key, status } of updated) now.set(style_key, status);
      return { batchRequestId: 'b-1', status: 'processing' };
    }
    if (url.pathname.includes('/results/'))
      return {
        batchRequestId: 'b-1',
        status: 'completed',
        items: updated.map((requestItem) => ({ requestItem, success: true, errors: [] })),
      };
    asked.push(url.searchParams);
    const [page, size] = [
      Number(url.searchParams.get('page') ?? 1),
      Number(url.searchParams.get('per_page')),
    ];
    const style = url.searchParams.get('style_key');
    const matching = style === null ? whole : [style];
    const pages = Math.ceil(matching.length / size);
    const items = matching.slice((page - 1) * size, page * size).map(row);
    return { items, pagination: { page, per_page: size, pages, total: matching.length } };
  };
  const api = exampleClient((request) => {
    if (isLost(request)) throw new TransportError({ method: request.method, url: request.url.href }, reset);
    return response(request);
  });
  const clock = { wait: async () => {} };
  const removal = new StyleRemoval({ api, batches: new Batches(api, clock, 60), clock, deadline: 60 });
  const remove = () => removal.remove(Object.keys(statuses), { styleKeys: [], seconds: 0 });
  return { asked, now, removal, remove };
}

const reset = { kind: 'cut', reason: 'the connection was reset', wayOut: 'look between' } as const;

test('a lost update is sent again if a read shows no effect, and a style that can never be read is named', async () => {
  let updates = 0;
  const { now, removal, remove } = merchantWith({ 'ct-1': 'active', 'ct-2': 'active' }, 9, (request) => {
    if (request.method === 'PATCH') updates += 1;
    const isRead = request.url.searchParams.get('style_key') === 'ct-2';
    return isRead || (request.method === 'PATCH' && updates === 1);
  });
  expect(await remove()).toEqual([{ style_key: 'ct-2', status: 'not read' }]);
  expect(Object.fromEntries(now)).toEqual({ 'ct-1': 'inactive', 'ct-2': 'active' });
  expect(removal.hidden).toBe(1);
});

const many = {
  ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`ct-${i}`, 'draft'])),
  'ct-7': 'active',
};

test('if there are many styles, only the styles that the whole list shows as visible are read one by one', async () => {
  const { asked, now, removal, remove } = merchantWith(many, 300);
  expect(await remove()).toEqual([]);
  expect(now.get('ct-7')).toBe('inactive');
  expect(now.get('ct-8')).toBe('draft');
  expect(removal.hidden).toBe(1);
  // The length of the list, its pages, and the style that is in the catalogue, before and after.
  expect(asked).toHaveLength(1 + 4 + 2);
});

test('each style is read by itself if the whole list has more pages than there are styles', async () => {
  const { asked, now, remove } = merchantWith(many, 5_000);
  expect(await remove()).toEqual([]);
  expect(now.get('ct-7')).toBe('inactive');
  expect(asked.filter((query) => query.has('style_key'))).toHaveLength(40 + 1);
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
