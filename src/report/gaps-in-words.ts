import { countQuestions } from '../contract/closings/file-steps.js';
import { learnCommand } from '../target/settings.js';
import type { ConformanceReport, GapObservation, GapReport } from './conformance-report.js';
import { openRequirements } from './open-requirements.js';

/** The gaps of a report, grouped by how the target closed them. */
export interface GapsInWords {
  /** `as assumed: G-01, G-02`: one entry for each kind that occurs. */
  readonly kinds: readonly string[];
  /** The line for the target's settings; absent if there is nothing to confirm. */
  readonly line?: string;
}

/** The name of each kind, in the order of the output. */
const names: Readonly<Record<GapObservation['kind'], string>> = {
  otherwise: 'different',
  'as-assumed': 'as assumed',
  'in-part': 'as assumed, but only looked at in part',
  unseen: 'not looked at',
};

/**
 * How the target closed the gaps, in a few lines; undefined if all gaps are confirmed, if the report doesn't know,
 * and if nothing was seen.
 */
export function gapsInWords({
  gaps,
  gapsToConfirm,
}: Pick<ConformanceReport, 'gaps' | 'gapsToConfirm'>): GapsInWords | undefined {
  const isSeen = gaps.some(({ observed }) => observed !== undefined && observed.kind !== 'unseen');
  if (gapsToConfirm === undefined || !isSeen || gaps.every(({ confirmed }) => confirmed)) return undefined;
  const kinds = Object.entries(names).flatMap(([kind, name]) => {
    const having = gaps.filter(({ observed }) => observed?.kind === kind);
    return having.length === 0 ? [] : [`${name}: ${having.map(inShort).join(', ')}`];
  });
  const line = confirmingLine(gapsToConfirm);
  return { kinds, ...(line === undefined ? {} : { line }) };
}

/**
 * What to do about the gaps that the target closes otherwise, in one sentence. Gaps that kept requirements from being
 * verified come first. Undefined if there are none.
 */
export function nextStepInWords(
  report: Pick<ConformanceReport, 'target' | 'requirements' | 'deselected' | 'gaps'>,
): string | undefined {
  const blocked = openRequirements(report).flatMap(({ reason, missed }) => {
    const named = (missed?.reason ?? reason ?? '').match(/\bG-\d\d\b/g);
    return named === null ? [] : [named];
  });
  const { file } = report.target;
  const { length: count } = blocked;
  if (count > 0) {
    const ids = [...new Set(blocked.flat())].toSorted().join(', ');
    return `${count} ${count === 1 ? 'requirement' : 'requirements'} could not be verified, or not at each operation, because of gaps that the target may fill in its own way (${ids}): ${wayToClose(report.target)}`;
  }
  // A file says it where the target does otherwise; what then still differs isn't for another file to say.
  if (file !== undefined) return countQuestions(file.open) === 0 ? undefined : wayToClose(report.target);
  const otherwise = report.gaps
    .filter(({ observed, confirmed }) => observed?.kind === 'otherwise' && !confirmed)
    .map(({ id }) => id);
  if (otherwise.length === 0) return undefined;
  return `the target fills ${otherwise.join(', ')} in its own way: ${wayToClose(report.target)}`;
}

function wayToClose(target: ConformanceReport['target']): string {
  const { file } = target;
  if (file === undefined) return `run ${learnCommand(target)}`;
  const questions = countQuestions(file.open);
  if (questions === 0)
    return `${learnCommand(target)} --check shows whether the target still does what ${file.path} says`;
  return `answer the ${questions === 1 ? 'open question' : `${questions} open questions`} in ${file.path}`;
}

/** How much of the gaps a target's file closes. */
export function fileInWords({
  path,
  steps,
  confirmed,
  open,
}: NonNullable<ConformanceReport['target']['file']>): string {
  const questions = countQuestions(open);
  return [
    `${path}: ${steps} ${steps === 1 ? 'step' : 'steps'}`,
    ...(confirmed.length === 0 ? [] : [`${confirmed.join(', ')} confirmed`]),
    questions === 0 ? 'no open questions' : `${questions} open ${questions === 1 ? 'question' : 'questions'}`,
  ].join(', ');
}

/** The setting that confirms gaps, as a line of a file; undefined if there are none. */
export function confirmingLine(
  gapsToConfirm: NonNullable<ConformanceReport['gapsToConfirm']>,
): string | undefined {
  const value = gapsToConfirm === 'all' ? 'all' : gapsToConfirm.join(',');
  return value === '' ? undefined : `TARGET_CONFIRMED_GAPS=${value}`;
}

/** A gap with its differences and how much of it was looked at. */
function inShort({ id, requirements, observed }: GapReport): string {
  if (observed === undefined || observed.kind === 'unseen') return id;
  if (observed.kind === 'otherwise') return `${id} (${observed.differing.join(', ')})`;
  const { verified, open, leftOut } = observed;
  if (open.length === 0 && leftOut.length === 0) return id;
  return `${id} (${verified.length} of ${requirements.length} requirements${operationsIn(observed)})`;
}

/** The number of operations that were not seen. */
function operationsIn({ open, leftOut }: GapObservation): string {
  const count = [...open, ...leftOut].filter(({ id }) => !/^[A-Z]+-\d+$/.test(id)).length;
  return count === 0 ? '' : `, ${count} ${count === 1 ? 'operation' : 'operations'} unseen`;
}
