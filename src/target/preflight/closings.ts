import { countQuestions, countSteps } from '../../contract/closings/file-steps.js';
import type { TargetContract } from '../../contract/closings/target.js';
import type { LiveDescription } from '../load-live-description.js';
import { learnCommand, type Settings } from '../settings.js';

type Named = Pick<Settings, 'name' | 'baseUrl' | 'confirmedGaps'>;

/**
 * How the target fills the gaps of the description, as far as the suite knows before the first test.
 *
 * @param contract - the target's contract, with its file if it has one
 * @returns a sentence; undefined if there is no file and every gap is confirmed
 */
export function closingsInWords(
  { name, baseUrl: url, confirmedGaps }: Named,
  { file, path }: Pick<TargetContract, 'file' | 'path'>,
): string | undefined {
  const command = learnCommand({ name, url });
  if (file === undefined)
    return confirmedGaps === 'all'
      ? undefined
      : `none, so the suite fills every gap of the description with its assumption: ${command} finds out how the target fills them`;
  const steps = countSteps(file);
  const questions = countQuestions(file.open);
  const told = `${path}, ${steps} ${steps === 1 ? 'step' : 'steps'}`;
  if (questions === 0) return `${told}, no open questions`;
  return `${told}, ${questions} open ${questions === 1 ? 'question' : 'questions'}: answer ${questions === 1 ? 'it' : 'them'} there, under open`;
}

/**
 * Whether the live description has changed since the target's file was learned from it.
 *
 * @param description - undefined if it could not be loaded
 * @returns a sentence; undefined if the description is the same, or this is unknown
 */
export function driftIn(
  { name, baseUrl: url }: Named,
  { path }: Pick<TargetContract, 'path'>,
  description: Pick<LiveDescription, 'learnedFromOther'> | undefined,
): string | undefined {
  const learned = description?.learnedFromOther;
  if (learned === undefined) return undefined;
  return `the live description has changed since ${learned.on}, when ${path} was learned: ${learnCommand({ name, url })} --check shows how`;
}
