import { Session } from 'node:inspector/promises';
import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { contract } from '../src/contract/documents/document.js';
import { DocumentNode } from '../src/contract/documents/document-node.js';
import { type Operation, operations } from '../src/contract/operations.js';
import { CoverageTracker } from '../src/contract/schemas/coverage.js';
import { Secrets } from '../src/http/shown/secrets.js';
import { Recorder } from '../src/verdicts/recording/recorder.js';

/**
 * Whatever a service sends takes about as many steps as an ordinary body of its size: a few kilobytes must not keep a
 * process busy for minutes. V8 counts how often each block of code runs, so that no test measures time.
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
  // What Ajv makes of a schema has no address.
  const own = result.filter(({ url }) => url === '' || url.includes('/src/'));
  const blocks = own.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
  return blocks.reduce((sum, { count }) => sum + count, 0);
}

/** Entries of lists, by what is wrong with them. */
const entries: Readonly<Record<string, (index: number) => unknown>> = {
  'nothing in it': () => ({}),
  null: () => null,
  'a list': () => [[[]]],
  'the same entry': () => ({ id: 1, sku: 'a', order_number: 'N', delivery_document_url: '/1', status: 's' }),
  'another entry each time': (index) => ({
    id: index,
    sku: `${index}`,
    order_number: index,
    errors: [index],
  }),
  'a list of wrong entries': () => ({ order_items: [{}, {}], prices: [7, {}], errors: [7, {}], images: {} }),
};

/** Bodies with a number of such entries: a list, a page, a map. */
const bodies: readonly ((all: readonly unknown[]) => unknown)[] = [
  (all) => all,
  (all) => ({ batchRequestId: 'x', status: 'completed', items: all, pagination: {} }),
  (all) => Object.fromEntries(all.map((entry, index) => [`name${index}`, entry])),
];

/** The operations that answer with a list. */
const lists = operations.filter(({ entryKey, path }) => entryKey !== undefined || path.includes('/results/'));

/** Characters of the bodies that are compared. */
const size = 48_000;

/** A body with as many entries as make a text of the size. */
function sized(bodyOf: (all: readonly unknown[]) => unknown, entry: (index: number) => unknown): unknown {
  const all = Array.from({ length: size / 3 }, (_, index) => entry(index));
  const excess = JSON.stringify(bodyOf(all)).length / size;
  return bodyOf(all.slice(0, all.length / excess));
}

/** A body as the contract shows it, with its entries repeated. */
function ordinaryBody(operation: Operation): unknown {
  const { schemaPointer = '' } = operation.responseFor(200) ?? {};
  const { example } = new DocumentNode(contract, schemaPointer.slice(0, schemaPointer.lastIndexOf('/'))).node;
  const isList = Array.isArray(example);
  const shown: readonly unknown[] = isList ? example : Object(example).items;
  return sized(
    (all) => (isList ? all : { ...Object(example), items: all }),
    (index) => shown[index % shown.length],
  );
}

for (const operation of lists)
  test(`no body of ${operation.operationId} takes more than three times the steps of an ordinary one of its size`, async () => {
    const { operationId } = operation;
    const ordinary = ordinaryBody(operation);
    // The first response compiles schemas.
    for (const body of [ordinary, ...bodies.map((each) => each([{}]))]) await stepsFor(operationId, body);
    const most = 3 * (await stepsFor(operationId, ordinary));
    const slow: string[] = [];
    for (const [what, entry] of Object.entries(entries))
      for (const [index, body] of bodies.entries()) {
        const steps = await stepsFor(operationId, sized(body, entry));
        if (steps > most) slow.push(`${what} in body ${index}: ${steps} steps, but at most ${most}`);
      }
    expect(slow).toEqual([]);
  });
