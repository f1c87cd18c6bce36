import { Session } from 'node:inspector/promises';
import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { CoverageTracker } from '../src/contract/schemas/coverage.js';
import { Secrets } from '../src/http/shown/secrets.js';
import { Recorder } from '../src/verdicts/recording/recorder.js';

/**
 * Whatever a service sends takes steps that grow only with its size: a body of a few kilobytes must not keep a process
 * busy for minutes. V8 counts how often each
 * block of code runs, so that no test measures time.
 */
const session = new Session();

test.beforeAll(async () => {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});

/** The steps in which a worker judges a response with a body. */
async function stepsFor(operationId: string, body: unknown): Promise<number> {
  const exchange = exampleExchange({
    operationId,
    status: 200,
    body,
    headers: { 'content-type': 'application/json' },
  });
  const secrets = new Secrets();
  secrets.add('sk-good-1234');
  const coverage = new CoverageTracker();
  const recorder = new Recorder({ covers: [], isConfirmed: () => false, secrets, replay: '', coverage });
  // Counts from here on.
  await session.post('Profiler.takePreciseCoverage');
  recorder.observe(exchange);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const own = result.filter(({ url }) => url.includes('/src/'));
  // Of each function, the block that ran most often: V8 leaves out those that ran as often as the code around them.
  const all = own.flatMap(({ functions }) => functions);
  const most = all.map(({ ranges }) => Math.max(...ranges.map(({ count }) => count)));
  return most.reduce((sum, count) => sum + count, 0);
}

/** Entries of lists, by what is wrong with them. */
const entries: Readonly<Record<string, (index: number) => unknown>> = {
  'nothing in it': () => ({}),
  null: () => null,
  'a list': () => [[[]]],
  'the same entry': () => ({
    id: 1,
    sku: 'a',
    order_number: 'N',
    delivery_document_url: '/1',
    status: 'open',
  }),
  'another entry each time': (index) => ({
    id: index,
    sku: `${index}`,
    order_number: index,
    errors: [index],
  }),
  'a list of wrong entries': () => ({
    order_items: [{}, {}, {}],
    prices: [7, {}],
    errors: [7, {}],
    images: {},
  }),
};

/** Bodies with a number of such entries: a list, a page, a map. */
const bodies: readonly ((all: readonly unknown[]) => unknown)[] = [
  (all) => all,
  (all) => ({ batchRequestId: 'x', status: 'completed', items: all, pagination: {} }),
  (all) => Object.fromEntries(all.map((entry, index) => [`name${index}`, entry])),
];

const operationIds = [
  'listBrands',
  'getAttributeGroups',
  'listProducts',
  'listOrders',
  'listRejectedProducts',
];

for (const operationId of [...operationIds, 'listWebhooks', 'getStockResults', 'getShipResults'])
  test(`twice as large a body of ${operationId} takes at most about twice the steps`, async () => {
    // The first response compiles schemas.
    for (const body of bodies) await stepsFor(operationId, body([{}]));
    const steep: string[] = [];
    for (const [what, entry] of Object.entries(entries))
      for (const [index, body] of bodies.entries()) {
        const [one, two] = [
          await stepsFor(operationId, body(Array.from({ length: 500 }, (_, at) => entry(at)))),
          await stepsFor(operationId, body(Array.from({ length: 1000 }, (_, at) => entry(at)))),
        ];
        if (two > 2.2 * one + 1000) steep.push(`${what} in body ${index}: ${one} steps, then ${two}`);
      }
    expect(steep).toEqual([]);
  });
