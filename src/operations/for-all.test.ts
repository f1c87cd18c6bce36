import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { exampleExchange } from '../http/example-exchange.js';
import { Secrets } from '../http/secrets.js';
import { Blocked, Falsified } from '../verdicts/finding.js';
import { Recorder } from '../verdicts/recorder.js';
import { type CounterexamplePath, forAll, type PropertySetting, shownCounterexample } from './for-all.js';

const exchange = exampleExchange({ operationId: 'getStatusResults' });

test('a property that holds is verified once for each example, without a finding', async () => {
  const { recorder, setting } = kit();
  await forAll(setting, fc.integer(), () => recorder.verify('BAT-09', exchange, { result: undefined }));
  expect(recorder.findings).toEqual([]);
  expect(recorder.evidence({ kind: 'complete' }).verified).toEqual({ 'BAT-09': { getStatusResults: 50 } });
});

test('only the smallest counterexample is kept, with its seed, its path and the command that replays it', async () => {
  const { recorder, setting } = kit();
  await forAll(setting, fc.nat(1000), (value) => recorder.verify('BAT-09', exchange, below(17, value)));
  expect(recorder.findings).toHaveLength(1);
  const [finding] = recorder.findings;
  expect(finding).toMatchObject({ requirement: 'BAT-09', judgement: 'failed', actual: '17' });
  expect(finding?.counterexample).toMatchObject({ value: '17', seed: 7 });
  expect(finding?.counterexample?.shrinks).toBeGreaterThan(0);
  const { path = '' } = finding?.counterexample ?? {};
  expect(finding?.replay).toBe(`again ${path}`);

  const replayed = kit({ path, runs: 1 });
  const seen: number[] = [];
  await forAll(replayed.setting, fc.nat(1000), async (value) => void seen.push(value));
  expect(seen).toEqual([17]);
});

test('each requirement gets its own smallest counterexample, and no violation hides another', async () => {
  const { recorder, setting } = kit();
  await forAll(setting, fc.nat(1000), async (value) => {
    await recorder.verify('BAT-09', exchange, below(5, value));
    await recorder.verify('BAT-10', exchange, below(300, value));
  });
  expect(recorder.findings.map(({ requirement, actual }) => [requirement, actual]).toSorted()).toEqual([
    ['BAT-09', '5'],
    ['BAT-10', '300'],
  ]);
});

test('a deviation hides no violation of the same requirement, and each has its own smallest counterexample', async () => {
  const { recorder, setting } = kit({}, false);
  await forAll(setting, fc.nat(1000), (value) =>
    recorder.verify('BAT-09', exchange, value >= 300 ? below(300, value) : below(5, value, ['G-11'])),
  );
  expect(recorder.findings.map(({ judgement, actual }) => [judgement, actual]).toSorted()).toEqual([
    ['deviated', '5'],
    ['failed', '300'],
  ]);
});

test('shrinking never turns a violation into a deviation, nor a deviation into a violation', async () => {
  for (const judgement of ['failed', 'deviated'] as const) {
    const { recorder, setting } = kit({ runs: 1 }, false);
    let first: number | undefined;
    await forAll(setting, fc.integer({ min: 500, max: 1000 }), (value) => {
      first ??= value;
      const isAssumed = (value === first) === (judgement === 'deviated');
      return recorder.verify('BAT-09', exchange, below(0, value, isAssumed ? ['G-11'] : []));
    });
    expect(recorder.findings.find((each) => each.judgement === judgement)?.actual).toBe(String(first));
  }
});

test('shrinking never switches to a different requirement', async () => {
  const { recorder, setting } = kit({ runs: 1 });
  // Only the first example violates BAT-09; all others violate BAT-10.
  let first: number | undefined;
  await forAll(setting, fc.integer({ min: 500, max: 1000 }), async (value) => {
    first ??= value;
    await recorder.verify(value === first ? 'BAT-09' : 'BAT-10', exchange, below(0, value));
  });
  expect(recorder.findings.find(({ requirement }) => requirement === 'BAT-09')?.actual).toBe(String(first));
});

test('shrinking stops when its examples are used up', async () => {
  const { recorder, setting } = kit({ shrinkRuns: 3, runs: 1 });
  let runs = 0;
  await forAll(setting, fc.integer({ min: 900, max: 1000 }), (value) => {
    runs += 1;
    return recorder.verify('BAT-09', exchange, below(10, value));
  });
  // One run that fails, three that shrink the example, and one for the other requirements.
  expect(runs).toBeLessThanOrEqual(5);
  expect(recorder.findings).toHaveLength(1);
});

test('an interruption ends the property and is not a finding', async () => {
  const { recorder, setting } = kit();
  let runs = 0;
  const interrupted = forAll(setting, fc.nat(), async () => {
    runs += 1;
    if (runs === 3) throw new Blocked('the connection broke');
    await recorder.verify('BAT-09', exchange, { result: undefined });
  });
  await expect(interrupted).rejects.toThrow('the connection broke');
  expect(runs).toBe(3);
  expect(recorder.findings).toEqual([]);
});

test('a finding before an interruption in the same example is kept', async () => {
  const { recorder, setting } = kit();
  const interrupted = forAll(setting, fc.nat(1000), async (value) => {
    await recorder.verify('BAT-09', exchange, below(0, value));
    throw new Blocked('the connection broke');
  });
  await expect(interrupted).rejects.toThrow('the connection broke');
  expect(recorder.findings.map(({ requirement }) => requirement)).toEqual(['BAT-09']);
});

test('an interruption while shrinking keeps the current example', async () => {
  const { recorder, setting } = kit();
  await forAll(setting, fc.integer({ min: 0, max: 1000 }), async (value) => {
    if (value > 0 && value < 200) throw new Blocked('not this one');
    await recorder.verify('BAT-09', exchange, below(1, value));
  }).catch(() => {});
  for (const { actual } of recorder.findings) expect(Number(actual)).toBeGreaterThanOrEqual(200);
});

test('an error in the suite is rethrown, and nothing is shrunk', async () => {
  const { setting } = kit();
  let runs = 0;
  const broken = forAll(setting, fc.nat(), async () => {
    runs += 1;
    throw new TypeError('undefined is not a function');
  });
  await expect(broken).rejects.toThrow('undefined is not a function');
  expect(runs).toBe(1);
});

test('a falsifying example ends its run immediately, and its finding is shrunk', async () => {
  const { recorder, setting } = kit();
  await forAll(setting, fc.nat(1000), async (value) => {
    if (!(await recorder.verify('BAT-09', exchange, below(40, value)))) throw new Falsified('on record');
  });
  expect(recorder.findings.map(({ actual }) => actual)).toEqual(['40']);
});

test('an example that misses the precondition does not count', async () => {
  const { recorder, setting } = kit();
  await forAll(setting, fc.nat(1000), (value) => {
    fc.pre(value % 2 === 0);
    return recorder.verify('BAT-09', exchange, { result: undefined });
  });
  expect(recorder.evidence({ kind: 'complete' }).verified).toEqual({ 'BAT-09': { getStatusResults: 50 } });
});

function below(bound: number, value: number, gaps: readonly string[] = []) {
  const violation = { expected: [`a number below ${bound}`], actual: String(value), gaps };
  return { result: value >= bound ? violation : undefined };
}

function kit(
  change: Partial<PropertySetting> = {},
  confirmed = true,
): { recorder: Recorder; setting: PropertySetting } {
  const recorder = new Recorder({
    covers: ['BAT-09', 'BAT-10'],
    isConfirmed: () => confirmed,
    secrets: new Secrets(),
    replay: 'again',
  });
  const setting = {
    recorder,
    seed: 7,
    runs: 50,
    shrinkRuns: 1000,
    replay: (found: CounterexamplePath) => `again ${found.path}`,
    isInterruption: (error: unknown) => error instanceof Blocked,
    ...change,
  };
  return { recorder, setting };
}

test('a sequence of commands has its own path, and a long value is cut', () => {
  const shown = (value: unknown) =>
    shownCounterexample({ value, seed: 1, path: '0:1', example: 5, shrinks: 2 });
  const commands = { toString: () => 'publish(a)\npoll /*replayPath="AAB:C"*/' };
  expect(shown(commands)).toEqual({
    value: 'publish(a)\npoll /*replayPath="AAB:C"*/',
    example: 5,
    shrinks: 2,
    seed: 1,
    path: '0:1',
    commandsPath: 'AAB:C',
  });
  expect(shown('x'.repeat(5000)).value).toMatch(/x\.\.\. \(5002 characters\)$/);
});
