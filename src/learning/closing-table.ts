import { gapOfError } from '../contract/closings/closed-errors.js';
import { gaps, requirements, requirementsForGap } from '../contract/requirements/catalogue.js';
import { parts } from './contract-parts.js';
import { gapOfDeliveries, type LearnedTarget, openQuestions } from './target-yaml.js';

/** How a target fills one gap, as far as learning knows. */
interface GapClosing {
  readonly gap: string;
  readonly topic: string;
  readonly state: 'as assumed' | 'different' | 'open' | 'a run will tell';
  readonly steps: number;
  readonly questions: number;
}

/** How many requirements can be verified with the present knowledge. */
interface ClosingTable {
  readonly gaps: readonly GapClosing[];
  /** All open questions, including those that belong to no gap. */
  readonly questions: number;
  /** The number of requirements that rest on no open gap, and of all requirements. */
  readonly closed: number;
  readonly requirements: number;
}

/** Gaps about the service's behaviour, which only a run can show, not the shape of a body. */
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

/** Gaps about accepted requests, which answers don't show. */
const shownByDescriptions: ReadonlySet<string> = new Set(['G-02', 'G-16']);

/** The learned steps and questions of each gap. */
export function closingTable(target: LearnedTarget): ClosingTable {
  const stepsTaken = gapsOfSteps(target);
  const asked = openQuestions(target);
  const found = gaps.map(({ id, notShown: topic }): GapClosing => {
    const steps = stepsTaken.filter((gap) => gap === id).length;
    const questions = asked.filter(({ gap }) => gap === id).length;
    const isSeen = target.operations.some(
      ({ gaps: own, isKnown, isDescribed }) =>
        own.includes(id) && (shownByDescriptions.has(id) ? isDescribed : isKnown),
    );
    const unasked =
      steps > 0 ? 'different' : isSeen && !shownByRuns.has(id) ? 'as assumed' : 'a run will tell';
    return { gap: id, topic, steps, questions, state: questions > 0 ? 'open' : unasked };
  });
  const open = found.filter(({ state }) => state === 'open');
  const rests = new Set(open.flatMap(({ gap }) => requirementsForGap(gap)));
  return {
    gaps: found,
    questions: asked.length,
    closed: requirements.length - rests.size,
    requirements: requirements.length,
  };
}

/** The gap of each step; undefined for a step whose element names none. */
function gapsOfSteps({
  operations,
  errors = [],
  deliveries,
}: LearnedTarget): readonly (string | undefined)[] {
  return [
    ...operations.flatMap(({ alignments, success, refusal, gaps: [own] }) => [
      ...parts.flatMap((part) => alignments[part].steps.map(({ gap }) => gap)),
      ...(success === undefined ? [] : [own]),
      ...(refusal === undefined ? [] : ['G-15']),
    ]),
    ...errors.flatMap(({ status, type, steps }) => [steps, type ?? []].flat().map(() => gapOfError(status))),
    ...[deliveries?.steps ?? [], deliveries?.signature ?? []].flat().map(() => gapOfDeliveries),
  ];
}

/** The table for a terminal, one line for each gap. */
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
