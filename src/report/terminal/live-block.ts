import { counted, grouped } from '../../contract/values/words.js';
import type { SenderWait } from '../../footprint/budget/rate-budget.js';
import { spanInWords } from '../../http/shown/duration-in-words.js';
import type { Verdict } from '../../verdicts/requirement-verdict.js';
import { fitted, type Line, type Style, styled } from './terminal.js';

/** The number of requirements with each verdict so far, and of those about which tests are still going to say more. */
export type CountsSoFar = Readonly<Record<Verdict | 'open', number>> & {
  /** How many of them only violate what is known to fail. */
  readonly known: number;
};

/** Everything that the live block shows. */
export interface LiveState {
  readonly ended: number;
  readonly tests: number;
  /** Milliseconds since the run began. */
  readonly elapsed: number;
  /** What a run does after its last test, which may take some seconds; absent before. */
  readonly ending?: string;
  /** Milliseconds that are left; absent as long as nobody can say. */
  readonly remaining?: number;
  readonly requirements: CountsSoFar;
  /** For each running test, what it waits for now; undefined if it doesn't wait. */
  readonly running: readonly (SenderWait | undefined)[];
}

const widestBar = 40;

const wordsOf: readonly (readonly [state: Verdict | 'open', word: string, style: Style])[] = [
  ['passed', 'passed', 'green'],
  ['failed', 'failed', 'red'],
  ['warned', 'warned', 'yellow'],
  ['deviated', 'deviated', 'yellow'],
  ['partial', 'partial', 'yellow'],
  ['blocked', 'blocked', 'yellow'],
  ['inapplicable', 'inapplicable', 'dim'],
  ['open', 'to come', 'dim'],
];

/** One frame of the block at the bottom of a terminal while a run goes on: how far it is, what it found, what it does. */
export function liveFrame(state: LiveState, columns: number): readonly Line[] {
  const doing = state.ending === undefined ? waitingLine(state.running) : [state.ending];
  // The last column stays empty, because some terminals already begin a new line there.
  return [[], barOf(state, columns - 1), countsOf(state), [' ', styled('▸ ', 'cyan'), ...doing]].map((line) =>
    fitted(line, columns - 1),
  );
}

/** How far a run is and what it found, in one line. */
export function lineOf(ended: number, tests: number, requirements: CountsSoFar): Line {
  const counts = shown({ ...requirements, inapplicable: 0, open: 0 }).map(({ text }) => text);
  return [`${ended}/${counted(tests, 'test')}, requirements: ${counts.join(', ')}`];
}

/** The counts that say something, in the words of the summary, without what was deselected or has no check. */
function shown(requirements: CountsSoFar) {
  return wordsOf
    .filter(([state]) => state === 'passed' || requirements[state] > 0)
    .map(([state, word, style]): { readonly text: string; readonly styles: readonly Style[] } => {
      const text = `${requirements[state]} ${word}`;
      if (state !== 'failed') return { text, styles: [style] };
      const known = requirements.known > 0 ? ` (${requirements.known} known)` : '';
      return { text: text + known, styles: hasNewFailure(requirements) ? ['bold', style] : ['yellow'] };
    });
}

function hasNewFailure({ failed, known }: CountsSoFar): boolean {
  return failed > known;
}

function barOf({ ended, tests, elapsed, remaining, requirements }: LiveState, columns: number): Line {
  const share = ended / tests;
  const percent = `${Math.floor(share * 100)}%`.padStart(5);
  const isOver = remaining === undefined || ended === tests;
  const left = isOver ? '' : `, about ${spanInWords(roundedUp(remaining))} left`;
  const words = `  ${grouped(ended)} of ${counted(tests, 'test')}  ${spanInWords(Math.max(1000, elapsed))}${left}`;
  const width = Math.max(0, Math.min(widestBar, columns - percent.length - words.length - 1));
  const done = Math.round(width * share);
  return [
    ' ',
    styled('━'.repeat(done), hasNewFailure(requirements) ? 'red' : 'green'),
    styled('─'.repeat(width - done), 'dim'),
    styled(percent, 'bold'),
    words,
  ];
}

/** No estimate is better than this, and it must not change with every frame. */
function roundedUp(milliseconds: number): number {
  const step = milliseconds < 60_000 ? 5000 : 10_000;
  return Math.max(1, Math.ceil(milliseconds / step)) * step;
}

function countsOf({ requirements }: LiveState): Line {
  return [
    ' Requirements  ',
    ...shown(requirements).flatMap(({ text, styles }, index) => [
      ...(index === 0 ? [] : ['  ']),
      styled(text, ...styles),
    ]),
  ];
}

/** What a test waits for: other tests that wait for the same thing have the same cause. */
function causeOf({ operation, awaited = 'time to pass at the service' }: SenderWait): string {
  return operation === undefined ? awaited : `the rate limit of ${operation}`;
}

function spanLeft({ left }: SenderWait): string {
  return left === undefined ? '' : `, ${spanInWords(Math.max(1000, left))} left`;
}

/** What a run is doing while no test ends, in one line. */
export function waitingLine(running: LiveState['running']): Line {
  if (running.length === 0) return ['loading the tests'];
  const waiting = running.flatMap((wait) => wait ?? []);
  const causes = [...new Set(waiting.map(causeOf))].map((cause) => {
    const those = waiting.filter((wait) => causeOf(wait) === cause);
    const [soonest = {}] = those.toSorted((a, b) => (a.left ?? 0) - (b.left ?? 0));
    return `${those.length} for ${cause}${spanLeft(soonest)}`;
  });
  const said = `${counted(running.length, 'test')} running`;
  return [causes.length === 0 ? said : `${said}; waiting: ${causes.join('; ')}`];
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
