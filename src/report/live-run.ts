import type { SenderWait } from '../footprint/budget/rate-budget.js';
import type { Evidence, Finding } from '../verdicts/finding.js';
import { lineOf, liveFrame, type RunningTest, type StateSoFar, waitingLine } from './live-block.js';
import type { Line, Output } from './terminal.js';

/** How a run shows that it goes on: a block that is drawn in place, a line for each tenth, or not at all. */
export type LiveMode = 'block' | 'lines' | 'none';

/** A test that a run is going to run. */
export interface AwaitedTest {
  readonly id: string;
  readonly topic: string;
  readonly title: string;
  /** Its part of the work, in any unit. */
  readonly weight: number;
}

/** The time of this machine, so that a test can replace it. */
export interface LiveClock {
  /** Milliseconds. */
  now(): number;
  /** Calls an action later, and returns a function that prevents it. */
  after(milliseconds: number, action: () => void): () => void;
}

const thisMachine: LiveClock = {
  now: Date.now,
  after: (milliseconds, action) => {
    // No frame keeps the process alive.
    const timer = setTimeout(action, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

/** Milliseconds between two frames: ten a second at most, and one a second if nothing happens. */
const [betweenFrames, withoutNews] = [100, 1000];

/** Milliseconds without news after which a line says what a run waits for: at its beginning, and later. */
const [firstSilence, longestSilence] = [4000, 30_000];

/** Shows how a run goes on. */
export class LiveRun {
  readonly #output: Output;
  readonly #mode: LiveMode;
  readonly #clock: LiveClock;
  readonly #requirements = new RequirementsSoFar();
  readonly #waits: () => ReadonlyMap<string, SenderWait>;
  readonly #running = new Map<
    string,
    { readonly test: AwaitedTest; readonly worker: string; readonly since: number }
  >();
  #tests: ReadonlyMap<string, AwaitedTest> = new Map();
  #expected: number | undefined;
  #began = 0;
  #ended = 0;
  #weight = { done: 0, all: 0 };
  #drawnAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;
  #isOver = false;

  /** @param waits what the workers wait for, by their numbers */
  constructor(
    output: Output,
    mode: LiveMode,
    waits: () => ReadonlyMap<string, SenderWait> = () => new Map(),
    clock: LiveClock = thisMachine,
  ) {
    this.#output = output;
    this.#mode = mode;
    this.#waits = waits;
    this.#clock = clock;
  }

  /**
   * Begins with the first frame.
   * @param requirements ids of those that the tests are going to say something about
   * @param expected the planned milliseconds of the run, if there is a plan
   */
  begin(tests: readonly AwaitedTest[], requirements: Iterable<string>, expected?: number): void {
    this.#tests = new Map(tests.map((test) => [test.id, test]));
    this.#expected = expected;
    this.#began = this.#clock.now();
    this.#weight = { done: 0, all: tests.reduce((sum, { weight }) => sum + weight, 0) };
    this.#requirements.await(requirements);
    // A run that doesn't reach its target has no tests, and says why in its verdict.
    if (tests.length === 0) return;
    this.#news();
    this.#printTenth();
  }

  testBegan(id: string, worker: string): void {
    const test = this.#tests.get(id);
    if (test === undefined) return;
    this.#running.set(id, { test, worker, since: this.#clock.now() });
    this.#news();
  }

  testEnded(id: string): void {
    const before = this.#tenth;
    this.#running.delete(id);
    this.#ended += 1;
    this.#weight.done += this.#tests.get(id)?.weight ?? 0;
    this.#news();
    if (this.#tenth !== before) this.#printTenth();
  }

  /** Counts what a test learned about requirements. @param isKnown whether a finding is a known failure */
  learned(evidence: Evidence, isKnown: (finding: Finding) => boolean): void {
    this.#requirements.add(evidence, isKnown);
  }

  /** Prints lines, above the block. */
  print(lines: readonly Line[]): void {
    if (this.#mode !== 'none') this.#output.print(lines);
  }

  /** Draws the block for the new size of the terminal. */
  resized(): void {
    if (this.#mode === 'block' && !this.#isOver && this.#tests.size > 0) this.#draw();
  }

  /** Removes the block. */
  finish(): void {
    this.#isOver = true;
    this.#cancel?.();
    this.#output.clear();
  }

  get #tenth(): number {
    return Math.floor((this.#ended * 10) / Math.max(this.#tests.size, 1));
  }

  #printTenth(): void {
    if (this.#mode !== 'lines') return;
    const isFirst = this.#cancel === undefined;
    this.#output.print([lineOf(this.#ended, this.#tests.size, this.#requirements.counts())]);
    this.#sayWaitsAfter(isFirst ? firstSilence : longestSilence);
  }

  #sayWaitsAfter(milliseconds: number): void {
    this.#cancel?.();
    if (this.#isOver || this.#ended === this.#tests.size) return;
    this.#cancel = this.#clock.after(milliseconds, () => {
      this.#output.print([waitingLine(this.#runningTests)]);
      this.#sayWaitsAfter(longestSilence);
    });
  }

  get #runningTests(): readonly RunningTest[] {
    const now = this.#clock.now();
    const waits = this.#waits();
    return [...this.#running.values()].map(({ test: { topic, title }, worker, since }) => {
      const wait = waits.get(worker);
      return { topic, title, milliseconds: now - since, ...(wait === undefined ? {} : { wait }) };
    });
  }

  #news(): void {
    if (this.#mode !== 'block' || this.#isOver) return;
    this.#drawAfter(Math.max(0, this.#drawnAt + betweenFrames - this.#clock.now()));
  }

  #drawAfter(milliseconds: number): void {
    this.#cancel?.();
    this.#cancel = this.#clock.after(milliseconds, () => this.#draw());
  }

  #draw(): void {
    const now = this.#clock.now();
    const elapsed = now - this.#began;
    const share = this.#weight.all === 0 ? 0 : Math.min(1, this.#weight.done / this.#weight.all);
    this.#output.draw(
      liveFrame(
        {
          ended: this.#ended,
          tests: this.#tests.size,
          share,
          elapsed,
          remaining: remainingTime(elapsed, share, this.#expected),
          requirements: this.#requirements.counts(),
          running: this.#runningTests,
        },
        this.#output.size,
      ),
    );
    this.#drawnAt = now;
    this.#drawAfter(withoutNews);
  }
}

/**
 * The milliseconds that a run still takes: by its plan as long as it keeps to it, otherwise by the work that is done;
 * undefined at its beginning, when nobody can say.
 * @param share the part of the work that is done, from 0 to 1
 * @param expected the planned milliseconds of the run, if there is a plan
 */
export function remainingTime(elapsed: number, share: number, expected?: number): number | undefined {
  if (expected !== undefined && elapsed < expected) return expected - elapsed;
  return elapsed < 5000 || share < 0.05 ? undefined : (elapsed * (1 - share)) / share;
}

/** The states of requirements, the one that outweighs the others first: a later test may only make them worse. */
const weightiest: readonly StateSoFar[] = [
  'failed',
  'blocked',
  'known',
  'warned',
  'deviated',
  'verified',
  'inapplicable',
  'open',
];

/** What the tests of a run have learned about each requirement so far. */
class RequirementsSoFar {
  readonly #states = new Map<string, StateSoFar>();

  await(ids: Iterable<string>): void {
    for (const id of ids) this.#become(id, 'open');
  }

  add(evidence: Evidence, isKnown: (finding: Finding) => boolean): void {
    for (const id of Object.keys(evidence.verified)) this.#become(id, 'verified');
    for (const { requirement } of evidence.inapplicable) this.#become(requirement, 'inapplicable');
    for (const { requirement } of evidence.blocked) this.#become(requirement, 'blocked');
    for (const finding of evidence.findings)
      this.#become(finding.requirement, isKnown(finding) ? 'known' : finding.judgement);
  }

  counts(): Readonly<Record<StateSoFar, number>> {
    const counts = Object.fromEntries(weightiest.map((state) => [state, 0])) as Record<StateSoFar, number>;
    for (const state of this.#states.values()) counts[state] += 1;
    return counts;
  }

  #become(id: string, state: StateSoFar): void {
    const before = this.#states.get(id);
    if (before === undefined || weightiest.indexOf(state) < weightiest.indexOf(before))
      this.#states.set(id, state);
  }
}
