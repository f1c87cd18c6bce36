import type { FullConfig } from '@playwright/test/reporter';
import type { Clock } from '../../footprint/budget/clock.js';
import type { SenderWait } from '../../footprint/budget/rate-budget.js';
import {
  isViolated,
  type RequirementResult,
  type Verdict,
  verdicts,
} from '../../verdicts/requirement-verdict.js';
import { type CountsSoFar, lineOf, liveFrame, remainingTime, waitingLine } from './live-block.js';
import type { Line, Output } from './terminal.js';

/** How a run shows that it goes on: a block that is drawn in place, a line for each tenth, or not at all. */
export type LiveMode = 'block' | 'lines' | 'none';

/** Reporters that write files and leave the terminal to the verdict. */
const silent = ['html', 'junit', 'json', 'blob'];

/** How a run shows that it goes on: a block that is drawn in place needs a terminal of its own. */
export function liveModeOf(
  environment: NodeJS.ProcessEnv,
  { isTTY }: { readonly isTTY?: boolean },
  { reporter }: Pick<FullConfig, 'reporter'>,
): LiveMode {
  const isOwn = (name: string) => /report[\\/]run[\\/]reporter\.[jt]s$/.test(name);
  const isAlone = reporter.every(([name]) => silent.includes(name) || isOwn(name));
  const draws = isTTY === true && !environment.CI && environment.TERM !== 'dumb';
  return draws && isAlone ? 'block' : 'lines';
}

const thisMachine: Clock = {
  now: () => performance.now(),
  after: (milliseconds, action) => {
    // No frame keeps the process alive.
    const timer = setTimeout(action, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

const zeros = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;

/** Milliseconds between two frames of the block: judging takes a while. */
const betweenFrames = 1000;

/** Milliseconds without news after which a line says what a run waits for: at its beginning, and later. */
const [firstSilence, longestSilence] = [4000, 30_000];

/** The means by which a live run shows its progress. */
interface Shown {
  readonly output: Output;
  readonly mode: LiveMode;
  /** The number of tests. */
  readonly tests: number;
  /** Counts the verdicts of the requirements so far. */
  readonly judge: () => CountsSoFar;
  /** What the workers wait for, by their numbers. */
  readonly waits: () => ReadonlyMap<string, SenderWait>;
  /** The planned milliseconds of the run, if there is a plan. */
  readonly expected?: number;
  /** Whether the run removes what it created after its last test, before it writes its reports. */
  readonly removes?: boolean;
}

/** Shows how a run goes on, from its beginning. */
export class LiveRun {
  readonly #shown: Shown;
  readonly #clock: Clock;
  readonly #began: number;
  /** The workers of the running tests, by their ids. */
  readonly #running = new Map<string, string>();
  #ended = 0;
  #counts: CountsSoFar | undefined;
  #cancel: (() => void) | undefined;
  #isOver = false;
  #isWriting = false;

  constructor(shown: Shown, clock: Clock = thisMachine) {
    this.#shown = shown;
    this.#clock = clock;
    this.#began = clock.now();
    this.#draw();
    this.#printTenth(firstSilence);
  }

  testBegan(id: string, worker: string): void {
    this.#running.set(id, worker);
  }

  testEnded(id: string): void {
    const before = this.#tenth;
    this.#running.delete(id);
    this.#ended += 1;
    this.#counts = undefined;
    if (this.#tenth !== before) this.#printTenth(longestSilence);
  }

  /** Prints lines, above the block. */
  print(lines: readonly Line[]): void {
    if (this.#shown.mode !== 'none') this.#shown.output.print(lines);
  }

  /** The run has removed what it created, and writes its reports. */
  writesReports(): void {
    this.#isWriting = true;
    this.#draw();
  }

  /** Removes the block. */
  finish(): void {
    this.#isOver = true;
    this.#cancel?.();
    this.#shown.output.clear();
  }

  get #tenth(): number {
    return Math.floor((this.#ended * 10) / Math.max(this.#shown.tests, 1));
  }

  /** A run that doesn't reach its target has no tests, and says why in its verdict. */
  #shows(mode: LiveMode): boolean {
    return this.#shown.mode === mode && !this.#isOver && this.#shown.tests > 0;
  }

  #next(milliseconds: number, action: () => void): void {
    this.#cancel?.();
    this.#cancel = this.#clock.after(milliseconds, action);
  }

  #printTenth(silence: number): void {
    if (!this.#shows('lines')) return;
    const { output, tests, judge } = this.#shown;
    output.print([lineOf(this.#ended, tests, judge())]);
    this.#sayWaitsAfter(silence);
  }

  #sayWaitsAfter(milliseconds: number): void {
    this.#next(milliseconds, () => {
      if (this.#ended === this.#shown.tests) return;
      this.#shown.output.print([waitingLine(this.#runningTests)]);
      this.#sayWaitsAfter(longestSilence);
    });
  }

  get #runningTests(): readonly (SenderWait | undefined)[] {
    const waits = this.#shown.waits();
    return [...this.#running.values()].map((worker) => waits.get(worker));
  }

  /** Draws the block, if there is one, once a second: it then also fits a terminal whose size has changed. */
  #draw(): void {
    if (!this.#shows('block')) return;
    const { output, tests, judge, expected, removes } = this.#shown;
    const [elapsed, share] = [this.#clock.now() - this.#began, this.#ended / tests];
    this.#counts ??= judge();
    const isAtEnd = this.#isWriting || this.#ended === tests;
    const ending = removes && !this.#isWriting ? 'removing what the run created' : 'writing the reports';
    const frame = {
      ...{ ended: this.#ended, tests, elapsed, requirements: this.#counts, running: this.#runningTests },
      remaining: remainingTime(elapsed, share, expected),
      ending: isAtEnd ? ending : undefined,
    };
    output.draw(liveFrame(frame, output.columns));
    this.#next(betweenFrames, () => this.#draw());
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
  const counts = { open: 0, known: 0, ...zeros };
  for (const { requirement, verdict, known } of results) {
    const isOpen = coming.has(requirement.id) || (verdict !== 'passed' && always.has(requirement.id));
    counts[!isViolated(verdict) && isOpen ? 'open' : verdict] += 1;
    if (verdict === 'failed' && known) counts.known += 1;
  }
  return counts;
}
