import { createTwoFilesPatch } from 'diff';
import { visibleText } from '../http/shown-exchange.js';
import { parts } from './contract-parts.js';
import type { LearnedError } from './errors.js';
import type { LearnedOperation } from './learn-operation.js';
import type { Alignment, Candidate, Question } from './proposal.js';
import type { LearnedTarget } from './target-yaml.js';

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
    for (const part of parts)
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
  // Without a terminal, nobody waits for it.
  const { isCancel, select } = await import('@clack/prompts');
  const chosen = await select({
    message: visibleText(`${place}: ${question.asks}`),
    options: [
      ...candidatesOf(question).map(({ answer, evidence }) => ({
        value: answer,
        label: visibleText(answer),
        hint: visibleText(evidence).slice(0, 120),
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
  return visibleText(createTwoFilesPatch(name, `${name} as learned`, before, after, '', '', { context: 1 }));
}
