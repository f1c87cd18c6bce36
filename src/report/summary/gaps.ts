import { countQuestions } from '../../contract/mapping/file/file-steps.js';
import { counted } from '../../contract/values/words.js';
import { learnCommand } from '../../target/environment.js';
import { isVerified, needsWrite, whatIsMissing } from '../../verdicts/requirement-verdict.js';
import { notVerified } from '../../verdicts/run-verdict.js';
import type {
  ConformanceReport,
  GapObservation,
  GapReport,
  LookedAt,
  RequirementReport,
} from '../data/conformance-report.js';
import { openRequirements } from './open-requirements.js';

/** How the target closed the gaps of the description, and what to do about the open ones. */
export interface GapsInWords {
  /** How much its file closes. */
  readonly file?: string;
  /** The next step, as a sentence without its full stop. */
  readonly next?: string;
  /** `as assumed: G-01, G-02`: one entry for each kind that occurs; empty if there is nothing to report. */
  readonly kinds: readonly string[];
  /** The setting that confirms those at which the target did as assumed. */
  readonly confirming?: string;
}

const kinds: Readonly<Record<GapObservation['kind'], string>> = {
  otherwise: 'different',
  'as-assumed': 'as assumed',
  'in-part': 'as assumed, but only looked at in part',
  unseen: 'not looked at',
};

/** How the target of a run closed the gaps. */
export function gapsInWords(report: ConformanceReport): GapsInWords {
  const { gaps, gapsToConfirm, target } = report;
  const value = gapsToConfirm === 'all' ? 'all' : gapsToConfirm.join(',');
  const isShown =
    gaps.some(({ observed }) => observed.kind !== 'unseen') && !gaps.every(({ confirmed }) => confirmed);
  return {
    file: target.file && fileInWords(target.file),
    next: nextStep(report),
    kinds: Object.entries(isShown ? kinds : {}).flatMap(([kind, name]) => {
      const having = gaps.filter(({ observed }) => observed.kind === kind);
      return having.length === 0 ? [] : [`${name}: ${having.map(inShort).join(', ')}`];
    }),
    confirming: value === '' ? undefined : `TARGET_CONFIRMED_GAPS=${value}`,
  };
}

function fileInWords({
  path,
  steps,
  confirmed,
  open,
}: NonNullable<ConformanceReport['target']['file']>): string {
  const questions = countQuestions(open);
  return [
    `${path}: ${counted(steps, 'step')}`,
    ...(confirmed.length === 0 ? [] : [`${confirmed.join(', ')} confirmed`]),
    questions === 0 ? 'no open questions' : counted(questions, 'open question'),
  ].join(', ');
}

/** A gap with its differences and how much of it was looked at. */
function inShort({ id, requirements, observed }: GapReport): string {
  if (observed.kind === 'unseen') return id;
  if (observed.kind === 'otherwise') return `${id} (${observed.differing.join(', ')})`;
  const { verified, open, leftOut } = observed;
  if (open.length === 0 && leftOut.length === 0) return id;
  const unseen = [...open, ...leftOut].filter(({ id: of }) => !/^[A-Z]+-\d+$/.test(of)).length;
  const operations = unseen === 0 ? '' : `, ${counted(unseen, 'operation')} unseen`;
  return `${id} (${verified.length} of ${requirements.length} requirements${operations})`;
}

/**
 * What to do about the gaps that the target closes otherwise; those that kept requirements from being verified come
 * first. Undefined if there are none.
 */
function nextStep(report: ConformanceReport): string | undefined {
  const { gaps, target } = report;
  const { file } = target;
  const namedBy = (each: RequirementReport) =>
    whatIsMissing(each, false)?.obstacles.filter((obstacle) => obstacle.startsWith('G-')) ?? [];
  const blocked = openRequirements(report).filter((each) => namedBy(each).length > 0);
  if (blocked.length > 0) {
    const ids = [...new Set(blocked.flatMap(namedBy))].toSorted().join(', ');
    return `${counted(blocked.length, 'requirement')} ${notVerified(blocked)}, because the service may do in its own way what the description leaves open (${ids}): ${wayToClose(target)}`;
  }
  // The file already says where the target differs: a finding that remains doesn't call for a new one.
  if (file !== undefined) return countQuestions(file.open) === 0 ? undefined : wayToClose(target);
  const otherwise = gaps
    .filter(({ observed, confirmed }) => observed.kind === 'otherwise' && !confirmed)
    .map(({ id }) => id);
  if (otherwise.length === 0) return undefined;
  return `the service differs from what the suite assumes at ${otherwise.join(', ')}: ${wayToClose(target)}`;
}

function wayToClose(target: ConformanceReport['target']): string {
  const { file } = target;
  if (file === undefined) return `run ${learnCommand(target)}`;
  const questions = countQuestions(file.open);
  if (questions === 0)
    return `${learnCommand(target)} --check shows whether the target still does what ${file.path} says`;
  return `answer the ${questions === 1 ? 'open question' : `${questions} open questions`} in ${file.path}`;
}

/** The parts of a run that show how the target closed a gap. */
type SeenOfGaps = Pick<ConformanceReport, 'requirements' | 'coverage'> & {
  /** Whether the configuration of the target denies writes. */
  readonly deniesWrites: boolean;
};

/**
 * What a run saw of a gap. The target does as assumed only if everything that depends on the gap and could be
 * exercised was verified: its requirements, and at least some of the assumed fields of each operation that has them.
 */
export function gapObservation(
  gap: Pick<GapReport, 'id' | 'requirements'>,
  seen: SeenOfGaps,
): GapObservation {
  const resting = seen.requirements.filter(({ id }) => gap.requirements.includes(id));
  const differing = seen.requirements.filter(({ findings }) =>
    findings.some(({ gaps = [] }) => gaps.includes(gap.id)),
  );
  const verified = resting.filter(({ verdict }) => isVerified(verdict));
  const others = resting.filter((each) => !verified.includes(each) && !differing.includes(each));
  const assumed = seen.coverage.operations.map(({ operationId, elements }) => ({
    operationId,
    fields: elements.filter(
      ({ kind, gap: of, reason }) => kind === 'field' && of === gap.id && reason === undefined,
    ),
  }));
  const unseen = assumed.filter((each) => each.fields.length > 0 && !each.fields.some((field) => field.seen));
  const isOut = ({ operationId }: { readonly operationId: string }) =>
    seen.deniesWrites && needsWrite(operationId);
  const open = [
    ...others.filter(({ verdict }) => !isLeftOut(verdict)).map(asOpen),
    ...unseen
      .filter((each) => !isOut(each))
      .map(({ operationId: id }) => ({ id, reason: 'none of its assumed fields was seen' })),
  ];
  const leftOut = [
    ...others.filter(({ verdict }) => isLeftOut(verdict)).map(asOpen),
    ...verified.filter(({ notTestedPart }) => notTestedPart !== undefined).map(asOpen),
    ...unseen.filter(isOut).map(({ operationId }) => ({ id: operationId, reason: 'writes are denied' })),
  ];
  const isSeen = verified.length > 0 || others.some(({ exchanges }) => exchanges > 0);
  return {
    kind:
      differing.length > 0 ? 'otherwise' : !isSeen ? 'unseen' : open.length > 0 ? 'in-part' : 'as-assumed',
    verified: verified.map(({ id }) => id),
    differing: differing.map(({ id }) => id),
    open,
    leftOut,
  };
}

/**
 * The gaps that TARGET_CONFIRMED_GAPS should name after a run: those at which the target did as assumed, and those
 * that were already confirmed and at which the run saw no difference.
 */
export function gapsToConfirm(
  gaps: readonly GapReport[],
  confirmed: ConformanceReport['target']['confirmedGaps'],
): 'all' | readonly string[] {
  const isOtherwise = ({ observed }: GapReport) => observed.kind === 'otherwise';
  if (confirmed === 'all' && !gaps.some(isOtherwise)) return 'all';
  return gaps
    .filter((gap) => gap.observed.kind === 'as-assumed' || (gap.confirmed && !isOtherwise(gap)))
    .map(({ id }) => id);
}

/** Whether no run could have exercised the requirement. */
function isLeftOut(verdict: RequirementReport['verdict']): boolean {
  return verdict === 'inapplicable' || verdict === 'untested';
}

function asOpen({ id, verdict, reason }: RequirementReport): LookedAt {
  return { id, reason: reason ?? `it ${verdict} for a different reason` };
}
