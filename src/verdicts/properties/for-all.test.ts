import fc from 'fast-check';
import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { operations } from '../../contract/operations.js';
import { Secrets } from '../../http/shown/secrets.js';
import { Blocked, Falsified } from '../finding.js';
import { Recorder } from '../recording/recorder.js';
import { type CounterexamplePath, shortPath } from './counterexample-path.js';
import { forAll, type PropertySetting } from './for-all.js';

const sent = () => exampleExchange({ operationId: 'getStatusResults' });
const exchange = sent();

test('a replay runs the counterexample once, and shrinks nothing', async () => {
  const { recorder, setting } = kit({ shrinkRuns: 5 });
  const property = (into: number[], recorder: Recorder) => async (value: number) => {
    into.push(value);
    await recorder.verify('BAT-09', exchange, below(1, value));
    await recorder.verify('BAT-10', exchange, below(2, value));
  };
  await forAll(setting, fc.nat(1_000_000), property([], recorder));
  const [found] = recorder.findings;
  const { path = '', value } = found?.counterexample ?? {};

  const replayed = kit({ path });
  const seen: number[] = [];
  await forAll(replayed.setting, fc.nat(1_000_000), property(seen, replayed.recorder));
  expect(recorder.findings).toMatchObject([{ replay: `again ${path}` }, { requirement: 'BAT-10' }]);
  expect(seen, 'a value that could be made smaller').toEqual([Number(value)]);
  expect(seen[0]).toBeGreaterThan(2);
  expect(replayed.recorder.findings).toMatchObject([
    { requirement: 'BAT-09', counterexample: { value, shrinks: 0, path }, replay: `again ${path}` },
    { requirement: 'BAT-10', counterexample: { value, shrinks: 0, path }, replay: `again ${path}` },
  ]);
});

test('a replay runs none of the other properties of its test, and is blocked if its path leads nowhere', async () => {
  const ran: number[] = [];
  for (const property of [1, 2, 3])
    await forAll(kit({ path: '2@4', property }).setting, fc.nat(), async () => void ran.push(property));
  expect(ran).toEqual([2]);
  const nowhere = forAll(kit({ path: '0:7' }).setting, fc.constant(1), async () => {});
  await expect(nowhere).rejects.toThrow(/^--path 0:7 leads to no value/);
});

test('a replay finds the value of a path with repeated turns', async () => {
  // Each turn drops the last digit, so that fast-check takes the same turn again and again.
  const { recorder, setting } = kit({ runs: 1 });
  const list = fc.array(fc.nat(9), { minLength: 1, maxLength: 60, size: 'max' });
  await forAll(setting, list, (value) => recorder.verify('BAT-09', exchange, below(1, value.length)));
  const [{ counterexample } = {}] = recorder.findings;
  const replayed = kit({ path: counterexample?.path ?? '' });
  const seen: number[][] = [];
  await forAll(replayed.setting, list, async (value) => void seen.push(value));
  expect(seen.map((value) => fc.stringify(value))).toEqual([counterexample?.value]);
});

test('a path is shown shortly, with the number of its property and repeated turns counted', () => {
  for (const [property, long, short] of [
    [1, '10:0:0:0:10:10:10:1', '10:0x3:10x3:1'],
    [1, '1:11:11:1', '1:11:11:1'],
    [2, '7:2:2:2', '2@7:2x3'],
  ] as const)
    expect(shortPath(property, long)).toBe(short);
});

test('an error in the suite, such as a generated operation, ends a property', async () => {
  const { setting } = kit();
  const nested = fc.constant([{ items: [], called: { operation: operations[0] } }]);
  await expect(forAll(setting, nested, async () => {})).rejects.toThrow('generate its operationId instead');
  let runs = 0;
  const broken = forAll(setting, fc.nat(), async () => {
    runs += 1;
    throw new TypeError('undefined is not a function');
  });
  await expect(broken).rejects.toThrow('undefined is not a function');
  expect(runs).toBe(1);
});

test('no violation hides another of its requirement or of a different one, and each has its own smallest example', async () => {
  for (const [confirmed, check, found] of [
    [
      true,
      async (recorder: Recorder, value: number) => {
        await recorder.verify('BAT-09', exchange, below(5, value));
        await recorder.verify('BAT-10', exchange, below(300, value));
      },
      ['BAT-09 failed 5', 'BAT-10 failed 300'],
    ],
    [
      false,
      (recorder: Recorder, value: number) =>
        recorder.verify('BAT-09', exchange, value >= 300 ? below(300, value) : below(5, value, ['G-11'])),
      ['BAT-09 deviated 5', 'BAT-09 failed 300'],
    ],
  ] as const) {
    const { recorder, setting } = kit({}, confirmed);
    await forAll(setting, fc.nat(1000), (value) => check(recorder, value));
    const told = recorder.findings.map(({ requirement, judgement, actual }) =>
      [requirement, judgement, actual].join(' '),
    );
    expect(told.toSorted()).toEqual(found);
  }
});

test('shrinking switches neither to a different requirement nor between violations and deviations', async () => {
  const violation = ['BAT-09', []] as const;
  const deviation = ['BAT-09', ['G-11']] as const;
  // Only the first example of each row breaks the requirement in the first way; all others break the second.
  for (const [only, others, judgement] of [
    [violation, deviation, 'failed'],
    [deviation, violation, 'deviated'],
    [violation, ['BAT-10', []], 'failed'],
  ] as const) {
    const { recorder, setting } = kit({ runs: 1 }, false);
    let first: number | undefined;
    await forAll(setting, fc.integer({ min: 500, max: 1000 }), (value) => {
      first ??= value;
      const [id, gaps] = value === first ? only : others;
      return recorder.verify(id, exchange, below(0, value, gaps));
    });
    const kept = recorder.findings.find(
      (each) => each.requirement === 'BAT-09' && each.judgement === judgement,
    );
    expect(kept?.actual).toBe(String(first));
  }
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

test('an interruption ends the property, is not a finding, and keeps one from before in the same example', async () => {
  const { recorder, setting } = kit();
  let runs = 0;
  const interrupted = (bound: number, last: number) =>
    forAll(setting, fc.nat(1000), async (value) => {
      runs += 1;
      await recorder.verify('BAT-09', exchange, below(bound, value));
      if (runs === last) throw new Blocked('the connection broke');
    });
  await expect(interrupted(2000, 3)).rejects.toThrow('the connection broke');
  expect([runs, recorder.findings]).toEqual([3, []]);
  await expect(interrupted(0, 4)).rejects.toThrow('the connection broke');
  expect(recorder.findings.map(({ requirement }) => requirement)).toEqual(['BAT-09']);
});

test('an interruption while shrinking keeps the current example', async () => {
  const { recorder, setting } = kit({ runs: 1 });
  let first: number | undefined;
  await forAll(setting, fc.integer({ min: 100, max: 1000 }), async (value) => {
    first ??= value;
    if (value < first - 30) throw new Blocked('not this one');
    await recorder.verify('BAT-09', exchange, below(1, value));
  });
  expect(first).toBeGreaterThan(130);
  expect(recorder.findings.map(({ actual }) => actual)).toEqual([String(Number(first) - 30)]);
});

test('each example that holds verifies, unless it misses the precondition, and one that is falsified is shrunk', async () => {
  const { recorder, setting } = kit();
  await forAll(setting, fc.nat(1000), (value) => {
    fc.pre(value % 2 === 0);
    return recorder.verify('BAT-09', sent(), { result: undefined });
  });
  const { verified, findings } = recorder.evidence({ kind: 'complete' });
  expect({ verified, findings }).toEqual({ verified: { 'BAT-09': { getStatusResults: 50 } }, findings: [] });
  await forAll(setting, fc.nat(1000), async (value) => {
    if (!(await recorder.verify('BAT-09', exchange, below(40, value)))) throw new Falsified('on record');
  });
  expect(recorder.findings.map(({ actual }) => actual)).toEqual(['40']);
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
    property: 1,
    runs: 50,
    keepWhole: () => {},
    shrinkRuns: 1000,
    replay: (found: CounterexamplePath) => `again ${found.path}`,
    isInterruption: (error: unknown) => error instanceof Blocked,
    ...change,
  };
  return { recorder, setting };
}

test('a long counterexample is cut with a note, and kept as a whole', async () => {
  const whole = new Map<string, string>();
  const { recorder, setting } = kit({ keepWhole: (name, value) => whole.set(name, value) });
  const long = 'x'.repeat(5000);
  await forAll(setting, fc.constant(long), () => recorder.verify('BAT-09', exchange, below(0, 1)));
  const [{ counterexample } = {}] = recorder.findings;
  expect(counterexample?.value).toMatch(
    /x\n\[cut: these are 3000 of 5002 characters; Playwright's report has them all, as counterexample-BAT-09.txt\]$/,
  );
  expect([...whole]).toEqual([['counterexample-BAT-09.txt', `"${long}"`]]);
});

test('what an always-on check finds in an example, but not in those before, is replayed with it', async () => {
  const about = (value: number) =>
    exampleExchange({ operationId: 'getStatusResults', ...(value > 900 && { body: 'no JSON' }) });
  const { recorder, setting } = kit();
  const property = (recorder: Recorder) => async (value: number) => recorder.observe(about(value));
  await forAll(setting, fc.nat(1000), property(recorder));
  const [{ requirement, times, counterexample } = {}] = recorder.findings.filter(
    (each) => each.counterexample,
  );
  expect(Number(counterexample?.value)).toBeGreaterThan(900);
  expect(counterexample?.example).toBeGreaterThan(1);
  const { path = '' } = counterexample ?? {};
  expect(times).toBeGreaterThan(1);

  const again = kit({ path });
  await forAll(again.setting, fc.nat(1000), property(again.recorder));
  expect(again.recorder.findings).toContainEqual(
    expect.objectContaining({ requirement, counterexample: { ...counterexample, example: 1 } }),
  );

  const always = kit();
  await forAll(always.setting, fc.nat(1000), async () => always.recorder.observe(about(1000)));
  expect(always.recorder.findings.map((each) => each.counterexample)).toContain(undefined);
  expect(always.recorder.findings.filter((each) => each.counterexample)).toEqual([]);
});
