import { type ExampleExchange, exampleExchange } from '#testing/example-exchange';
import { exampleFinding } from '#testing/example-finding';
import { expect, test } from '#testing/unit-test';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import { atStatus, inBody, inHeader } from '../../contract/values/place.js';
import { durationBucket } from '../../http/shown/duration-histogram.js';
import { Secrets } from '../../http/shown/secrets.js';
import { Blocked, type Finding, type OpenGap } from '../finding.js';
import type { Assertion, Violation } from '../oracles/violation.js';
import { Recorder } from './recorder.js';

const key = 'sk-good-1';
const limits = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' };
const headers = { 'content-type': 'application/json', ...limits };
const sound: ExampleExchange = { operationId: 'listBrands', headers, body: [{ id: 1, name: 'a' }] };
const accepted = exampleExchange(sound);
const refused = exampleExchange({ ...sound, status: 400, body: { message: 'no' } });
const notFound = exampleExchange({ ...sound, status: 404, body: { message: 'no' } });
const reports = exampleExchange({ ...sound, operationId: 'listReports', body: [] });
const holding: Assertion = { result: undefined };
const violation: Violation = { expected: ['one'], actual: 'two' };
const failing = (more: Partial<Violation> = {}): Assertion => ({ result: { ...violation, ...more } });
/** An assertion that had nothing to look at. */
const unseeing = (inconclusive: string, open?: readonly string[]): Assertion => ({
  result: { inconclusive, ...(open && { open }) },
});
const complete = { kind: 'complete' } as const;

function recording(
  covers: readonly RequirementId[] = [],
  more: Partial<ConstructorParameters<typeof Recorder>[0]> = {},
): Recorder {
  const secrets = new Secrets();
  secrets.add(key);
  return new Recorder({ covers, secrets, isConfirmed: () => true, replay: 'again', ...more });
}

test('an exchange goes through every check, is counted, and becomes evidence', async () => {
  const recorder = recording(['ERR-08'], { shown: new Map() });
  for (const each of [accepted, notFound, reports]) recorder.observe(each);
  // An exchange in a burst is counted, but its duration isn't.
  recorder.observe(exampleExchange({ ...sound, operationId: 'listReports', body: [] }), true);
  // An exchange counts once for a requirement, and as evidence, an assertion takes the place of a check.
  for (const each of [accepted, accepted.withResponses((response) => response)])
    await recorder.verify('ERR-08', { exchange: each, trail: ['0 s: pending'] }, holding);
  const once = { [durationBucket(accepted.milliseconds)]: 1 };
  const evidence = recorder.evidence(complete);
  expect(evidence).toMatchObject({
    verified: { 'ERR-08': { listBrands: 2, listReports: 2 }, 'ERR-01': { listBrands: 1 } },
    operations: { listBrands: { 200: 1, 404: 1 }, listReports: { 200: 2 } },
    // Only for successes.
    durations: { listBrands: once, listReports: once },
  });
  const shown = evidence.verifying?.find(({ verifies }) => verifies.includes('ERR-08'));
  expect(shown?.trail).toEqual(['0 s: pending']);
  // The contract doesn't document 404 for a list without parameters.
  expect(recorder.findings).toMatchObject([
    { requirement: 'ERR-11', operationId: 'listBrands', judgement: 'failed' },
  ]);
});

test('an assertion that fails becomes a finding, which is announced once, and the test continues', async () => {
  const told: string[] = [];
  const found = ({ requirement, actual }: Finding) => void told.push(`${requirement} ${actual}`);
  const recorder = recording(['BAT-09', 'BAT-10', 'BAT-11'], { found });
  const write = exampleExchange({ ...sound, operationId: 'updateProductStock' });
  const witness = { exchange: accepted, trail: ['0 s: pending'], write };
  expect(await recorder.verify('BAT-09', witness, failing({ at: atStatus }))).toBe(false);
  await recorder.verify('BAT-09', witness, failing({ at: atStatus, actual: 'three' }));
  // The batch write whose effect is wrong, as a different operation showed.
  const about = { operationId: 'listBrands', write: 'updateProductStock', trail: ['0 s: pending'] };
  const exchange = { milliseconds: 12.4, response: { status: 200 }, curl: expect.stringMatching(/^curl /) };
  expect(recorder.findings).toMatchObject([
    { ...violation, ...about, at: 'status', judgement: 'failed', exchange, replay: 'again', times: 2 },
  ]);
  // A requirement that was violated was exercised.
  expect([recorder.untried, recorder.evidence(complete).verified]).toEqual([['BAT-10', 'BAT-11'], {}]);
  // Findings from examples are announced only when they are kept.
  const [example = exampleFinding()] = await recorder.tentatively(async () => {
    await recorder.verify('BAT-10', { exchange: write, trail: [], write }, failing());
  });
  expect([example.write, told]).toEqual([undefined, ['BAT-09 two']]);
  for (const each of [example, example]) recorder.keep(each);
  expect(told).toEqual(['BAT-09 two', 'BAT-10 two']);
  recorder.observe(exampleExchange({ ...sound, body: 'no JSON' }));
  expect(told.length).toBeGreaterThan(2);
});

test('a refusal proves something only if the same request without the mistake was accepted', async () => {
  const recorder = recording(['AUTH-02', 'AUTH-03'], { isConfirmed: () => false });
  const verify = (id: 'AUTH-02' | 'AUTH-03', assertion: Assertion, control = refused) =>
    recorder.verify(id, refused, assertion, control);
  const why = 'the same request without the mistake should have been accepted, but was not';
  await expect(verify('AUTH-02', holding)).rejects.toThrow(`${why} (GET /api/v1/countries/ -> 400: "no")`);
  await expect(verify('AUTH-02', holding)).rejects.toThrow(Blocked);
  expect(await verify('AUTH-02', holding, accepted)).toBe(true);
  // Neither a violation nor an inconclusive assertion needs a control.
  expect(await verify('AUTH-02', failing())).toBe(false);
  expect(await verify('AUTH-03', unseeing('no response'))).toBe(false);
  // A redirection counts as accepted if the description leaves that open, but not if the target confirms otherwise.
  const redirected = exampleExchange({ operationId: 'downloadReport', status: 302 });
  expect(await verify('AUTH-03', holding, redirected)).toBe(true);
  const confirming = recording(['AUTH-03']);
  await expect(confirming.verify('AUTH-03', refused, holding, redirected)).rejects.toThrow(why);
});

test('violations that differ only in a list index are the same; a different place, requirement or judgement makes a new one', async () => {
  const recorder = recording(['BAT-04', 'BAT-05']);
  for (const body of [[{ id: 1 }, { id: 2 }], [{ id: 3 }]])
    recorder.observe(exampleExchange({ ...sound, body }));
  const at = inHeader('a');
  await recorder.verify('BAT-04', accepted, failing({ at, atMost: 'warned' }));
  for (const each of [at, inHeader('b')]) await recorder.verify('BAT-04', accepted, failing({ at: each }));
  await recorder.verify('BAT-05', accepted, failing({ at }));
  const told = recorder.findings.map(
    (each) => `${each.requirement} ${each.at} ${each.judgement} ${each.times}`,
  );
  expect(told).toEqual([
    'SHP-02 body [0].name failed 2',
    'BAT-04 header a warned 1',
    'BAT-04 header a failed 1',
    'BAT-04 header b failed 1',
    'BAT-05 header a failed 1',
  ]);
});

test('no part of the evidence contains a secret', async () => {
  const recorder = recording(['BAT-08', 'BAT-09', 'BAT-10']);
  const url = `https://shop.example.com/?k=${key}`;
  const exchange = exampleExchange({ ...sound, url, body: [`the key ${key}`] });
  recorder.observe(exchange);
  const trail = [`0 s: ${key}`, { did: key, model: key, read: key }];
  const quoting = failing({ expected: [`not ${key}`], actual: key, at: inBody(key) });
  await recorder.verify('BAT-09', { exchange, trail }, quoting);
  await recorder.verify('BAT-10', exchange, unseeing(`the list of ${key} has no entries`));
  const counterexample = { value: key, example: 1, shrinks: 0, seed: 1, path: '0' };
  recorder.keep(exampleFinding({ counterexample, replay: `again ${key}` }));
  recorder.unreached('getShipResults', { kind: 'blocked', reason: `no orders for ${key}` });
  expect(recorder.findings.length).toBeGreaterThan(1);
  for (const kind of ['broken', 'blocked', 'inapplicable'] as const)
    expect(JSON.stringify(recorder.evidence({ kind, reason: `thrown at ${key}` }))).not.toContain(key);
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

const seen = 'the list has no entries';
const obstacles = ['too few order items'] as const;

test('whichever way a test ends, the evidence says why requirements were not exercised, and that the test was cut short', async () => {
  const recorder = recording(['BAT-08', 'BAT-09', 'BAT-10']);
  // Having nothing to look at does not block a requirement that is verified or violated elsewhere.
  for (const id of ['BAT-08', 'BAT-10'] as const) await recorder.verify(id, accepted, unseeing(seen));
  await recorder.verify('BAT-08', accepted, failing());
  expect(recorder.untried).toEqual(['BAT-09']);
  const why = { reason: 'why', obstacles };
  const both = (...[first, second]: readonly object[]) => [
    { requirement: 'BAT-09', ...first },
    { requirement: 'BAT-10', ...second },
  ];
  // As a reason, having nothing to look at takes precedence over the outcome of the test, but not over the
  // configuration.
  for (const [ending, blocked, inapplicable, cutShort] of [
    [complete, [{ requirement: 'BAT-10', reason: seen }], [], undefined],
    [{ kind: 'blocked', ...why }, both(why, { reason: seen, obstacles }), [], { kind: 'blocked', ...why }],
    [{ kind: 'inapplicable', ...why }, [], both(why, why), { kind: 'inapplicable', ...why }],
    [{ kind: 'broken', reason: 'why' }, both({ reason: 'why' }, { reason: seen }), [], undefined],
  ] as const)
    expect(recorder.evidence(ending)).toMatchObject({ blocked, inapplicable, ...(cutShort && { cutShort }) });
  expect(recorder.evidence({ kind: 'broken', reason: 'why' }).suiteError).toBe('why');
  // The evidence says that the test was cut short even if everything had been verified by then.
  for (const id of ['BAT-09', 'BAT-10'] as const) await recorder.verify(id, accepted, holding);
  const { blocked, cutShort } = recorder.evidence({ kind: 'blocked', reason: 'no orders' });
  expect([blocked, cutShort]).toEqual([[], { kind: 'blocked', reason: 'no orders' }]);
});

const stock: OpenGap = { gap: 'G-11', operationId: 'getStockResults' };
const products: OpenGap = { gap: 'G-09', operationId: 'upsertProducts' };

test('a blocked requirement names the unconfirmed gaps of the error or, if it has none, those where the target deviated', async () => {
  const exchange = exampleExchange({ ...sound, operationId: 'getStockResults' });
  // The gaps that the error names, whether the test saw a deviation, the gap that the target confirms, and the gap that
  // the reason names.
  for (const [gaps, deviates, confirmed, open] of [
    [[products], true, 'none', products],
    [[], true, 'none', stock],
    [[products, stock], false, 'G-09', stock],
    [[], true, 'G-11', undefined],
  ] as const) {
    const recorder = recording(['BAT-08', 'BAT-09', 'BAT-10'], { isConfirmed: (gap) => gap === confirmed });
    if (deviates) await recorder.verify('BAT-08', exchange, failing({ at: inBody('batchRequestId') }));
    await recorder.verify('BAT-10', exchange, unseeing(seen));
    const reasons = recorder.evidence({ kind: 'blocked', reason: 'no result', gaps }).blocked.slice(-2);
    const end = open === undefined ? '' : `: ${open.gap} at ${open.operationId}`;
    for (const [index, begin] of ['no result', seen].entries())
      expect(reasons[index]).toMatchObject({
        reason: expect.stringMatching(new RegExp(`^${begin}.*${end}$`)),
        ...(open && { obstacles: [open.gap] }),
      });
  }
  // An inconclusive assertion names its own gaps.
  const recorder = recording(['BAT-07'], { isConfirmed: () => false });
  await recorder.verify('BAT-07', accepted, unseeing('too fast', ['G-07']));
  recorder.unreached('getShipResults', { kind: 'blocked', reason: 'no orders', gaps: [stock], obstacles });
  const { blocked, unreached } = recorder.evidence({ kind: 'blocked', reason: 'later', gaps: [stock] });
  expect(blocked[0]?.reason).toMatch(/^too fast; .*: G-07 at listBrands$/);
  expect(unreached).toMatchObject([
    { kind: 'blocked', reason: expect.stringMatching(/^no orders; .*/), obstacles: [...obstacles, 'G-11'] },
  ]);
});
