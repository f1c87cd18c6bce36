import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { CoverageTracker, coverables, coverageExceptions, type Observed } from './coverage.js';

function observed(operationId: string, json: unknown, given: Partial<Observed> = {}): Observed {
  return { operationId, status: 200, query: new URLSearchParams(), json, ...given };
}

const entry = { requestItem: { style_key: 'jacket' }, success: false, errors: ['no such style'] };

test('a coverable is never more certain than the element that contains it', () => {
  const originOf = (id: string) => coverables.find((each) => each.id === id)?.origin;
  expect(originOf('listRejectedProducts 200 pagination.total')).toEqual({ provenance: 'stated' });
  expect(originOf('listProducts 200 pagination.total')).toEqual({ provenance: 'assumed', gap: 'G-08' });
  expect(originOf('listProducts 200 items[].status=active')).toEqual({ provenance: 'assumed', gap: 'G-06' });
  expect(originOf('listProducts 400 message')).toEqual({ provenance: 'assumed', gap: 'G-15' });
  expect(originOf('listBrands 400 message')).toEqual({ provenance: 'derived' });
});

test('the tracker reports each part once, when an exchange first shows it', () => {
  const tracker = new CoverageTracker();
  const result = { batchRequestId: 'b', status: 'retry', items: [entry, entry] };
  const other = { ...entry, success: true, requestItem: { status: 'draft' } };
  const category = { parent_id: null, material_composition_type: null };
  const exchanges = {
    'a batch': observed('getStatusResults', result),
    'the same batch with an undocumented status': observed('getStatusResults', { ...result, status: 'done' }),
    'a further entry': observed('getStatusResults', { ...result, items: [entry, entry, other] }),
    'null, which shows nothing unless it is a named value': observed('listCategories', { items: [category] }),
  };
  expectGolden('news.txt', exchanges, (exchange) => {
    tracker.observe(exchange);
    return tracker.takeNews();
  });
});

test('unknown operations, statuses and shapes show nothing, and neither does text that is not JSON', () => {
  const odd = [
    observed('listCarriers', []),
    observed('listBrands', [{ id: 1 }], { status: 500 }),
    ...[undefined, null, 'brands', 7, { id: 1 }, [null, [], 'name']].map((json) =>
      observed('listBrands', json),
    ),
  ];
  const tracker = new CoverageTracker();
  for (const each of odd) tracker.observe(each);
  expect(tracker.takeNews()).toEqual([]);
});

test('a body is parsed only if it may show something new', () => {
  const unread = (operationId: string, status: number): Observed => ({
    ...observed(operationId, undefined, { status }),
    get json(): unknown {
      throw new Error('it was read');
    },
  });
  const tracker = new CoverageTracker();
  tracker.observe(observed('listBrands', [{ id: 1, name: 'Example' }]));
  expect(() => tracker.observe(unread('listBrands', 200))).not.toThrow();
  expect(() => tracker.observe(unread('downloadReport', 200))).not.toThrow();
});

test('every exception names a part that the contract documents', () => {
  const known = new Set(coverables.map(({ id }) => id));
  expect(Object.keys(coverageExceptions).filter((id) => !known.has(id))).toEqual([]);
});
