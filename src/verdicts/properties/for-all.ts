import fc from 'fast-check';
import { operations } from '../../contract/operations.js';
import { Blocked, type Counterexample, Falsified, type Finding } from '../finding.js';
import type { Recorder } from '../recording/recorder.js';
import { type CounterexamplePath, namedBy, shortPath } from './counterexample-path.js';

/** The number of characters of a counterexample that are shown. */
const shownCharacters = 3000;

/** A counterexample as a reader sees it; a long one ends with a note of what was cut, and where the whole is. */
function shownValue(whole: string, requirement: string): string {
  if (whole.length <= shownCharacters) return whole;
  return `${whole.slice(0, shownCharacters)}\n[cut: these are ${shownCharacters} of ${whole.length} characters; Playwright's report has them all, as ${attachedValue(requirement)}]`;
}

/** The name of the attachment with the whole counterexample of a requirement. */
function attachedValue(requirement: string): string {
  return `counterexample-${requirement}.txt`;
}

/** The options of a property. */
export interface PropertySetting {
  readonly recorder: Recorder;
  /** Seed of the property: the same one draws the same examples. */
  readonly seed: number;
  readonly runs: number;
  /** The number of examples to try in order to shrink a counterexample. */
  readonly shrinkRuns: number;
  /** The position of the property among those of its test, from 1. */
  readonly property: number;
  /** The path that `--path` gives: only the counterexample there is run, and the test's other properties are not. */
  readonly path?: string;
  /** The command that replays a counterexample. */
  readonly replay: (found: CounterexamplePath) => string;
  /** Whether an error means that a test could not go on, and says nothing about the target or the suite. */
  readonly isInterruption: (error: unknown) => boolean;
  /** Gets a counterexample that is too long to be shown as a whole. */
  readonly keepWhole: (name: string, value: string) => void;
}

/**
 * Runs a predicate on generated examples. The predicate makes its assertions through the recorder. If an assertion
 * fails, the example is shrunk as long as it violates the same requirement with the same judgement; only the smallest
 * example is kept, with the way to replay it. The examples then run again, to test the requirements that the first one
 * didn't violate.
 * @throws the predicate's error, unless it is a finding: an interruption, or an error in the suite
 */
export async function forAll<Value>(
  setting: PropertySetting,
  arbitrary: fc.Arbitrary<Value>,
  predicate: (value: Value) => Promise<unknown>,
): Promise<void> {
  if (setting.path !== undefined) return replay(setting, setting.path, arbitrary, predicate);
  const known = new Set<string>();
  const parameters = { seed: setting.seed, numRuns: setting.runs };
  for (;;) {
    const pass = new Pass(setting, predicate, known);
    const property = fc.asyncProperty(arbitrary, (value) => pass.holdsFor(value));
    const details = await fc.check(property, parameters);
    if (pass.smallest !== undefined) {
      known.add(kindOf(pass.smallest));
      keep(setting, pass.smallest, {
        value: details.counterexample?.[0],
        example: details.numRuns,
        shrinks: details.numShrinks,
        path: shortPath(setting.property, details.counterexamplePath ?? ''),
      });
    }
    if (pass.stopped !== undefined) throw pass.stopped.reason;
    if (pass.smallest !== undefined) continue;
    if (details.failed) {
      // fc.pre() skipped too many examples, or an arbitrary threw.
      throw details.errorInstance instanceof Error
        ? details.errorInstance
        : new Error(`No example met the precondition, out of ${details.numSkips}.`);
    }
    return;
  }
}

/** Runs only the counterexample at a path. */
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
  await tryOnce(setting, predicate, example.value, named);
}

/** Runs one value a single time, and keeps all that it violates: shrinking it again would run other values too. */
async function tryOnce<Value>(
  setting: PropertySetting,
  predicate: (value: Value) => Promise<unknown>,
  value: Value,
  path: string,
): Promise<void> {
  const { found: findings, meanwhile, failure } = await tried(setting, predicate, value);
  const kinds = findings.map(kindOf);
  const apart = findings.filter((each, index) => kinds.indexOf(kindOf(each)) === index);
  for (const finding of [...apart, ...meanwhile])
    keep(setting, finding, { value, example: 1, shrinks: 0, path });
  if (failure !== undefined && !(failure.reason instanceof Falsified)) throw failure.reason;
}

/** The value at a path, or none if the path leads nowhere. */
function valuesAt<Value>(arbitrary: fc.Arbitrary<Value>, seed: number, path: string): readonly Value[] {
  try {
    return fc.sample(arbitrary, { seed, path, numRuns: 1 });
  } catch {
    return [];
  }
}

/** Keeps a finding with its counterexample as a reader sees it, and the way to replay it. */
function keep(
  { recorder, seed, keepWhole, replay }: PropertySetting,
  finding: Finding,
  found: Omit<Counterexample, 'value' | 'seed'> & { readonly value: unknown },
): void {
  const whole = fc.stringify(found.value);
  const value = shownValue(whole, finding.requirement);
  if (value !== whole) keepWhole(attachedValue(finding.requirement), whole);
  recorder.keep({
    ...finding,
    counterexample: { ...found, value, seed },
    replay: replay({ path: found.path, seed }),
  });
}

/**
 * Runs the predicate on one value. A property must not generate operations, because each holds its part of the
 * contract: a counterexample would be too long to read.
 * @returns the findings of its assertions, and those that always-on checks kept for the first time in the meantime
 */
async function tried<Value>(
  { recorder }: PropertySetting,
  predicate: (value: Value) => Promise<unknown>,
  value: Value,
): Promise<Tried> {
  const before = recorder.findings.length;
  let failure: { readonly reason: unknown } | undefined;
  const found = await recorder.tentatively(async () => {
    try {
      if (holdsOperation(value))
        throw new Error('A property generates an operation: generate its operationId instead.');
      await predicate(value);
    } catch (reason) {
      failure = { reason };
    }
  });
  // They are counted already.
  const meanwhile = recorder.findings.slice(before).map((each) => ({ ...each, times: 0 }));
  return { found, meanwhile, ...(failure && { failure }) };
}

interface Tried {
  readonly found: readonly Finding[];
  readonly meanwhile: readonly Finding[];
  readonly failure?: { readonly reason: unknown };
}

const contractOperations: ReadonlySet<unknown> = new Set(operations);

function holdsOperation(value: unknown, seen = new Set<unknown>()): boolean {
  if (contractOperations.has(value)) return true;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || seen.has(value))
    return false;
  seen.add(value);
  return Object.values(value).some((each) => holdsOperation(each, seen));
}

/** The kind of a violation: a deviation from an assumption must not hide a violation of a statement. */
function kindOf({ requirement, judgement }: Finding): string {
  return `${requirement} ${judgement}`;
}

/** One search for a counterexample, including its shrinking. */
class Pass<Value> {
  readonly #setting: PropertySetting;
  readonly #predicate: (value: Value) => Promise<unknown>;
  /** Kinds of violations that are already known. */
  readonly #known: ReadonlySet<string>;
  /** The finding of the smallest example so far. */
  smallest: Finding | undefined;
  /** The error that ended the property early. */
  stopped: { readonly reason: unknown } | undefined;
  #examples = 0;
  #shrinks = 0;

  constructor(
    setting: PropertySetting,
    predicate: (value: Value) => Promise<unknown>,
    known: ReadonlySet<string>,
  ) {
    this.#setting = setting;
    this.#predicate = predicate;
    this.#known = known;
  }

  async holdsFor(value: Value): Promise<boolean> {
    if (this.stopped !== undefined || this.#isSpent()) return true;
    this.#examples += 1;
    const found = await this.#run(value);
    const { smallest } = this;
    const wanted = found.find((finding) =>
      smallest === undefined ? !this.#known.has(kindOf(finding)) : kindOf(finding) === kindOf(smallest),
    );
    if (smallest !== undefined) this.#shrinks += 1;
    this.smallest = wanted ?? this.smallest;
    return wanted === undefined;
  }

  /** fast-check itself has no limit for shrinking. */
  #isSpent(): boolean {
    return this.smallest !== undefined && this.#shrinks >= this.#setting.shrinkRuns;
  }

  async #run(value: Value): Promise<readonly Finding[]> {
    const { found, meanwhile, failure } = await tried(this.#setting, this.#predicate, value);
    // What the first example shows, any other may show too.
    if (this.#examples > 1 && this.smallest === undefined)
      for (const finding of meanwhile) this.#keepWith(value, finding);
    if (failure === undefined || failure.reason instanceof Falsified) return found;
    if (fc.PreconditionFailure.isFailure(failure.reason as Error)) throw failure.reason;
    // A smaller example that can't be exercised doesn't count; the current one stays.
    if (this.smallest !== undefined && this.#setting.isInterruption(failure.reason)) return [];
    this.stopped = failure;
    return found;
  }

  /** Keeps what an always-on check found, with the example as it was drawn. */
  #keepWith(value: Value, finding: Finding): void {
    const path = shortPath(this.#setting.property, String(this.#examples - 1));
    keep(this.#setting, finding, { value, example: this.#examples, shrinks: 0, path });
  }
}
