import fc from 'fast-check';
import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { Secrets } from '../../http/shown/secrets.js';
import { Blocked } from '../finding.js';
import { Recorder } from '../recording/recorder.js';
import { type CounterexamplePath, forAll, type PropertySetting } from './for-all.js';

const exchange = exampleExchange({ operationId: 'getStatusResults' });

/** A recorder, and the setting of a property. */
function kit(change: Partial<PropertySetting> = {}, confirmed = true) {
  const recorder = new Recorder({
    covers: ['BAT-09', 'BAT-10'],
    isConfirmed: () => confirmed,
    secrets: new Secrets(),
    replay: 'again',
  });
  const setting: PropertySetting = {
    recorder,
    seed: 7,
    property: 1,
    runs: 50,
    shrinkRuns: 1000,
    replay: (found: CounterexamplePath) => `again ${found.path}`,
    isInterruption: (error: unknown) => error instanceof Blocked,
    ...change,
  };
  const told = () =>
    recorder.findings.map(({ requirement, judgement, actual }) => `${requirement} ${judgement} ${actual}`);
  return { recorder, setting, told };
}

function below(bound: number, value: number, gaps: readonly string[] = []) {
  const violation = { expected: [`a number below ${bound}`], actual: String(value), gaps };
  return { result: value >= bound ? violation : undefined };
}

test('a replay runs the counterexample once, without shrinking it', async () => {
  const { recorder, setting } = kit({ shrinkRuns: 5 });
  const property = (into: number[], recorder: Recorder) => async (value: number) => {
    into.push(value);
    await recorder.verify('BAT-09', exchange, below(1, value));
    await recorder.verify('BAT-10', exchange, below(2, value));
  };
  await forAll(setting, fc.nat(1_000_000), property([], recorder));
  const { path = '', value } = recorder.findings[0]?.counterexample ?? {};

  const replayed = kit({ path });
  const seen: number[] = [];
  await forAll(replayed.setting, fc.nat(1_000_000), property(seen, replayed.recorder));
  expect(seen, 'a value that could be made smaller').toEqual([Number(value)]);
  expect(seen[0]).toBeGreaterThan(2);
  const counterexample = { value, shrinks: 0, path };
  expect(replayed.recorder.findings).toMatchObject(
    ['BAT-09', 'BAT-10'].map((requirement) => ({ requirement, counterexample, replay: `again ${path}` })),
  );
});

test('a replay runs none of the other properties of its test, and is blocked if its path leads nowhere', async () => {
  const ran: number[] = [];
  for (const property of [1, 2, 3])
    await forAll(kit({ path: '2@4', property }).setting, fc.nat(), async () => void ran.push(property));
  expect(ran).toEqual([2]);
  const nowhere = forAll(kit({ path: '0:7' }).setting, fc.constant(1), async () => {});
  await expect(nowhere).rejects.toThrow(/^--path 0:7 leads to no value/);
});

test('a path is shown in a short form, and a replay finds the value even if the path repeats a turn', async () => {
  // Each turn drops the last digit, so fast-check takes the same turn again and again.
  const { recorder, setting } = kit({ runs: 1, property: 2 });
  const list = fc.array(fc.nat(9), { minLength: 1, maxLength: 60, size: 'max' });
  await forAll(setting, list, (value) => recorder.verify('BAT-09', exchange, below(1, value.length)));
  const [{ counterexample } = {}] = recorder.findings;
  expect(counterexample?.path).toMatch(/^2@(\d+:)*\d+x\d+/);
  const seen: number[][] = [];
  const replayed = kit({ path: counterexample?.path ?? '', property: 2 });
  await forAll(replayed.setting, list, async (value) => void seen.push(value));
  expect(seen.map((value) => fc.stringify(value))).toEqual([counterexample?.value]);
});

test('no violation hides another one, of the same or of a different requirement, and each has its own smallest example', async () => {
  const both = kit();
  await forAll(both.setting, fc.nat(1000), async (value) => {
    await both.recorder.verify('BAT-09', exchange, below(5, value));
    await both.recorder.verify('BAT-10', exchange, below(300, value));
  });
  expect(both.told().toSorted()).toEqual(['BAT-09 failed 5', 'BAT-10 failed 300']);
  const one = kit({}, false);
  await forAll(one.setting, fc.nat(1000), (value) =>
    one.recorder.verify('BAT-09', exchange, value >= 300 ? below(300, value) : below(5, value, ['G-11'])),
  );
  expect(one.told().toSorted()).toEqual(['BAT-09 deviated 5', 'BAT-09 failed 300']);
});

test('shrinking neither switches to a different requirement nor turns a violation into a deviation or vice versa', async () => {
  // Only the first example of each row breaks the requirement in the first way; all others break the second.
  for (const [only, others, judgement] of [
    [['BAT-09', []], ['BAT-09', ['G-11']], 'failed'],
    [['BAT-09', ['G-11']], ['BAT-09', []], 'deviated'],
    [['BAT-09', []], ['BAT-10', []], 'failed'],
  ] as const) {
    const { recorder, setting, told } = kit({ runs: 1 }, false);
    let first: number | undefined;
    await forAll(setting, fc.integer({ min: 500, max: 1000 }), (value) => {
      first ??= value;
      const [id, gaps] = value === first ? only : others;
      return recorder.verify(id, exchange, below(0, value, gaps));
    });
    expect(told()).toContain(`BAT-09 ${judgement} ${first}`);
  }
});

test('an interruption or an error in the suite ends the property, but keeps an earlier finding in the same example', async () => {
  const { recorder, setting } = kit();
  let runs = 0;
  const ended = (bound: number, last: number, error: Error) =>
    forAll(setting, fc.nat(1000), async (value) => {
      runs += 1;
      await recorder.verify('BAT-09', exchange, below(bound, value));
      if (runs === last) throw error;
    });
  await expect(ended(2000, 2, new TypeError('undefined is not a function'))).rejects.toThrow('undefined is');
  await expect(ended(2000, 3, new Blocked('the connection broke'))).rejects.toThrow('the connection broke');
  expect([runs, recorder.findings]).toEqual([3, []]);
  await expect(ended(0, 4, new Blocked('the connection broke'))).rejects.toThrow('the connection broke');
  expect(recorder.findings.map(({ requirement }) => requirement)).toEqual(['BAT-09']);
});

test('shrinking keeps the current example if it is interrupted', async () => {
  const { recorder, setting, told } = kit({ runs: 1 });
  let first: number | undefined;
  await forAll(setting, fc.integer({ min: 100, max: 1000 }), async (value) => {
    first ??= value;
    if (value < first - 30) throw new Blocked('not this one');
    await recorder.verify('BAT-09', exchange, below(1, value));
  });
  expect(first).toBeGreaterThan(130);
  expect(told()).toEqual([`BAT-09 failed ${Number(first) - 30}`]);
});

test('a finding that an always-on check makes for the first time in an example is replayed with that example', async () => {
  const about = (value: number) =>
    exampleExchange({ operationId: 'getStatusResults', ...(value > 900 && { body: 'no JSON' }) });
  const property = (recorder: Recorder) => async (value: number) => recorder.observe(about(value));
  const { recorder, setting } = kit();
  await forAll(setting, fc.nat(1000), property(recorder));
  const found = recorder.findings.find((each) => each.counterexample);
  const { requirement, counterexample } = found ?? {};
  expect(Number(counterexample?.value)).toBeGreaterThan(900);
  expect(counterexample?.example).toBeGreaterThan(1);

  const again = kit({ path: counterexample?.path ?? '' });
  await forAll(again.setting, fc.nat(1000), property(again.recorder));
  expect(again.recorder.findings).toContainEqual(
    expect.objectContaining({ requirement, counterexample: { ...counterexample, example: 1 } }),
  );
});
