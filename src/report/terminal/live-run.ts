import type { Clock } from '../../footprint/budget/clock.js';
import type { SenderWait } from '../../footprint/budget/rate-budget.js';
import {
  isViolated,
  type RequirementResult,
  type Verdict,
  verdicts,
} from '../../verdicts/requirement-verdict.js';
import {
  type CountsSoFar,
  type Ending,
  type LiveState,
  lineOf,
  liveFrame,
  remainingTime,
  waitingLine,
} from './live-block.js';
import type { Line, Output } from './terminal.js';

/** How a run shows that it goes on: a block that is drawn in place, a line for each tenth, or not at all. */
export type LiveMode = 'block' | 'lines' | 'none';

const thisMachine: Clock = {
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
const nothing = {
  ...(Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>),
  open: 0,
  known: 0,
};

/** Shows how a run goes on. */
export class LiveRun {
  readonly #output: Output;
  readonly #mode: LiveMode;
  readonly #clock: Clock;
  readonly #waits: () => ReadonlyMap<string, SenderWait>;
  /** The workers of the running tests, by their ids. */
  readonly #running = new Map<string, string>();
  #tests = 0;
  #judge: () => CountsSoFar = () => nothing;
  #counts = { of: nothing, at: Number.NEGATIVE_INFINITY, ended: -1 };
  #expected: number | undefined;
  #began = 0;
  #ended = 0;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;
  #isOver = false;
  #removes = false;
  #isWriting = false;

  /** @param waits what the workers wait for, by their numbers */
  constructor(
    output: Output,
    mode: LiveMode,
    waits: () => ReadonlyMap<string, SenderWait> = () => new Map(),
    clock: Clock = thisMachine,
  ) {
    this.#output = output;
    this.#mode = mode;
    this.#waits = waits;
    this.#clock = clock;
  }

  /**
   * Begins with the first frame.
   * @param tests how many there are
   * @param judge counts the verdicts of the requirements so far, which takes a while
   * @param expected the planned milliseconds of the run, if there is a plan
   * @param removes whether the run removes what it created after its last test, before it writes its reports
   */
  begin(tests: number, judge: () => CountsSoFar, expected?: number, removes = false): void {
    this.#removes = removes;
    this.#tests = tests;
    this.#expected = expected;
    this.#began = this.#clock.now();
    this.#judge = judge;
    // A run that doesn't reach its target has no tests, and says why in its verdict.
    if (tests === 0) return;
    this.#news();
    this.#printTenth();
  }

  testBegan(id: string, worker: string): void {
    this.#running.set(id, worker);
    this.#news();
  }

  testEnded(id: string): void {
    const before = this.#tenth;
    this.#running.delete(id);
    this.#ended += 1;
    this.#news();
    if (this.#tenth !== before) this.#printTenth();
  }

  /** Prints lines, above the block. */
  print(lines: readonly Line[]): void {
    if (this.#mode !== 'none') this.#output.print(lines);
  }

  /** Draws the block for the new size of the terminal. */
  resized(): void {
    if (this.#mode === 'block' && !this.#isOver && this.#tests > 0) this.#draw();
  }

  /** The run has removed what it created, and writes its reports. */
  writesReports(): void {
    this.#isWriting = true;
    this.#news();
  }

  /** Removes the block. */
  finish(): void {
    this.#isOver = true;
    this.#cancel?.();
    this.#output.clear();
  }

  get #tenth(): number {
    return Math.floor((this.#ended * 10) / Math.max(this.#tests, 1));
  }

  #printTenth(): void {
    if (this.#mode !== 'lines') return;
    const isFirst = this.#cancel === undefined;
    this.#output.print([lineOf(this.#ended, this.#tests, this.#judge())]);
    this.#sayWaitsAfter(isFirst ? firstSilence : longestSilence);
  }

  #sayWaitsAfter(milliseconds: number): void {
    this.#cancel?.();
    if (this.#isOver || this.#ended === this.#tests) return;
    this.#cancel = this.#clock.after(milliseconds, () => {
      this.#output.print([waitingLine(this.#runningTests)]);
      this.#sayWaitsAfter(longestSilence);
    });
  }

  /** The counts for the block: judging takes longer than drawing, and is done once a second. */
  #countsNow(): CountsSoFar {
    const now = this.#clock.now();
    const { at, ended } = this.#counts;
    if (ended !== this.#ended && now - at >= withoutNews)
      this.#counts = { of: this.#judge(), at: now, ended: this.#ended };
    return this.#counts.of;
  }

  get #runningTests(): LiveState['running'] {
    const waits = this.#waits();
    return [...this.#running.values()].map((worker) => waits.get(worker));
  }

  get #ending(): Ending | undefined {
    if (!this.#isWriting && this.#ended < this.#tests) return undefined;
    return this.#removes && !this.#isWriting ? 'removing what the run created' : 'writing the reports';
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
    const share = this.#ended / this.#tests;
    this.#output.draw(
      liveFrame(
        {
          ended: this.#ended,
          tests: this.#tests,
          share,
          elapsed,
          remaining: remainingTime(elapsed, share, this.#expected),
          requirements: this.#countsNow(),
          ending: this.#ending,
          running: this.#runningTests,
        },
        this.#output.size.columns,
      ),
    );
    this.#drawnAt = now;
    this.#drawAfter(withoutNews);
  }
}

/**
 * Counts the verdicts of requirements while a run goes on. As long as a test of a requirement is to come, only a
 * violation counts: without one, the requirement is open. So the number of those that passed falls only if a violation
 * is found, and when the last test has ended, all counts are those of the report.
 * @param coming ids of the requirements that the tests to come cover
 * @param always ids of the requirements that no test covers, and that any test to come may show; empty if none is to
 * come
 */
export function countsSoFar(
  results: readonly Pick<RequirementResult, 'requirement' | 'verdict' | 'known'>[],
  coming: ReadonlySet<string>,
  always: ReadonlySet<string>,
): CountsSoFar {
  const counts = { ...nothing };
  for (const { requirement, verdict, known } of results) {
    const isOpen = coming.has(requirement.id) || (verdict !== 'passed' && always.has(requirement.id));
    counts[!isViolated(verdict) && isOpen ? 'open' : verdict] += 1;
    if (verdict === 'failed' && known) counts.known += 1;
  }
  return counts;
}
