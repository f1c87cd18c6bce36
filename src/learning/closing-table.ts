import { gapOfError } from '../contract/closings/closed-errors.js';
import { gaps, requirements, requirementsForGap } from '../contract/requirements/catalogue.js';
import type { LearnedDeliveries } from './deliveries.js';
import { type LearnedOperation, parts } from './learn-operation.js';
import { gapOfDeliveries, type LearnedTarget } from './target-yaml.js';

/** How a target fills one gap, as far as learning can tell. */
export interface GapClosing {
  readonly gap: string;
  readonly topic: string;
  readonly state: 'as assumed' | 'different' | 'open' | 'a run will tell';
  readonly steps: number;
  readonly questions: number;
}

/** How many requirements can be verified with what is known. */
export interface ClosingTable {
  readonly gaps: readonly GapClosing[];
  /** All open questions, those included that belong to no gap. */
  readonly questions: number;
  /** Requirements that rest on no open gap, and all that there are. */
  readonly closed: number;
  readonly requirements: number;
}

/** Gaps about what a service does, which no shape of a body tells: a run does. */
const shownByRuns: ReadonlySet<string> = new Set([
  'G-01',
  'G-04',
  'G-06',
  'G-07',
  'G-14',
  'G-17',
  'G-18',
  'G-20',
]);

/** Gaps about what is accepted, which answers don't tell. */
const shownByDescriptions: ReadonlySet<string> = new Set(['G-02', 'G-16']);

/** What was learned of each gap. */
export function closingTable(target: LearnedTarget): ClosingTable {
  const found = gaps.map(({ id, notShown: what }): GapClosing => {
    const own = target.operations.map((each) => countsOf(each, id));
    const sum = (of: (count: ReturnType<typeof countsOf>) => number) =>
      own.reduce((total, each) => total + of(each), 0);
    const delivered =
      id === gapOfDeliveries ? countsOfDeliveries(target.deliveries) : { steps: 0, questions: 0 };
    const errors = (target.errors ?? []).filter(({ status }) => gapOfError(status) === id);
    const wordings = errors.flatMap(({ type, steps }) => [...steps, ...(type === undefined ? [] : [type])]);
    const steps = sum((each) => each.steps) + delivered.steps + wordings.length;
    const asked = errors.flatMap((each) => each.questions).length;
    const questions = sum((each) => each.questions) + delivered.questions + asked;
    const isSeen = !shownByRuns.has(id) && own.some(({ isKnown }) => isKnown);
    return { gap: id, topic: what, steps, questions, state: stateOf(steps, questions, isSeen) };
  });
  const open = found.filter(({ state }) => state === 'open');
  const rests = new Set(open.flatMap(({ gap }) => requirementsForGap(gap)));
  const questions =
    target.operations.reduce((sum, each) => sum + questionsAbout(each).length, 0) +
    (target.errors ?? []).flatMap((each) => each.questions).length +
    countsOfDeliveries(target.deliveries).questions;
  return {
    gaps: found,
    questions,
    closed: requirements.length - rests.size,
    requirements: requirements.length,
  };
}

/** The table for a terminal, a line for each gap. */
export function tableLines({ gaps: rows, closed, requirements: all }: ClosingTable): readonly string[] {
  const inWords = ({ state, steps, questions }: GapClosing) => {
    if (state === 'different') return `different, ${steps} ${steps === 1 ? 'step' : 'steps'}`;
    if (state === 'open') return `open, ${questions} ${questions === 1 ? 'question' : 'questions'}`;
    return state;
  };
  return [
    ...rows.map((row) => `${row.gap}  ${inWords(row).padEnd(22)}  ${row.topic}`),
    '',
    `${closed} of ${all} requirements rest on no open gap.`,
  ];
}

/** Of deliveries that nobody received, nothing is known. */
function countsOfDeliveries(deliveries: LearnedDeliveries | undefined) {
  if (deliveries === undefined) return { steps: 0, questions: 1 };
  const { signature, steps, questions } = deliveries;
  return { steps: steps.length + (signature === undefined ? 0 : 1), questions: questions.length };
}

function stateOf(steps: number, questions: number, isSeen: boolean): GapClosing['state'] {
  if (questions > 0) return 'open';
  if (steps > 0) return 'different';
  return isSeen ? 'as assumed' : 'a run will tell';
}

function countsOf(learned: LearnedOperation, gap: string) {
  const { alignments, gaps: own } = learned;
  const isKnown = shownByDescriptions.has(gap) ? learned.isDescribed : learned.isKnown;
  const all = parts.flatMap((part) => alignments[part].steps);
  const status = gap === 'G-15' && learned.refusal !== undefined ? 1 : 0;
  const success = learned.success !== undefined && own[0] === gap ? 1 : 0;
  return {
    steps: all.filter((each) => each.gap === gap).length + status + success,
    questions: questionsAbout(learned).filter((each) => each.gap === gap).length,
    isKnown: isKnown && own.includes(gap),
  };
}

function questionsAbout({ questions, alignments }: LearnedOperation) {
  return [...questions, ...parts.flatMap((part) => alignments[part].questions)];
}
