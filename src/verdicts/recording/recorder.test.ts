import { type ExampleExchange, exampleExchange } from '#testing/example-exchange';
import { exampleEvidence, exampleFinding } from '#testing/example-finding';
import { expect, test } from '#testing/unit-test';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import { atStatus, inBody, inHeader } from '../../contract/values/place.js';
import { durationBucket } from '../../http/shown/duration-histogram.js';
import { Secrets } from '../../http/shown/secrets.js';
import { Blocked, type Finding, type OpenGap } from '../finding.js';
import type { Assertion, Violation } from '../oracles/violation.js';
import { Observer } from './observer.js';
import { Recorder } from './recorder.js';

const key = 'sk-good-1';
const limits = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' };
const sound: ExampleExchange = {
  operationId: 'listBrands',
  headers: { 'content-type': 'application/json', ...limits },
  body: [{ id: 1, name: 'a' }],
};
const accepted = exampleExchange(sound);
const refused = exampleExchange({ ...sound, status: 400, body: { message: 'no' } });
const notFound = exampleExchange({ ...sound, status: 404, body: { message: 'no' } });
const holding: Assertion = { result: undefined };
const unconfirming = { isConfirmed: () => false };

test('an exchange goes through every check, and is counted', () => {
  const recorder = recording();
  recorder.observe(accepted);
  recorder.observe(notFound);
  const reports = exampleExchange({ ...sound, operationId: 'listReports', body: [] });
  recorder.observe(reports);
  // In a burst: it is counted, but not how long it took.
  recorder.observe(exampleExchange({ ...sound, operationId: 'listReports', body: [] }), true);
  const once = { [durationBucket(accepted.milliseconds)]: 1 };
  expect(recorder.evidence({ kind: 'complete' })).toMatchObject({
    verified: {
      'ERR-08': { listBrands: 2, listReports: 2 },
      'ERR-11': { listBrands: 1, listReports: 2 },
      'ERR-01': { listBrands: 1 },
    },
    operations: { listBrands: { 200: 1, 404: 1 }, listReports: { 200: 2 } },
    // Only for successes.
    durations: { listBrands: once, listReports: once },
  });
  // The contract documents no 404 for a list without parameters.
  expect(recorder.findings).toMatchObject([
    { requirement: 'ERR-11', operationId: 'listBrands', judgement: 'failed' },
  ]);
});

test('the observer learns what was verified, and in which exchange', async () => {
  const observer = new Observer(new Map(), (text) => text);
  const recorder = recording(['ERR-08', 'BAT-09'], { observer });
  recorder.observe(notFound);
  // An assertion is shown in place of a check.
  await recorder.verify('ERR-08', { exchange: accepted, trail: ['0 s: pending'] }, holding);
  await recorder.verify('BAT-09', refused, failing({ expected: ['one'], actual: 'two' }));
  const shown = observer.evidence.verifying?.map(({ verifies, trail }) => ({ verifies, trail }));
  expect(shown).toHaveLength(2);
  expect(shown).toContainEqual({ verifies: ['ERR-08'], trail: ['0 s: pending'] });
});

test('an assertion that holds verifies a requirement that the test covers or may meet', async () => {
  const recorder = recording(['BAT-09', 'BAT-11'], { mayMeet: ['BAT-10'] });
  for (const id of ['BAT-09', 'BAT-09', 'BAT-10'] as const)
    expect(await recorder.verify(id, accepted, holding)).toBe(true);
  await expect(recorder.verify('BAT-08', accepted, holding)).rejects.toThrow(
    "The test verifies BAT-08, but doesn't say so: add it to covers().",
  );
  expect(recorder.unexercised).toEqual(['BAT-11']);
  expect(recorder.evidence({ kind: 'complete' })).toMatchObject({
    covers: ['BAT-09', 'BAT-11'],
    verified: { 'BAT-09': { listBrands: 1 }, 'BAT-10': { listBrands: 1 } },
    findings: [],
  });
});

test('an exchange counts once for a requirement, whether a check or the test verifies it', async () => {
  const recorder = recording(['ERR-08']);
  for (const each of [accepted, exampleExchange(sound)]) {
    const copy = each.withResponses((response) => response);
    recorder.observe(each);
    await recorder.verify('ERR-08', each, holding);
    await recorder.verify('ERR-08', copy, holding);
  }
  expect(recorder.evidence({ kind: 'complete' }).verified['ERR-08']).toEqual({ listBrands: 2 });
});

test('an assertion that fails is a finding, and the test continues', async () => {
  const recorder = recording(['BAT-09', 'BAT-10']);
  const witness = { exchange: accepted, trail: ['0 s: pending'] };
  const violation = { expected: ['one'], actual: 'two', at: atStatus };
  expect(await recorder.verify('BAT-09', witness, failing(violation))).toBe(false);
  expect(recorder.findings).toMatchObject([
    {
      ...violation,
      at: 'status',
      requirement: 'BAT-09',
      judgement: 'failed',
      operationId: 'listBrands',
      trail: ['0 s: pending'],
      exchange: { milliseconds: 12.4, response: { status: 200 }, curl: expect.stringMatching(/^curl /) },
      replay: 'again',
      times: 1,
    },
  ]);
  expect(recorder.evidence({ kind: 'complete' }).verified).toEqual({});
  // What was violated was exercised.
  expect(recorder.unexercised).toEqual(['BAT-10']);
});

test('a finding that a different operation showed names the batch write whose effect is wrong', async () => {
  const recorder = recording(['BAT-09', 'BAT-10']);
  const write = exampleExchange({ ...sound, operationId: 'updateProductStock' });
  const violation = failing({ expected: ['one'], actual: 'two' });
  await recorder.verify('BAT-09', { exchange: accepted, trail: [], write }, violation);
  await recorder.verify('BAT-10', { exchange: write, trail: [], write }, violation);
  expect(recorder.findings).toMatchObject([
    { operationId: 'listBrands', write: 'updateProductStock' },
    { operationId: 'updateProductStock' },
  ]);
  expect(recorder.findings[1]?.write).toBeUndefined();
});

test('a refusal proves something only if the same request without the mistake was accepted', async () => {
  const recorder = recording(['AUTH-02', 'AUTH-03'], unconfirming);
  const verify = (id: 'AUTH-02' | 'AUTH-03', assertion: Assertion, control = refused) =>
    recorder.verify(id, refused, assertion, control);
  const why = 'the same request without the mistake should have been accepted, but was not';
  await expect(verify('AUTH-02', holding)).rejects.toThrow(`${why} (GET /api/v1/countries/ -> 400: "no")`);
  await expect(verify('AUTH-02', holding)).rejects.toThrow(Blocked);
  expect(await verify('AUTH-02', holding, accepted)).toBe(true);
  // A violation and nothing to look at need no control.
  expect(await verify('AUTH-02', failing({ expected: ['status 401'], actual: 'status 200' }))).toBe(false);
  expect(await verify('AUTH-03', unseeing('no response'))).toBe(false);
  // A redirection counts as accepted if that is open, but not if the target confirms otherwise.
  const redirected = exampleExchange({ operationId: 'downloadReport', status: 302 });
  expect(await verify('AUTH-03', holding, redirected)).toBe(true);
  const confirming = recording(['AUTH-03']);
  await expect(confirming.verify('AUTH-03', refused, holding, redirected)).rejects.toThrow(why);
});

test('a violation at a different index of a list is the same; one of a different place, requirement or judgement is not', async () => {
  const recorder = recording(['BAT-04', 'BAT-05']);
  for (const body of [[{ id: 1 }, { id: 2 }], [{ id: 3 }]])
    recorder.observe(exampleExchange({ ...sound, body }));
  const violation: Violation = { expected: ['one'], actual: 'two', at: inHeader('a') };
  await recorder.verify('BAT-04', accepted, failing({ ...violation, atMost: 'warned' }));
  await recorder.verify('BAT-04', accepted, failing(violation));
  await recorder.verify('BAT-04', accepted, failing({ ...violation, at: inHeader('b') }));
  await recorder.verify('BAT-05', accepted, failing(violation));
  const told = recorder.findings.map(({ requirement, operationId, at, judgement, times }) =>
    [requirement, operationId, at, judgement, times].join(' '),
  );
  expect(told).toEqual([
    'SHP-02 listBrands body [0].name failed 2',
    'BAT-04 listBrands header a warned 1',
    'BAT-04 listBrands header a failed 1',
    'BAT-04 listBrands header b failed 1',
    'BAT-05 listBrands header a failed 1',
  ]);
});

test('no part of the evidence contains a secret', async () => {
  const recorder = recording(['BAT-09']);
  const exchange = exampleExchange({
    ...sound,
    url: `https://shop.example.com/?k=${key}`,
    body: [`the key ${key}`],
  });
  recorder.observe(exchange);
  const violation: Violation = { expected: [`not ${key}`], actual: key, at: inBody(key) };
  const trail = [`0 s: ${key}`, { did: key, model: key, read: key }];
  await recorder.verify('BAT-09', { exchange, trail }, failing(violation));
  const counterexample = { value: key, example: 1, shrinks: 0, seed: 1, path: '0' };
  recorder.keep(exampleFinding({ counterexample, replay: `again ${key}` }));
  expect(recorder.findings.length).toBeGreaterThan(1);
  expect(JSON.stringify(recorder.evidence({ kind: 'broken', reason: `thrown at ${key}` }))).not.toContain(
    key,
  );
});

test('no check leaks part of a key by truncating a quote', () => {
  const quoted: string[] = [];
  for (let filler = 66; filler < 82; filler += 1) {
    const recorder = recording();
    const id = `${'-'.repeat(filler)}${key}`;
    recorder.observe(exampleExchange({ ...sound, body: JSON.stringify([{ id, name: 'a' }]) }));
    expect(recorder.findings.map(({ requirement }) => requirement)).toContain('AUTH-11');
    quoted.push(...recorder.findings.map(({ actual }) => actual));
  }
  expect(quoted).toContainEqual(expect.stringMatching(/^the string of \d+ characters "-+/));
  expect(quoted.filter((actual) => actual.includes(key.slice(0, 4)))).toEqual([]);
});

test('each finding is told once, as soon as it is on record, and those of examples only when they are kept', async () => {
  const told: string[] = [];
  const found = ({ requirement, actual }: Finding) => void told.push(`${requirement} ${actual}`);
  const recorder = recording(['BAT-09', 'BAT-10'], { found });
  const violation = { expected: ['one'], actual: 'two' };
  await recorder.verify('BAT-09', accepted, failing(violation));
  expect(told).toEqual(['BAT-09 two']);
  await recorder.verify('BAT-09', accepted, failing({ ...violation, actual: 'three' }));
  const [example] = await recorder.tentatively(async () => {
    await recorder.verify('BAT-10', accepted, failing(violation));
  });
  expect(told).toEqual(['BAT-09 two']);
  if (example === undefined) throw new Error('Nothing was found.');
  recorder.keep(example);
  recorder.keep(example);
  expect(told).toEqual(['BAT-09 two', 'BAT-10 two']);
  recorder.observe(exampleExchange({ ...sound, body: 'no JSON' }));
  expect(told.length).toBeGreaterThan(2);
});

test('each ending says why requirements were not exercised, and that the test was cut short', async () => {
  const recorder = recording(['BAT-09', 'BAT-10']);
  await recorder.verify('BAT-09', accepted, holding);
  const why = { reason: 'why', obstacles: ['too few order items'] } as const;
  const rest = [{ requirement: 'BAT-10', ...why }];
  for (const kind of ['blocked', 'inapplicable'] as const) {
    const { blocked, inapplicable, cutShort } = recorder.evidence({ kind, ...why });
    const none = { blocked: [], inapplicable: [] };
    expect({ blocked, inapplicable, cutShort }).toEqual({
      ...none,
      [kind]: rest,
      cutShort: { kind, ...why },
    });
  }
  expect(recorder.evidence({ kind: 'broken', reason: 'why' })).toMatchObject({
    blocked: [{ requirement: 'BAT-10', reason: 'why' }],
    inapplicable: [],
    suiteError: 'why',
  });
  expect(recorder.evidence({ kind: 'complete' })).toEqual(
    exampleEvidence({ covers: ['BAT-09', 'BAT-10'], verified: { 'BAT-09': { listBrands: 1 } } }),
  );
  // It says so even if it had verified everything until then.
  await recorder.verify('BAT-10', accepted, holding);
  expect(recorder.evidence({ kind: 'blocked', reason: `no orders for ${key}` })).toMatchObject({
    blocked: [],
    cutShort: { kind: 'blocked', reason: expect.not.stringContaining(key) },
  });
});

test('an operation that a test could not call is passed on with the reason, but without any key', () => {
  const recorder = recording(['BAT-09'], unconfirming);
  const gaps = [{ gap: 'G-11', operationId: 'listOrders' }];
  recorder.unreached('getShipResults', {
    kind: 'blocked',
    reason: `no orders for ${key}`,
    gaps,
    obstacles: ['no order'],
  });
  recorder.unreached('createWebhook', { kind: 'inapplicable', reason: 'it needs a browser' });
  expect(recorder.evidence({ kind: 'complete' }).unreached).toEqual([
    {
      operationId: 'getShipResults',
      kind: 'blocked',
      reason: expect.stringMatching(/^no orders for (?!sk-good).*; .*: G-11 at listOrders$/),
      obstacles: ['no order', 'G-11'],
    },
    { operationId: 'createWebhook', kind: 'inapplicable', reason: 'it needs a browser' },
  ]);
});

test('an assertion that had nothing to look at verifies nothing, finds nothing, and blocks with its reason', async () => {
  const recorder = recording(['BAT-08', 'BAT-09', 'BAT-10']);
  const empty = unseeing(`the list of ${key} has no entries`);
  for (const id of ['BAT-08', 'BAT-09', 'BAT-10'] as const)
    expect(await recorder.verify(id, accepted, empty)).toBe(false);
  expect(recorder.findings).toEqual([]);
  // It does not block what is verified or violated elsewhere.
  expect(await recorder.verify('BAT-09', accepted, holding)).toBe(true);
  await recorder.verify('BAT-10', accepted, failing({ expected: ['one'], actual: 'two' }));
  expect([recorder.unexercised, recorder.inconclusive]).toEqual([['BAT-08'], ['BAT-08']]);
  const { verified, blocked } = recorder.evidence({ kind: 'complete' });
  expect(verified).toEqual({ 'BAT-09': { listBrands: 1 } });
  expect(blocked).toEqual([
    { requirement: 'BAT-08', reason: expect.stringMatching(/^the list of (?!sk-good).* has no entries$/) },
  ]);
});

test('the reason "nothing to look at" takes precedence over the outcome of the test, but not over the configuration', async () => {
  const cut = recording(['BAT-08', 'BAT-09']);
  await cut.verify('BAT-08', accepted, unseeing('the list has no entries'));
  const both = (first: string, second: string) => [
    { requirement: 'BAT-08', reason: first },
    { requirement: 'BAT-09', reason: second },
  ];
  for (const kind of ['blocked', 'broken'] as const)
    expect(cut.evidence({ kind, reason: 'no orders' }).blocked).toEqual(
      both('the list has no entries', 'no orders'),
    );
  expect(cut.evidence({ kind: 'inapplicable', reason: 'writes denied' })).toMatchObject({
    blocked: [],
    inapplicable: both('writes denied', 'writes denied'),
  });
});

const stock: OpenGap = { gap: 'G-11', operationId: 'getStockResults' };
const products: OpenGap = { gap: 'G-09', operationId: 'upsertProducts' };

/** The gaps that a blocked test knew, whether it saw a deviation, the gap that the target confirms, and the named one. */
const named: readonly (readonly [
  known: readonly OpenGap[],
  deviates: boolean,
  confirmed?: string,
  named?: OpenGap,
])[] = [
  [[products], true, undefined, products],
  [[], true, undefined, stock],
  [[products, stock], false, 'G-09', stock],
  [[], true, 'G-11'],
  [[], false],
];

test('a block names the unconfirmed gaps of its error, otherwise those where the target deviated', async () => {
  const exchange = exampleExchange({ ...sound, operationId: 'getStockResults' });
  const violation = failing({ expected: ['one'], actual: 'two', at: inBody('batchRequestId') });
  for (const [gaps, deviates, confirmed, open] of named) {
    const recorder = recording(['BAT-08', 'BAT-09', 'BAT-10'], { isConfirmed: (gap) => gap === confirmed });
    if (deviates) await recorder.verify('BAT-08', exchange, violation);
    await recorder.verify('BAT-10', exchange, unseeing('the list has no entries'));
    const reasons = recorder.evidence({ kind: 'blocked', reason: 'no result', gaps }).blocked.slice(-2);
    const end = open === undefined ? '' : `: ${open.gap} at ${open.operationId}`;
    for (const [index, begin] of ['no result', 'the list has no entries'].entries())
      expect(reasons[index]).toMatchObject({
        reason: expect.stringMatching(new RegExp(`^${begin}.*${end}$`)),
        ...(open && { obstacles: [open.gap] }),
      });
  }
  // An assertion names its own.
  const recorder = recording(['BAT-07'], unconfirming);
  await recorder.verify('BAT-07', accepted, unseeing('too fast', ['G-07']));
  const [blocked] = recorder.evidence({ kind: 'blocked', reason: 'later', gaps: [stock] }).blocked;
  expect(blocked?.reason).toMatch(/^too fast; .*: G-07 at listBrands$/);
});

test('a reason names gaps by operation, at most three of them, and every gap is an obstacle', () => {
  for (const [given, told] of [
    [
      'G-02 upsertProducts, G-05 listBrands, G-03 upsertProducts, G-05 listBrands',
      'G-02 and G-03 at upsertProducts, G-05 at listBrands',
    ],
    ['G-01 a, G-02 b, G-03 c, G-04 d, G-05 e', 'G-01 at a, G-02 at b, G-03 at c and 2 more'],
  ] as const) {
    const gaps = given.split(', ').map((each) => {
      const [gap = '', operationId = ''] = each.split(' ');
      return { gap, operationId };
    });
    const recorder = recording(['BAT-09'], unconfirming);
    const [blocked] = recorder.evidence({ kind: 'blocked', reason: 'why', gaps }).blocked;
    const reason = `why; the service may do in its own way what the description leaves open: ${told}`;
    const obstacles = [...new Set(gaps.map(({ gap }) => gap))];
    expect(blocked).toEqual({ requirement: 'BAT-09', reason, obstacles });
  }
});

function recording(
  covers: readonly RequirementId[] = [],
  more: Partial<ConstructorParameters<typeof Recorder>[0]> = {},
): Recorder {
  const secrets = new Secrets();
  secrets.add(key);
  return new Recorder({ covers, secrets, isConfirmed: () => true, replay: 'again', ...more });
}

function failing(violation: Violation): Assertion {
  return { result: violation };
}

/** An assertion that had nothing to look at. */
function unseeing(inconclusive: string, open?: readonly string[]): Assertion {
  return { result: { inconclusive, ...(open && { open }) } };
}
