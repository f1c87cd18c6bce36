import { createTwoFilesPatch } from 'diff';
import { mappedParts } from '../contract/mapping/file/file-steps.js';
import { gaps, requirements, requirementsForGap } from '../contract/requirements/catalogue.js';
import { counted } from '../contract/values/words.js';
import { printable } from '../http/shown/printable.js';
import { gapOfEqual } from '../verdicts/recording/submission.js';
import type { LearnedOperation } from './learn-operation.js';
import { type LearnedTarget, learnedSteps } from './propose/learned-steps.js';
import type { Alignment, Candidate, Question } from './propose/proposal.js';
import { kindsOf } from './propose/second-look.js';
import { openQuestions } from './propose/target-yaml.js';
import type { LearnedError } from './survey/errors.js';

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

/** What to do with a file that a person edited. */
type EditedChoice = 'overwrite' | 'propose' | 'leave';

/** Asks a person each open question, best candidate first; each answer becomes a step. */
export async function answerQuestions(target: LearnedTarget): Promise<LearnedTarget> {
  const operations: LearnedOperation[] = [];
  const errors: LearnedError[] = [];
  let isOver = false;
  const answered = async <Open extends Pick<Alignment, 'steps' | 'questions'>>(
    place: string,
    about: Open,
  ): Promise<Open> => {
    const open: Question[] = [];
    const steps = [...about.steps];
    for (const question of about.questions) {
      const chosen: string = isOver ? 'later' : await choice(place, question);
      isOver ||= chosen === 'stop';
      const candidate = candidatesOf(question).find(({ answer }) => answer === chosen);
      if (candidate === undefined) open.push(question);
      else if (candidate.step !== undefined)
        steps.push({ step: candidate.step, evidence: `a person's answer: ${candidate.evidence}` });
    }
    return { ...about, steps, questions: open };
  };
  for (const learned of target.operations) {
    const alignments = { ...learned.alignments };
    for (const part of mappedParts)
      alignments[part] = await answered(`${learned.operation.operationId}, ${part}`, alignments[part]);
    operations.push({ ...learned, alignments });
  }
  for (const error of target.errors ?? []) errors.push(await answered(`errors ${error.status}`, error));
  return { ...target, operations, errors };
}

/** The candidates and, if the question allows it, the answer that the target has no such thing. */
function candidatesOf({ at, candidates, mayBeAbsent }: Question): readonly Candidate[] {
  if (!mayBeAbsent || candidates.some(({ answer }) => answer === 'absent')) return candidates;
  const step = { kind: 'absent', at } as const;
  return [...candidates, { answer: 'absent', evidence: 'the service has nothing of the kind', step }];
}

async function choice(place: string, question: Question): Promise<string> {
  // Imported lazily: only a terminal needs it.
  const { isCancel, select } = await import('@clack/prompts');
  const chosen = await select({
    message: printable(`${place}: ${question.asks}`),
    options: [
      ...candidatesOf(question).map(({ answer, evidence }) => ({
        value: answer,
        label: printable(answer),
        hint: printable(evidence).slice(0, 120),
      })),
      { value: 'none of these', label: 'none of these' },
      { value: 'later', label: 'later' },
    ],
  });
  return isCancel(chosen) ? 'stop' : chosen;
}

/** Asks what to do with a file that was edited. */
export async function chooseForEdited(file: string): Promise<EditedChoice> {
  const { isCancel, select } = await import('@clack/prompts');
  const chosen = await select<EditedChoice>({
    message: `${file} was edited after it was written. What should happen to it?`,
    options: [
      { value: 'propose', label: 'keep it, and write the proposal next to it' },
      { value: 'overwrite', label: 'overwrite it' },
      { value: 'leave', label: 'keep it, and write nothing' },
    ],
  });
  return isCancel(chosen) ? 'leave' : chosen;
}

/** The difference between a file and its replacement. */
export function patchBetween(name: string, before: string, after: string): string {
  return createTwoFilesPatch(name, `${name} as learned`, before, after, '', '', { context: 1 });
}
