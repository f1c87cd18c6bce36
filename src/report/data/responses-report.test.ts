import { exampleEvidence } from '#testing/example-finding';
import { exampleRun, exampleTest } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import type { TestResponses } from '../../verdicts/recording/response-shapes.js';
import { buildReport } from './build-report.js';
import { type ResponsesReport, responsesIn, responsesReport } from './responses-report.js';

const list = ['media type application/json', 'body list'];
const refusal = ['body object', 'body ["a|b c"] number|string'];

const given: readonly (TestResponses & { readonly id: string })[] = [
  { id: 'one', kinds: ['listBrands valid 200 1', 'listOrders wrong 401 2'], shapes: { 1: list, 2: refusal } },
  // The worker has passed on these shapes before.
  { id: 'two', kinds: ['listBrands valid 200 1', 'listOrders valid-raw 400 2'], shapes: {} },
  { id: 'three', kinds: [], shapes: {} },
];
const ran = given.map(({ id, ...responses }) => ({ id, answers: responses, cutShort: id === 'three' }));

test('the responses of a run are written once each, and are read as they were', () => {
  const report = responsesReport(ran);
  expect(report).toEqual({
    places: [...list, ...refusal],
    shapes: ['0 1', '2 3'],
    answers: ['listBrands valid 200 0', 'listOrders wrong 401 1', 'listOrders valid-raw 400 1'],
    tests: { one: '0 1', two: '0 2', three: '' },
    cutShort: ['three'],
  });
  const read = responsesIn(JSON.parse(JSON.stringify(report)) as ResponsesReport);
  expect([...read.keys()]).toEqual(['one', 'two', 'three']);
  expect(read.get('three')).toEqual([]);
  expect(read.get('two')?.[1]).toEqual({
    operationId: 'listOrders',
    request: 'valid-raw',
    status: 400,
    places: new Map([
      ['body', { part: 'body', path: '', seen: ['object'] }],
      // A name may contain anything.
      ['body ["a|b c"]', { part: 'body', path: '["a|b c"]', seen: ['number', 'string'] }],
    ]),
  });
});

test('a response whose shape was lost with the test that showed it first is left out', () => {
  const [, second] = ran;
  expect(responsesReport(second === undefined ? [] : [second])).toMatchObject({
    answers: [],
    tests: { two: '' },
  });
});

test('a report has the responses of its tests, and says which tests something ended early; a proof has none', () => {
  const evidence = exampleEvidence({ answers: { kinds: ['listBrands valid 200 1'], shapes: { 1: list } } });
  const cut = exampleEvidence({ ...evidence, cutShort: { kind: 'blocked', reason: 'no orders' } });
  const reportOf = (...all: readonly (typeof evidence)[]) =>
    buildReport({
      ...exampleRun,
      tests: all.length,
      ran: all.map((each, index) => ({ test: exampleTest(`test-${index}`), evidence: each })),
    }).answers;
  expect(reportOf(evidence, cut)).toMatchObject({
    tests: { 'test-0': '0', 'test-1': '0' },
    cutShort: ['test-1'],
  });
  expect(reportOf(exampleEvidence())).toBeUndefined();
});
