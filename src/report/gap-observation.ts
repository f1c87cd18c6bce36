import type {
  ConformanceReport,
  GapObservation,
  GapReport,
  LookedAt,
  OperationReport,
  RequirementReport,
} from './conformance-report.js';
import type { OperationCoverage } from './coverage-report.js';

/** The parts of a run that show how the target closed a gap. */
export type SeenOfGaps = Pick<ConformanceReport, 'requirements' | 'operations' | 'coverage'> & {
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
  const verified = resting.filter(({ verdict }) => verdict === 'passed' || verdict === 'partial');
  const others = resting.filter((each) => !verified.includes(each) && !differing.includes(each));
  const fields = seen.coverage.operations.flatMap((each) => fieldsOf(each, gap.id));
  const unseen = seen.coverage.operations.filter((each) => isUnseen(each, gap.id));
  const isOut = ({ operationId }: OperationCoverage) =>
    seen.deniesWrites && needsWrites(operationId, seen.operations);
  const open = [
    ...others.filter(({ verdict }) => !isLeftOut(verdict)).map(asOpen),
    ...unseen
      .filter((each) => !isOut(each))
      .map(({ operationId }) => ({
        id: operationId,
        reason: 'none of its assumed fields was seen',
      })),
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
    fields: { seen: fields.filter((each) => each.seen).length, of: fields.length },
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
  const isOtherwise = ({ observed }: GapReport) => observed?.kind === 'otherwise';
  if (confirmed === 'all' && !gaps.some(isOtherwise)) return 'all';
  return gaps
    .filter((gap) => gap.observed?.kind === 'as-assumed' || (gap.confirmed && !isOtherwise(gap)))
    .map(({ id }) => id);
}

/** Whether no run could have exercised the requirement. */
function isLeftOut(verdict: RequirementReport['verdict']): boolean {
  return verdict === 'inapplicable' || verdict === 'untested';
}

function asOpen({ id, verdict, reason }: RequirementReport): LookedAt {
  return { id, reason: reason ?? `it ${verdict} for another reason` };
}

function fieldsOf({ fields }: OperationCoverage, gap: string) {
  return fields.filter((field) => field.gap === gap && field.reason === undefined);
}

/** Whether an operation has assumed fields that depend on the gap, and none of them was seen. */
function isUnseen(operation: OperationCoverage, gap: string): boolean {
  const fields = fieldsOf(operation, gap);
  return fields.length > 0 && !fields.some(({ seen }) => seen);
}

/** Whether an operation writes, or shows the result of a write. */
function needsWrites(operationId: string, operations: readonly OperationReport[]): boolean {
  return operations.some(
    (each) => each.method !== 'GET' && (each.operationId === operationId || each.results === operationId),
  );
}
