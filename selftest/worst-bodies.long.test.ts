import { readFileSync, writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';
import { exampleExchange } from '#testing/example-exchange';
import { exampleHar } from '#testing/example-har';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { runCommand } from '#testing/started-command';
import { expect, test } from '#testing/unit-test';
import { contract } from '../src/contract/documents/document.js';
import { DocumentNode } from '../src/contract/documents/document-node.js';
import { type Operation, operation, operations } from '../src/contract/operations.js';
import { CoverageTracker } from '../src/contract/schemas/coverage.js';
import { limits } from '../src/contract/values/limits.js';
import { jsonExcess } from '../src/http/json-excess.js';
import { Secrets } from '../src/http/shown/secrets.js';
import { runSpeed } from '../src/target/processes/embedded-sandbox.js';
import { Recorder } from '../src/verdicts/recording/recorder.js';
import { runConformance } from './conformance-run.js';
import { changingProxy } from './proxies.js';

/**
 * Whatever a service sends takes about as many steps as an ordinary body of its size: a few kilobytes must not keep a
 * process busy for minutes. V8 counts how often each block of code runs, so that no test measures time.
 */
const session = new Session();

test.beforeAll(() => {
  // Optimized code doesn't count the functions that it inlines.
  setFlagsFromString('--no-opt');
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});

// A worker may come back to this file after another one.
test.afterAll(() => {
  session.disconnect();
  setFlagsFromString('--opt');
});

/** An operation, and a status with which it answers in JSON. */
interface Answer {
  readonly operation: Operation;
  readonly status: number;
}

/** An answer of each shape that the contract documents, by its name. */
const answers = new Map<string | undefined, Answer>();
for (const operation of operations)
  for (const { body, schemaPointer, status } of operation.responses)
    if (body === 'json') answers.set(schemaPointer, { operation, status });

/** How often each block has run since the last call, read at once: nothing else runs in between. */
function countedBlocks(): readonly Profiler.ScriptCoverage[] {
  const taken: Profiler.ScriptCoverage[] = [];
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => taken.push(...result));
  return taken;
}

/** The steps in which a worker judges a response with a body. */
function stepsFor({ operation, status }: Answer, body: unknown): number {
  const exchange = exampleExchange({
    operationId: operation.operationId,
    status,
    body,
    headers: { 'content-type': operation.mediaType(status) ?? '' },
  });
  const secrets = new Secrets();
  secrets.add('sk-good-1234');
  const coverage = new CoverageTracker();
  const recorder = new Recorder({ covers: [], isConfirmed: () => false, secrets, replay: '', coverage });
  // Counts from here on.
  countedBlocks();
  recorder.observe(exchange);
  // What Ajv makes of a schema has no address.
  const own = countedBlocks().filter(({ url }) => url === '' || url.includes('/src/'));
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

/** Characters of the bodies that are compared. */
const size = 48_000;

/** A body with as many entries as make a text of that size. */
function sized(bodyOf: (all: readonly unknown[]) => unknown, entry: (index: number) => unknown): unknown {
  const entries = (length: number) => bodyOf(Array.from({ length }, (_, index) => entry(index)));
  const each = JSON.stringify(entries(1000)).length / 1000;
  return entries(Math.floor(size / each));
}

/** The body that the contract shows for an answer. */
function exampleOf({ operation, status }: Answer) {
  const { schemaPointer = '' } = operation.responseFor(status) ?? {};
  const { node } = new DocumentNode(contract, schemaPointer.slice(0, schemaPointer.lastIndexOf('/')));
  expect(node, schemaPointer).toHaveProperty('example');
  return Object(node.example);
}

/** A page of orders: an ordinary answer whose entries have lists of their own. */
const orders: Answer = { operation: operation('listOrders'), status: 200 };
const shown = exampleOf(orders);
const ordinary = sized(
  (items) => ({ ...shown, items }),
  (index) => shown.items[index % shown.items.length],
);

test('no body of any answer takes more than three times the steps of an ordinary one of its size', () => {
  // The first response compiles schemas.
  stepsFor(orders, ordinary);
  const most = 3 * stepsFor(orders, ordinary);
  const slow: string[] = [];
  for (const answer of answers.values()) {
    const name = `${answer.operation.operationId} ${answer.status}`;
    const inEachField = (list: readonly unknown[]) =>
      Object.fromEntries(Object.keys(exampleOf(answer)).map((field) => [field, list]));
    for (const [index, body] of [...bodies, inEachField].entries()) {
      stepsFor(answer, body([{}]));
      for (const [what, entry] of Object.entries(entries)) {
        const steps = stepsFor(answer, sized(body, entry));
        if (steps > most) slow.push(`${name}, ${what} in body ${index}: ${steps} steps, but at most ${most}`);
      }
    }
  }
  expect(slow).toEqual([]);
});

/** The largest body with such entries that the suite reads, as text. */
function largest(bodyOf: (all: readonly unknown[]) => unknown, entry: (index: number) => unknown): string {
  for (let all = Array.from({ length: 150_000 }, (_, index) => entry(index)); ; all = all.slice(0, -10_000)) {
    const text = JSON.stringify(bodyOf(all));
    if (jsonExcess(Buffer.from(text)) === undefined) return text;
  }
}

/** The worst body of each shape at the limits of what the suite reads. */
function worstBodies(): readonly string[] {
  const { jsonDepth, jsonStringBytes, bodyBytes } = limits;
  const long = 'x'.repeat(jsonStringBytes - 2);
  return [
    ...bodies.flatMap((bodyOf) => Object.values(entries).map((entry) => largest(bodyOf, entry))),
    JSON.stringify(Array.from({ length: bodyBytes / jsonStringBytes - 1 }, () => ({ sku: long }))),
    `${'['.repeat(jsonDepth)}${']'.repeat(jsonDepth)}`,
  ];
}

/** A file in which each process of a command notes the most memory that it took, in kibibytes, and how to make it do so. */
function memoryOf(command: string) {
  const file = test.info().outputPath(`${command}.txt`);
  const program = `import { appendFileSync } from 'node:fs';
process.on('exit', () => appendFileSync(${JSON.stringify(file)}, process.resourceUsage().maxRSS + '\\n'));`;
  return {
    file,
    environment: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(program)}` },
  };
}

/** Prints what the worst bodies cost a command. */
function printCost(command: string, milliseconds: number, file: string): void {
  const most = Math.max(...readFileSync(file, 'utf8').trim().split('\n').map(Number));
  console.log(
    `${command} of the worst bodies: ${Math.round(milliseconds / 1000)} s, ${Math.round(most / 1024)} MiB in its largest process`,
  );
}

test('run, judge and sandbox --judge read the worst bodies to their end', async () => {
  const worst = worstBodies();
  await using sandbox = await startSandbox('--speed', runSpeed);
  let sent = 0;
  await using proxy = await changingProxy(sandbox.url, ({ to, status }) => {
    const text = to === 'GET /api/v1/products/' && status === 200 ? worst[sent] : undefined;
    if (text === undefined) return {};
    sent += 1;
    return { text };
  });
  const ofRun = memoryOf('run');
  const settings = { ...targetSettings(sandbox), TARGET_URL: proxy.url, ...ofRun.environment };
  const run = await runConformance(settings, '--grep', 'GET /api/v1/products/ ');
  expect(sent, run.output).toBe(worst.length);
  expect(run.exitCode, run.output).toBe(1);
  printCost('run', run.milliseconds, ofRun.file);

  const file = test.info().outputPath('worst.har');
  writeFileSync(
    file,
    JSON.stringify(exampleHar(worst.map((answer) => ({ path: '/api/v1/products/', answer })))),
  );
  const output = test.info().outputPath('judged');
  const ofJudge = memoryOf('judge');
  const command = ['src/cli/main', 'judge', file, '--output', output];
  const judged = await runCommand(command, ofJudge.environment, 600_000);
  // What the shape of the list is, is an assumption.
  expect(judged.exitCode, judged.output).toBe(0);
  expect(judged.output).toContain('deviated: SHP-03');
  expect(judged.output).toContain(`${worst.length} exchanges`);
  printCost('judge', judged.milliseconds, ofJudge.file);

  const ofSandbox = memoryOf('sandbox --judge');
  process.env.NODE_OPTIONS = ofSandbox.environment.NODE_OPTIONS;
  const judging = await startSandbox('--judge');
  delete process.env.NODE_OPTIONS;
  const start = performance.now();
  const headers = { 'X-API-Key': judging.apiKey, 'Content-Type': 'application/json' };
  for (const body of worst)
    await fetch(`${judging.url}/api/v1/products/stock`, { method: 'PATCH', headers, body });
  expect((await fetch(`${judging.url}/api/v1/countries/`, { headers })).status).toBe(200);
  await expect.poll(judging.printed).toContain('Client ');
  const milliseconds = performance.now() - start;
  await judging[Symbol.asyncDispose]();
  printCost('sandbox --judge', milliseconds, ofSandbox.file);
});
