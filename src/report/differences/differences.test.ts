import { exampleRequirement } from '#testing/example-report';
import { type ExampleRun, type ExampleViolation, exampleComparable } from '#testing/example-runs';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { inRecord } from '../../contract/values/place.js';
import type { ConformanceReport } from '../data/conformance-report.js';
import type { RunDifference } from './causes.js';
import { differencesBetween } from './differences.js';

const brand =
  'listBrands valid 200: media type application/json, body list, body [] object, body [].id number';
const refusal = 'listOrders valid 400: media type application/json, body object, body message string';
const orders =
  'listOrders valid 200: body object, body items list, body items[] object, body items[].number string';

/** A difference in one line: violations, statuses, places, limits. */
function inShort({ violations, statuses, places, limits }: RunDifference): string {
  return [
    ...violations.map((each) => `${each.onlyIn} ${each.requirement}@${each.write ?? each.operationId}`),
    ...statuses.map((each) => `${each.operationId} ${each.request} ${each.a}/${each.b}`),
    ...places.map((each) => `${each.operationId} ${each.status} ${each.place} ${each.a}/${each.b}`),
    ...limits.map((each) => `${each.operationId} ${each.kind} ${each.a}/${each.b}`),
  ].join('; ');
}

const read = (report: ConformanceReport, file: string) => ({ file, report });

function between(a: ConformanceReport, b: ConformanceReport) {
  return differencesBetween(read(a, 'a.json'), read(b, 'b.json'));
}

const run = (responses: ExampleRun['answers'], more: Omit<ExampleRun, 'answers'> = {}): ExampleRun => ({
  answers: responses,
  ...more,
});

/** A violation that a test found at an operation. */
const found = (
  test: string,
  requirement: ExampleViolation['requirement'],
  operationId: string,
  given: Partial<ExampleViolation> = {},
): ExampleViolation => ({ requirement, operationId, test, ...given });

const logo = `${brand}, body [].logo string`;
const text = brand.replace('id number', 'id string');
const orders422 = 'listOrders valid 422: body object';
const tracked = 'shipment_tracking_key';
const shared = { shared: true } as const;

/** Two runs, by what the differences between them show. */
const runs: Readonly<Record<string, readonly [a: ExampleRun, b: ExampleRun]>> = {
  'equal runs have none': [run({ one: [brand, refusal] }), run({ one: [brand, refusal] })],
  'an empty list, a null, and a value that was never there say nothing': [
    run({
      one: [logo, 'listOrders valid 200: body object, body items list'],
      two: ['listProducts valid 200: body object, body next null|string, body prev string'],
    }),
    run({
      one: ['listBrands valid 200: media type application/json, body list', orders],
      two: ['listProducts valid 200: body object, body next string, body prev null'],
    }),
  ],
  'a status, by kind of request': [
    run({ one: [refusal, 'listOrders wrong 401: body object'] }),
    run({ one: [orders422, 'listOrders wrong 403: body object'] }),
  ],
  'a field that is missing, added, or has a different type; a header; a media type': [
    run({ one: [`${brand}, body [].name string, header retry-after present`] }),
    run({ one: [`${text.replace('application', 'text')}, extra [].slug string`] }),
  ],
  'an operation that a test called in only one run is not compared, and neither is a test that ran in only one':
    [
      run({ one: [brand], two: [refusal] }),
      run({ one: [refusal], three: ['listOrders valid 500: body empty'] }),
    ],
  'the same change at several operations is one difference, other changes are not': [
    run({
      ...{ one: ['listBrands valid 400: body object'], two: [refusal] },
      three: ['listReports valid 200: body list'],
    }),
    run({
      ...{ one: ['listBrands valid 422: body object'], two: [orders422] },
      three: ['listReports valid 206: body list'],
    }),
  ],
  'a violation contains the responses that show it': [
    run({ one: [brand], two: [brand] }),
    run(
      { one: [text], two: [text] },
      {
        violations: [
          found('one', 'SHP-02', 'listBrands', { at: 'body [0].id' }),
          found('two', 'REF-06', 'listBrands', { at: 'body [3].id' }),
        ],
      },
    ),
  ],
  'violations of one test at different operations are different': [
    run({ one: [brand, refusal] }),
    run(
      { one: [brand, refusal] },
      {
        violations: [
          found('one', 'REF-06', 'listBrands', { at: 'body [].id' }),
          found('one', 'ERR-11', 'listOrders', { at: 'status' }),
        ],
      },
    ),
  ],
  'a violation of a requirement at many operations does not swallow others there': [
    run({ one: [brand] }),
    run(
      { one: [brand] },
      {
        violations: [
          ...['listBrands', 'listOrders', 'listReports', 'listCountries'].map((operationId) =>
            found('one', 'ERR-11', operationId),
          ),
          found('one', 'SHP-02', 'listBrands', { at: 'body [].id' }),
        ],
      },
    ),
  ],
  'the effect of a write belongs to the write, also if a different operation of the resource shows the same field':
    [
      run({ one: [orders], two: [orders] }),
      run(
        { one: [orders], two: [orders] },
        {
          violations: [
            found('one', 'BAT-09', 'listProducts', {
              write: 'shipOrderItems',
              place: inRecord('order item 17', tracked),
            }),
            found('two', 'ORD-03', 'listOrders', { at: `body items[0].order_items[2].${tracked}` }),
          ],
        },
      ),
    ],
  'what both runs violate is none, and what only the first violates is one': [
    run(
      { one: [brand] },
      {
        violations: [
          found('one', 'REF-06', 'listBrands', { at: 'body [0].id' }),
          found('one', 'SHP-02', 'listOrders'),
        ],
      },
    ),
    run({ one: [brand] }, { violations: [found('one', 'REF-06', 'listBrands', { at: 'body [4].id' })] }),
  ],
  'a test that looks for the violation may send other requests, and its other responses belong to it': [
    run({ one: [brand, refusal], two: [refusal] }),
    run(
      { one: [brand, refusal, 'listOrders valid 404: body object'], two: [refusal] },
      { covers: { one: ['REF-06'] }, violations: [found('one', 'REF-06', 'listBrands')] },
    ),
  ],
  'a test that saw a violation in passing sends the same requests, so its other responses are a difference': [
    run({ one: [brand, refusal] }),
    run(
      { one: [brand, orders422] },
      { violations: [found('one', 'SHP-02', 'listBrands', { at: 'body [].id' })] },
    ),
  ],
  'a test that ended early says nothing about the requests that it did not send': [
    run({ one: [brand, refusal, orders] }),
    run({ one: [brand, orders] }, { cutShort: ['one'] }),
  ],
  'a limit belongs to a violation about limits': [
    run({ one: [brand] }, { observed: { listBrands: 50, listOrders: 40 } }),
    run(
      { one: [brand] },
      { observed: { listBrands: 51, listOrders: 39 }, violations: [found('one', 'LIM-05', 'listBrands')] },
    ),
  ],
  'fields of a shared merchant are compared over the whole run: its data may differ': [
    run({ one: [logo], two: [brand] }, shared),
    run({ one: [brand, 'listBrands valid 429: body empty'], two: [logo] }, shared),
  ],
  'a field that a shared merchant shows in no test of the other run': [
    run({ one: [logo], two: [brand], three: [refusal] }, shared),
    run(
      { one: [brand], two: [brand], three: [refusal] },
      {
        ...shared,
        violations: ['one', 'two'].map((test) => found(test, 'SHP-02', 'listBrands', { at: 'body [0]' })),
      },
    ),
  ],
};

test('differences between two runs', () => {
  expectGolden('differences-in-short.txt', runs, ([a, b]) => {
    const { differences, exitCode } = between(exampleComparable(a), exampleComparable(b));
    return [...differences.map(inShort), `exit ${exitCode}`].join('\n');
  });
});

test('what a target file closes is none, and neither are words outside the contract', () => {
  const element = { operationId: 'listOrders' };
  const a = exampleComparable({
    answers: {
      one: [
        refusal,
        'listOrders valid-raw 400: body object',
        'listOrders valid 429: body object, body message string, header retry-after present',
        `${orders}, body items[].note string`,
      ],
    },
  });
  const responses = {
    one: [
      refusal.replace('400', '422'),
      'listOrders valid-raw 200: body object',
      'listOrders valid 429: body empty',
      `${orders}, extra items[].colour string`,
    ],
  };
  const elements = [
    { ...element, part: 'status', ours: '400', theirs: '422' },
    { ...element, part: 'error', ours: '429 message', steps: ['absent'] },
    { ...element, part: 'response', ours: 'items[].note', steps: ['absent'] },
  ] as const;
  expect(
    between(a, exampleComparable({ answers: responses, file: { digest: 'b', elements } })).differences,
  ).toEqual([]);
  expect(between(a, exampleComparable({ answers: responses })).differences).toHaveLength(1);
});

test('requirements that only one run exercised are listed, and only those that were blocked make it incomplete', () => {
  const passed = exampleComparable({ answers: { one: [brand] } });
  const without = (verdict: 'blocked' | 'inapplicable') =>
    exampleComparable(
      { answers: { one: [brand] } },
      { requirements: [exampleRequirement('BAT-09', verdict, { reason: 'there is no order' })] },
    );
  for (const [verdict, exitCode] of [
    ['blocked', 3],
    ['inapplicable', 0],
  ] as const)
    expect(between(passed, without(verdict))).toMatchObject({
      exitCode,
      differences: [],
      onlyOnce: [{ requirements: ['BAT-09'], notIn: 'b', verdict, reason: 'there is no order' }],
    });
  expect(between({ ...passed, endedEarly: true }, passed).exitCode).toBe(3);
});

const usual = exampleComparable({ answers: { one: [brand] } });

/** Runs that can't be compared with the usual one, and the sentence that says so. */
const unlike: readonly (readonly [given: Partial<ConformanceReport>, says: RegExp])[] = [
  [
    { seed: 7 },
    /^a\.json and b\.json can't be compared: they have seed 42 and 7; run one of them again with --seed 42\.$/,
  ],
  [
    { profile: 'smoke' },
    /they have profile standard and smoke; run one of them again with --profile standard\.$/,
  ],
  [
    { contractVersion: '2.0.0' },
    /they have contract 1\.3\.0 and 2\.0\.0; run both targets with the same version/,
  ],
  [
    { answers: undefined },
    /^b\.json doesn't contain the shapes of the responses, .+: repeat that run, then compare\.$/,
  ],
  [
    { verdict: 'nothing can be said', reason: 'It does not respond.' },
    /^b\.json says nothing about its target \(It does not respond\): repeat that run, then compare\.$/,
  ],
];

for (const [given, says] of unlike)
  test(`runs are not compared if ${JSON.stringify(given)}`, () =>
    expect(() => between(usual, { ...usual, ...given })).toThrow(says));
