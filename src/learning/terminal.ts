import { createTwoFilesPatch } from 'diff';
import { visibleText } from '../http/visible-text.js';
import { type LearnedOperation, type Part, parts } from './learn-operation.js';
import type { Question } from './proposal.js';
import type { LearnedTarget } from './target-yaml.js';

/** What is done with a file that a person edited. */
export type EditedChoice = 'overwrite' | 'propose' | 'leave';

/** Asks a person each open question, best candidate first; what is answered becomes a step. */
export async function answerQuestions(target: LearnedTarget): Promise<LearnedTarget> {
  const operations: LearnedOperation[] = [];
  let isOver = false;
  for (const learned of target.operations) {
    const alignments = { ...learned.alignments };
    for (const part of parts) {
      const open: Question[] = [];
      const steps = [...alignments[part].steps];
      for (const question of alignments[part].questions) {
        const chosen: string = isOver ? 'later' : await choice(learned, part, question);
        isOver ||= chosen === 'stop';
        const candidate = question.candidates.find(({ answer }) => answer === chosen);
        if (candidate === undefined) open.push(question);
        else if (candidate.step !== undefined)
          steps.push({ step: candidate.step, evidence: `a person's answer: ${candidate.evidence}` });
      }
      alignments[part] = { ...alignments[part], steps, questions: open };
    }
    operations.push({ ...learned, alignments });
  }
  return { ...target, operations };
}

async function choice(
  { operation }: LearnedOperation,
  part: Part,
  { asks, candidates }: Question,
): Promise<string> {
  // Nobody waits for it who has no terminal.
  const { isCancel, select } = await import('@clack/prompts');
  const chosen = await select({
    message: visibleText(`${operation.operationId}, ${part}: ${asks}`),
    options: [
      ...candidates.map(({ answer, evidence }) => ({
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

/** Asks what becomes of a file that was edited. */
export async function chooseForEdited(file: string): Promise<EditedChoice> {
  const { isCancel, select } = await import('@clack/prompts');
  const chosen = await select<EditedChoice>({
    message: `${file} was edited after it was written. What shall become of it?`,
    options: [
      { value: 'propose', label: 'keep it, and write what was learned next to it' },
      { value: 'overwrite', label: 'overwrite it' },
      { value: 'leave', label: 'keep it, and write nothing' },
    ],
  });
  return isCancel(chosen) ? 'leave' : chosen;
}

/** The difference between a file and what would be written in its place. */
export function patchBetween(name: string, before: string, after: string): string {
  return visibleText(createTwoFilesPatch(name, `${name} as learned`, before, after, '', '', { context: 1 }));
}
