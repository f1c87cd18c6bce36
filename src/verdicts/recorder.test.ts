import { expect, test } from '#unit-test';
import { durationBucket } from '../exchange/duration-histogram.js';
import { type ExampleExchange, exampleExchange } from '../exchange/example-exchange.js';
import { Secrets } from '../exchange/secrets.js';
import type { Unmet } from '../oracles/unmet.js';
import type { RequirementId } from '../requirements/requirement-ids.generated.js';
import { Blocked } from './interruptions.js';
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
const holding = () => {};

test('an exchange goes through every check, and is counted', () => {
  const recorder = recording();
  recorder.observe(accepted);
  recorder.observe(refused);
  recorder.observe(exampleExchange({ ...sound, operationId: 'listReports', body: [] }));
  expect(recorder.evidence({ kind: 'complete' })).toMatchObject({
    verified: {
      'ERR-08': { listBrands: 2, listReports: 1 },
      'ERR-11': { listBrands: 1, listReports: 1 },
      'ERR-01': { listBrands: 1 },
      'ERR-09': { listBrands: 2, listReports: 1 },
      'LIM-01': { listBrands: 2, listReports: 1 },
      'AUTH-11': { listBrands: 2, listReports: 1 },
    },
    operations: { listBrands: { 200: 1, 400: 1 }, listReports: { 200: 1 } },
    // Only of successes.
    durations: {
      listBrands: { [durationBucket(accepted.milliseconds)]: 1 },
      listReports: { [durationBucket(accepted.milliseconds)]: 1 },
    },
  });
  // The contract documents no 400 for a list without parameters.
  expect(recorder.findings).toMatchObject([
    { requirement: 'ERR-11', operationId: 'listBrands', judgement: 'failed' },
  ]);
});

test('an assertion that holds verifies its requirement, once each time', async () => {
  const recorder = recording(['BAT-09', 'BAT-10']);
  expect(await recorder.verify('BAT-09', accepted, holding)).toBe(true);
  expect(await recorder.verify('BAT-09', accepted, async () => {})).toBe(true);
  expect(recorder.evidence({ kind: 'complete' })).toMatchObject({
    covers: ['BAT-09', 'BAT-10'],
    verified: { 'BAT-09': { listBrands: 2 } },
    findings: [],
  });
});

test('what a test may meet can be verified, and is not missed', async () => {
  const recorder = new Recorder({
    covers: ['BAT-09'],
    mayMeet: ['BAT-10', 'BAT-11'],
    secrets: new Secrets(),
    isConfirmed: () => true,
    replay: 'again',
  });
  expect(await recorder.verify('BAT-10', accepted, holding)).toBe(true);
  expect(recorder.unexercised).toEqual(['BAT-09']);
  expect(recorder.evidence({ kind: 'complete' })).toMatchObject({
    covers: ['BAT-09'],
    verified: { 'BAT-10': { listBrands: 1 } },
  });
});

test('an assertion that fails is a finding, and the test goes on', async () => {
  const recorder = recording(['BAT-09']);
  const witness = { exchange: accepted, trail: ['0 s: pending'] };
  expect(
    await recorder.verify('BAT-09', witness, failing({ expected: ['one'], actual: 'two', at: 'status' })),
  ).toBe(false);
  expect(recorder.findings).toMatchObject([
    {
      requirement: 'BAT-09',
      judgement: 'failed',
      operationId: 'listBrands',
      expected: ['one'],
      actual: 'two',
      at: 'status',
      trail: ['0 s: pending'],
      exchange: { milliseconds: 12.4, response: { status: 200 }, curl: expect.stringMatching(/^curl /) },
      replay: 'again',
      times: 1,
    },
  ]);
  expect(recorder.evidence({ kind: 'complete' }).verified).toEqual({});
});

test('a finding names the batch write that it is about, where another operation showed it', async () => {
  const recorder = recording(['BAT-09', 'BAT-10']);
  const write = exampleExchange({ ...sound, operationId: 'updateProductStock' });
  const unmet = failing({ expected: ['one'], actual: 'two' });
  await recorder.verify('BAT-09', { exchange: accepted, trail: [], write }, unmet);
  await recorder.verify('BAT-10', { exchange: write, trail: [], write }, unmet);
  expect(recorder.findings).toMatchObject([
    { operationId: 'listBrands', write: 'updateProductStock' },
    { operationId: 'updateProductStock' },
  ]);
  expect(recorder.findings[1]).not.toHaveProperty('write');
});

test('an assertion that rejects later fails as well', async () => {
  const recorder = recording(['BAT-09']);
  const later = async () => failing({ expected: ['one'], actual: 'two' })();
  expect(await recorder.verify('BAT-09', accepted, later)).toBe(false);
  expect(recorder.findings).toHaveLength(1);
});

test('a mistake in an assertion is no finding', async () => {
  const recorder = recording(['BAT-09']);
  const mistaken = () => {
    throw new TypeError('cannot read properties of undefined');
  };
  await expect(recorder.verify('BAT-09', accepted, mistaken)).rejects.toThrow(TypeError);
  expect(recorder.findings).toEqual([]);
  expect(recorder.unexercised).toEqual(['BAT-09']);
});

test('what a test does not say it covers, it cannot verify', async () => {
  const recorder = recording(['BAT-09']);
  await expect(recorder.verify('BAT-10', accepted, holding)).rejects.toThrow(
    "The test verifies BAT-10, but doesn't say so: add it to covers().",
  );
  expect(recorder.evidence({ kind: 'complete' }).verified).toEqual({});
});

test('a refusal beside a control that was refused too proves nothing', async () => {
  const recorder = recording(['AUTH-02']);
  await expect(recorder.verify('AUTH-02', refused, holding, refused)).rejects.toThrow(
    'the request that should have been accepted beside it was not (GET /api/v1/countries/ -> 400)',
  );
  await expect(recorder.verify('AUTH-02', refused, holding, refused)).rejects.toThrow(Blocked);
  expect(recorder.unexercised).toEqual(['AUTH-02']);
});

test('beside a control that was accepted it proves the requirement', async () => {
  const recorder = recording(['AUTH-02']);
  expect(await recorder.verify('AUTH-02', refused, holding, accepted)).toBe(true);
  expect(recorder.unexercised).toEqual([]);
});

test('a violation is a violation, whatever became of the control', async () => {
  const recorder = recording(['AUTH-02']);
  expect(
    await recorder.verify(
      'AUTH-02',
      accepted,
      failing({ expected: ['status 401'], actual: 'status 200' }),
      refused,
    ),
  ).toBe(false);
});

test('the same at another index of a list is counted, not told again', () => {
  const recorder = recording();
  for (const body of [[{ id: 1 }, { id: 2 }], [{ id: 3 }]])
    recorder.observe(exampleExchange({ ...sound, body }));
  expect(recorder.findings).toMatchObject([{ requirement: 'SHP-02', at: 'body [0].name', times: 3 }]);
});

test('another place, operation, requirement or judgement is another finding', async () => {
  const recorder = recording(['BAT-04', 'BAT-05']);
  const other = exampleExchange({ ...sound, operationId: 'listReports' });
  const unmet: Unmet = { expected: ['one'], actual: 'two', at: 'header a' };
  await recorder.verify('BAT-04', accepted, failing({ ...unmet, atMost: 'warned' }));
  await recorder.verify('BAT-04', accepted, failing(unmet));
  await recorder.verify('BAT-04', accepted, failing({ ...unmet, at: 'header b' }));
  await recorder.verify('BAT-04', other, failing(unmet));
  await recorder.verify('BAT-05', accepted, failing(unmet));
  await recorder.verify('BAT-05', accepted, failing(unmet));
  const told = recorder.findings.map(({ requirement, operationId, at, judgement, times }) =>
    [requirement, operationId, at, judgement, times].join(' '),
  );
  expect(told).toEqual([
    'BAT-04 listBrands header a warned 1',
    'BAT-04 listBrands header a failed 1',
    'BAT-04 listBrands header b failed 1',
    'BAT-04 listReports header a failed 1',
    'BAT-05 listBrands header a failed 2',
  ]);
});

test('an unconfirmed gap makes a deviation of it, a confirmed one a failure', () => {
  const judged = (confirmed: boolean) => {
    const recorder = recording([], confirmed);
    recorder.observe(exampleExchange({ ...sound, body: [{ id: 1 }] }));
    return recorder.findings.map(({ judgement }) => judgement);
  };
  expect(judged(false)).toEqual(['deviated']);
  expect(judged(true)).toEqual(['failed']);
});

test('no part of the evidence holds a secret', async () => {
  const recorder = recording(['BAT-09']);
  const exchange = exampleExchange({
    ...sound,
    url: `https://shop.example.com/?k=${key}`,
    body: [`the key ${key}`],
  });
  recorder.observe(exchange);
  const unmet: Unmet = { expected: [`not ${key}`], actual: key, at: `body ${key}` };
  const trail = [`0 s: ${key}`, { did: key, model: key, read: key }];
  await recorder.verify('BAT-09', { exchange, trail }, failing(unmet));
  const [finding] = recorder.findings;
  if (finding === undefined) throw new Error('Nothing was found.');
  const counterexample = { value: key, example: 1, shrinks: 0, seed: 1, path: '0' };
  recorder.keep({ ...finding, counterexample, replay: `again ${key}` });
  expect(recorder.findings.length).toBeGreaterThan(1);
  expect(JSON.stringify(recorder.evidence({ kind: 'broken', reason: `thrown at ${key}` }))).not.toContain(
    key,
  );
});

test('a test that covers a requirement and never verifies it has learned nothing of it', async () => {
  const recorder = recording(['BAT-08', 'BAT-09', 'BAT-10']);
  await recorder.verify('BAT-08', accepted, holding);
  await recorder.verify('BAT-10', accepted, failing({ expected: ['one'], actual: 'two' }));
  expect(recorder.unexercised).toEqual(['BAT-09']);
});

test('what an always-on check verified counts as exercised', () => {
  const recorder = recording(['ERR-08', 'BAT-09']);
  recorder.observe(accepted);
  expect(recorder.unexercised).toEqual(['BAT-09']);
});

test('each ending says what became of what was not exercised', async () => {
  const recorder = recording(['BAT-09', 'BAT-10']);
  await recorder.verify('BAT-09', accepted, holding);
  const rest = [{ requirement: 'BAT-10', reason: 'why' }];
  const told = (kind: 'blocked' | 'inapplicable' | 'broken') => {
    const { blocked, inapplicable, suiteError } = recorder.evidence({ kind, reason: 'why' });
    return { blocked, inapplicable, suiteError };
  };
  expect(told('blocked')).toEqual({ blocked: rest, inapplicable: [], suiteError: undefined });
  expect(told('inapplicable')).toEqual({ blocked: [], inapplicable: rest, suiteError: undefined });
  expect(told('broken')).toEqual({ blocked: rest, inapplicable: [], suiteError: 'why' });
  expect(recorder.evidence({ kind: 'complete' })).toEqual({
    covers: ['BAT-09', 'BAT-10'],
    verified: { 'BAT-09': { listBrands: 1 } },
    findings: [],
    blocked: [],
    inapplicable: [],
    operations: {},
    durations: {},
    outside: 0,
    notes: {},
    admitted: {},
    seen: [],
  });
});

function recording(covers: readonly RequirementId[] = [], confirmed = true): Recorder {
  const secrets = new Secrets();
  secrets.add(key);
  return new Recorder({ covers, secrets, isConfirmed: () => confirmed, replay: 'again' });
}

/** An assertion that fails as the matchers of the suite do. */
function failing(unmet: Unmet): () => never {
  return () => {
    throw Object.assign(new Error('an assertion'), { matcherResult: { pass: false, unmet } });
  };
}
