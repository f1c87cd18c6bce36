import { countQuestions, countSteps } from '../../contract/mapping/file/file-steps.js';
import { learnedFrom } from '../../contract/mapping/file/target-file.js';
import type { TargetContract } from '../../contract/mapping/target-contract.js';
import { counted } from '../../contract/values/words.js';
import { learnCommand } from '../environment.js';
import type { LiveDescription } from '../load-live-description.js';
import type { Settings } from '../settings.js';

type MappedTarget = Pick<TargetContract, 'file' | 'path'>;

/**
 * How the target fills the gaps of the description, as far as the suite knows before the first test.
 * @returns a sentence; undefined if there is no file and every gap is confirmed
 */
export function mappingInWords(settings: Settings, { file, path }: MappedTarget): string | undefined {
  if (file === undefined)
    return settings.confirmedGaps === 'all'
      ? undefined
      : `unknown: where the description leaves names, shapes or statuses open, the suite assumes its own; ${learnCommand(settings)} finds out what this service uses`;
  const questions = countQuestions(file.open);
  const known = `as in ${path}, ${counted(countSteps(file), 'step')}`;
  if (questions === 0) return `${known}, no open questions`;
  return `${known}, ${counted(questions, 'open question')}: answer ${questions === 1 ? 'it' : 'them'} there, under open`;
}

/** What to notice about the file: it was learned from another description, or is there and not used. */
export function noticedFile(
  settings: Settings,
  { file, path }: MappedTarget,
  learned: LiveDescription['learnedFromOther'],
): string | undefined {
  if (learned !== undefined)
    return `the live description has changed since ${learned.on}, when ${path} was learned: ${learnCommand(settings)} --check shows how`;
  // The environment alone may name the service, and then no file of its words is used.
  const unused = file === undefined ? learnedFrom(settings.descriptionUrl) : undefined;
  return (
    unused &&
    `targets/${unused}.yaml was learned from this service, but is not used: --target ${unused} uses it`
  );
}
