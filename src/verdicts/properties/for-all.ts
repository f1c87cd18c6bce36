import fc from 'fast-check';
import { groupedBy } from '../../contract/values/groups.js';
import { Blocked, type Counterexample, Falsified, type Finding } from '../finding.js';
import type { Recorder } from '../recording/recorder.js';

/** Where fast-check finds a counterexample again. */
export type CounterexamplePath = Pick<Counterexample, 'path' | 'seed'>;

/** The maximum number of characters of a counterexample that are shown. */
const shownCharacters = 3000;

/** The options of a property. */
export interface PropertySetting {
  readonly recorder: Recorder;
  /** Seed of the property: the same seed draws the same examples. */
  readonly seed: number;
  readonly runs: number;
  /** The maximum number of examples to try when shrinking a counterexample. */
  readonly shrinkRuns: number;
  /** The position of the property among those of its test, from 1. */
  readonly property: number;
  /** The path given with `--path`: only the counterexample there is run, and none of the test's other properties. */
  readonly path?: string;
  /** The command that replays a counterexample. */
  readonly replay: (found: CounterexamplePath) => string;
  /** Whether an error only means that a test could not go on, and says nothing about the target or the suite. */
  readonly isInterruption: (error: unknown) => boolean;
}

/**
 * Runs a predicate on generated examples. The predicate makes its assertions through the recorder. If an assertion
 * fails, the example is shrunk as long as it violates the same requirement with the same judgement; only the smallest
 * example is kept, together with the command to replay it. The examples then run again, to test the requirements that
 * the first one didn't violate.
 * @throws the predicate's error, unless it is a finding: an interruption, or an error in the suite
 */
export async function forAll<Value>(
  setting: PropertySetting,
  arbitrary: fc.Arbitrary<Value>,
  predicate: (value: Value) => Promise<unknown>,
): Promise<void> {
  if (setting.path !== undefined) return replay(setting, setting.path, arbitrary, predicate);
  const known = new Set<string>();
  for (;;) {
    const smallest = await search(setting, arbitrary, predicate, known);
    if (smallest === undefined) return;
    known.add(kindOf(smallest));
  }
}

/**
 * Searches once for a counterexample, shrinks it and keeps the smallest.
 * @param known kinds of violations that no longer need a counterexample
 * @returns the finding of the smallest counterexample; undefined if there is none
 * @throws the predicate's error, unless it is a finding
 */
async function search<Value>(
  setting: PropertySetting,
  arbitrary: fc.Arbitrary<Value>,
  predicate: (value: Value) => Promise<unknown>,
  known: ReadonlySet<string>,
): Promise<Finding | undefined> {
  const result: { smallest?: Finding; stopped?: Tried['failure'] } = {};
  let [examples, shrinks] = [0, 0];
  const holdsFor = async (value: Value): Promise<boolean> => {
    const { smallest, stopped } = result;
    // fast-check itself doesn't limit shrinking.
    if (stopped !== undefined || (smallest !== undefined && shrinks >= setting.shrinkRuns)) return true;
    examples += 1;
    const { found, meanwhile, failure } = await tried(setting, predicate, value);
    // A finding of an always-on check is kept with the example as it was drawn, but not for the first example: any
    // example may show what that one shows.
    if (examples > 1 && smallest === undefined)
      for (const finding of meanwhile) {
        const path = shortPath(setting.property, String(examples - 1));
        keep(setting, finding, { value, example: examples, shrinks: 0, path });
      }
    if (failure !== undefined && fc.PreconditionFailure.isFailure(failure.reason as Error))
      throw failure.reason;
    if (smallest !== undefined) shrinks += 1;
    // A smaller example that can't be exercised doesn't count; the current one is kept.
    if (failure !== undefined && smallest !== undefined && setting.isInterruption(failure.reason))
      return true;
    result.stopped = failure;
    const wanted = found.find((finding) =>
      smallest === undefined ? !known.has(kindOf(finding)) : kindOf(finding) === kindOf(smallest),
    );
    result.smallest = wanted ?? smallest;
    return wanted === undefined;
  };
  const parameters = { seed: setting.seed, numRuns: setting.runs };
  const details = await fc.check(fc.asyncProperty(arbitrary, holdsFor), parameters);
  const { smallest, stopped } = result;
  const [value] = details.counterexample ?? [];
  const path = shortPath(setting.property, details.counterexamplePath ?? '');
  const found = { value, example: details.numRuns, shrinks: details.numShrinks, path };
  if (smallest !== undefined) keep(setting, smallest, found);
  if (stopped !== undefined) throw stopped.reason;
  if (smallest !== undefined || !details.failed) return smallest;
  // fc.pre() skipped too many examples, or an arbitrary threw.
  const { errorInstance, numSkips } = details;
  throw errorInstance instanceof Error
    ? errorInstance
    : new Error(`No example met the precondition, out of ${numSkips}.`);
}

/**
 * Runs only the counterexample at a path, and keeps everything that it violates: shrinking it again would also run
 * other values.
 */
async function replay<Value>(
  setting: PropertySetting,
  named: string,
  arbitrary: fc.Arbitrary<Value>,
  predicate: (value: Value) => Promise<unknown>,
): Promise<void> {
  const { property, path } = namedBy(named);
  if (property !== setting.property) return;
  const [example] = valuesAt(arbitrary, setting.seed, path).map((value) => ({ value }));
  if (example === undefined)
    throw new Blocked(
      `--path ${named} leads to no value of the test: its finding names the seed and the profile`,
    );
  const { found, meanwhile, failure } = await tried(setting, predicate, example.value);
  const apart = [...groupedBy(found, kindOf).values()].map(([first]) => first);
  for (const finding of [...apart, ...meanwhile])
    keep(setting, finding, { ...example, example: 1, shrinks: 0, path: named });
  if (failure !== undefined) throw failure.reason;
}

/** The value at a path; empty if the path leads nowhere. */
function valuesAt<Value>(arbitrary: fc.Arbitrary<Value>, seed: number, path: string): readonly Value[] {
  try {
    return fc.sample(arbitrary, { seed, path, numRuns: 1 });
  } catch {
    return [];
  }
}

/** Keeps a finding with its counterexample in readable form, and the command to replay it. */
function keep(
  { recorder, seed, replay }: PropertySetting,
  finding: Finding,
  found: Omit<Counterexample, 'value' | 'seed'> & { readonly value: unknown },
): void {
  const whole = fc.stringify(found.value);
  const note = `[cut: these are ${shownCharacters} of ${whole.length} characters]`;
  const value = whole.length > shownCharacters ? `${whole.slice(0, shownCharacters)}\n${note}` : whole;
  const counterexample = { ...found, value, seed };
  recorder.keep({ ...finding, counterexample, replay: replay({ path: found.path, seed }) });
}

/** What one value revealed. */
interface Tried {
  /** The findings of the predicate's assertions. */
  readonly found: readonly Finding[];
  /** The findings that always-on checks kept for the first time in the meantime. */
  readonly meanwhile: readonly Finding[];
  /** Why the predicate ended early, unless a finding says so. */
  readonly failure: { readonly reason: unknown } | undefined;
}

/** Runs the predicate on one value. */
async function tried<Value>(
  { recorder }: PropertySetting,
  predicate: (value: Value) => Promise<unknown>,
  value: Value,
): Promise<Tried> {
  const before = recorder.findings.length;
  let failure: Tried['failure'];
  const found = await recorder.tentatively(async () => {
    try {
      await predicate(value);
    } catch (reason) {
      if (!(reason instanceof Falsified)) failure = { reason };
    }
  });
  // They have already been counted.
  const meanwhile = recorder.findings.slice(before).map((each) => ({ ...each, times: 0 }));
  return { found, meanwhile, failure };
}

/** The kind of a violation: a deviation from an assumption must not hide a violation of a statement. */
function kindOf({ requirement, judgement }: Finding): string {
  return `${requirement} ${judgement}`;
}

/**
 * fast-check's path to a value of one of a test's properties, in the form that `--path` takes. Shrinking often takes
 * the same turn dozens of times: `3:0:0:0:1` becomes `3:0x3:1`, and `2@3:0x3:1` in the second property of the test.
 */
function shortPath(property: number, path: string): string {
  const short = path.replaceAll(
    /(?<![\d])(\d+)(:\1(?!\d)){2,}/g,
    (turns, turn) => `${turn}x${turns.split(':').length}`,
  );
  return property === 1 ? short : `${property}@${short}`;
}

/** The property and fast-check's path that `--path` names. */
function namedBy(path: string): { readonly property: number; readonly path: string } {
  const [turns = '', property = '1'] = path.split('@').toReversed();
  const long = turns.split(':').flatMap((each) => {
    const [turn = '', times = '1'] = each.split('x');
    return Array.from({ length: Number(times) }, () => turn);
  });
  return { property: Number(property), path: long.join(':') };
}
