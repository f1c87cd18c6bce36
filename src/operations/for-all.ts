import fc from 'fast-check';
import { type Counterexample, Falsified, type Finding } from '../verdicts/finding.js';
import type { Recorder } from '../verdicts/recorder.js';

/** The number of characters of a counterexample that are shown. */
const shownCharacters = 3000;

/** A counterexample as fast-check reports it. */
interface Found extends Omit<Counterexample, 'value'> {
  readonly value: unknown;
}

/** A counterexample as a reader sees it, and the path that finds a shrunk list of commands again. */
export function shownCounterexample(found: Found): Counterexample & { readonly commandsPath?: string } {
  const shown = fc.stringify(found.value);
  const commandsPath = /\/\*replayPath="([^"]+)"\*\//.exec(shown)?.[1];
  const value =
    shown.length > shownCharacters
      ? `${shown.slice(0, shownCharacters)}... (${shown.length} characters)`
      : shown;
  return { ...found, value, ...(commandsPath === undefined ? {} : { commandsPath }) };
}

/** Where fast-check finds a counterexample again. */
export interface CounterexamplePath {
  readonly path: string;
  /** Path of a shrunk list of commands. */
  readonly commandsPath?: string | undefined;
}

/** The options of a property. */
export interface PropertySetting {
  readonly recorder: Recorder;
  /** Seed of the property: the same one draws the same examples. */
  readonly seed: number;
  readonly runs: number;
  /** The number of examples to try in order to shrink a counterexample. */
  readonly shrinkRuns: number;
  /** Path of a counterexample, to run only that one. */
  readonly path?: string;
  /** The command that replays a counterexample. */
  readonly replay: (found: CounterexamplePath) => string;
  /** Whether an error means that a test could not go on, and says nothing about the target or the suite. */
  readonly isInterruption: (error: unknown) => boolean;
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
  const known = new Set<string>();
  for (;;) {
    const pass = new Pass(setting, predicate, known);
    const property = fc.asyncProperty(arbitrary, (value) => pass.holdsFor(value));
    const { path, runs, seed } = setting;
    const details = await fc.check(property, {
      seed,
      ...(path === undefined ? { numRuns: runs } : { numRuns: Math.max(1, runs), path }),
    });
    if (pass.smallest !== undefined) {
      known.add(kindOf(pass.smallest));
      const { commandsPath, ...counterexample } = shownCounterexample({
        value: details.counterexample?.[0],
        example: details.numRuns,
        shrinks: details.numShrinks,
        seed,
        path: details.counterexamplePath ?? '',
      });
      const replay = setting.replay({ path: counterexample.path, commandsPath });
      setting.recorder.keep({ ...pass.smallest, counterexample, replay });
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
  #runs = 0;
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
    const found = await this.#run(value);
    const { smallest } = this;
    const wanted = found.find((finding) =>
      smallest === undefined ? !this.#known.has(kindOf(finding)) : kindOf(finding) === kindOf(smallest),
    );
    if (this.smallest === undefined) this.#runs += 1;
    else this.#shrinks += 1;
    this.smallest = wanted ?? this.smallest;
    return wanted === undefined;
  }

  /** After the path of a counterexample, fast-check would go on with other examples. */
  #isSpent(): boolean {
    const { runs, shrinkRuns } = this.#setting;
    return this.smallest === undefined ? this.#runs >= runs : this.#shrinks >= shrinkRuns;
  }

  async #run(value: Value): Promise<readonly Finding[]> {
    let failure: unknown;
    const found = await this.#setting.recorder.tentatively(async () => {
      try {
        await this.#predicate(value);
      } catch (error) {
        failure = error;
      }
    });
    if (failure === undefined || failure instanceof Falsified) return found;
    if (fc.PreconditionFailure.isFailure(failure as Error)) throw failure;
    // A smaller example that can't be exercised doesn't count; the current one stays.
    if (this.smallest !== undefined && this.#setting.isInterruption(failure)) return [];
    this.stopped = { reason: failure };
    return found;
  }
}
