import { gaps, requirements, requirementsForGap } from '../../contract/requirements/catalogue.js';
import { counted } from '../../contract/values/words.js';
import { gapOfEqual } from '../../verdicts/recording/submission.js';
import { type LearnedStep, type LearnedTarget, learnedSteps } from './learned-steps.js';
import { openQuestions } from './target-yaml.js';

/** How a target fills one gap, as far as is known. */
interface GapMapping {
  readonly gap: string;
  readonly topic: string;
  readonly state: 'as assumed' | 'different' | 'open' | 'a run will show';
  /** The kinds of its differences, with their numbers: `3 names`. */
  readonly kinds: readonly string[];
  readonly questions: number;
}

interface MappingTable {
  readonly gaps: readonly GapMapping[];
  /** All open questions, including those that belong to no gap. */
  readonly questions: number;
  /** The number of requirements that depend on no open question, and of all requirements. */
  readonly closed: number;
  readonly requirements: number;
}

/** Gaps about the service's behaviour, which only a run can show, not the shape of a body. */
const shownByRuns: ReadonlySet<string> = new Set('G-01 G-04 G-06 G-07 G-14 G-17 G-18 G-20'.split(' '));

/** Gaps about accepted requests, which responses don't show. */
const shownByDescriptions: ReadonlySet<string> = new Set(['G-02', 'G-16']);

/** The learned steps and questions of each gap. */
export function mappingTable(target: LearnedTarget): MappingTable {
  const all = learnedSteps(target);
  const asked = openQuestions(target);
  const found = gaps.map(({ id, notShown: topic }): GapMapping => {
    const steps = all.filter(({ gap }) => gap === id);
    const questions = asked.filter(({ gap }) => gap === id).length;
    const isTried = id === gapOfEqual && target.equal !== undefined;
    const isSeen =
      isTried ||
      target.operations.some(
        ({ gaps: own, isKnown, isDescribed }) =>
          own.includes(id) && (shownByDescriptions.has(id) ? isDescribed : isKnown),
      );
    const unasked =
      steps.length > 0 ? 'different' : isSeen && !shownByRuns.has(id) ? 'as assumed' : 'a run will show';
    return { gap: id, topic, kinds: kindsOf(steps), questions, state: questions > 0 ? 'open' : unasked };
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

/** The table for a terminal, one line for each gap. */
export function tableLines({ gaps: rows, closed, requirements: all }: MappingTable): readonly string[] {
  const said = rows.map((row) => ({ row, state: inWords(row) }));
  const width = Math.max(...said.map(({ state }) => state.length));
  return [
    ...said.map(({ row, state }) => `${row.gap}  ${state.padEnd(width)}  ${row.topic}`),
    '',
    closed === all
      ? `No open question keeps any of the ${all} requirements from being tested.`
      : `${closed} of ${all} requirements depend on no open question.`,
  ];
}

function inWords({ state, kinds, questions }: GapMapping): string {
  if (state === 'different') return `different: ${kinds.join(', ')}`;
  return state === 'open' ? `open: ${counted(questions, 'question')}` : state;
}

/** A kind of difference in the words of a reader; the others are about places. */
const kindWords: Readonly<Partial<Record<LearnedStep['kind'], string>>> = {
  rename: 'name',
  values: 'word',
  convert: 'kind of value',
  constant: 'added field',
  require: 'required field',
  optional: 'optional field',
  filled: 'field without null',
  bound: 'bound',
  absent: 'missing part',
  success: 'status',
  refusal: 'status',
  type: 'media type',
  signature: 'header',
  equal: 'rule for equal submissions',
};

/** The kinds of differences among steps, with their numbers, the most frequent first: `3 names`, `1 bound`. */
function kindsOf(steps: readonly LearnedStep[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { kind } of steps) {
    const word = kindWords[kind] ?? 'place';
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([word, count]) => counted(count, word));
}
