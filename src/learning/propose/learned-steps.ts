import { mappedParts } from '../../contract/mapping/file/file-steps.js';
import type { TargetFile } from '../../contract/mapping/file/target-file.js';
import { gapOfError } from '../../contract/mapping/mapped-errors.js';
import { counted } from '../../contract/values/words.js';
import { gapOfEqual } from '../../verdicts/recording/submission.js';
import type { LearnedOperation } from '../learn-operation.js';
import type { LearnedError } from '../survey/errors.js';
import type { LearnedDeliveries } from '../trials/deliveries.js';
import type { DraftStep, ProposedStep, Source } from './proposal.js';

/** The gap of events and their delivery (clause 6). */
export const gapOfDeliveries = 'G-12';

/** The gap of refusals (clause 7). */
const gapOfRefusals = 'G-15';

type Setting = 'success' | 'refusal' | 'type' | 'signature' | 'equal';

/** One way in which the target differs: a step of its file, a status, a media type or a header. */
export interface LearnedStep {
  readonly kind: DraftStep['kind'] | Setting;
  /** The keys that lead to it in the file, without the words of `values`. */
  readonly place: readonly (string | number)[];
  /** Our path, or the empty path. */
  readonly at: string;
  /** One of our words, if the step replaces a word. */
  readonly word?: string;
  readonly gap?: string | undefined;
  /** What shows it; absent if a person wrote it. */
  readonly source?: Source | undefined;
  readonly evidence: string;
}

/** The facts from which a target's file is written. */
export interface LearnedTarget {
  readonly name: string;
  readonly operations: readonly LearnedOperation[];
  readonly errors?: readonly LearnedError[];
  /** The live description; absent if there was none. */
  readonly learned?: NonNullable<TargetFile['learned']>;
  /** The learned facts about deliveries of events; undefined if no delivery arrived. */
  readonly deliveries?: LearnedDeliveries | undefined;
  /** Whether an equal submission got the id of the batch in flight (gap G-21); undefined if none was sent. */
  readonly equal?: LearnedEquality | undefined;
  /**
   * The status with which the target refuses invalid input, and the gaps that are as assumed, if a person wrote them.
   */
  readonly refusal?: number;
  readonly confirmed?: readonly string[];
}

/** Whether equal submissions are one batch. */
export interface LearnedEquality {
  readonly isSameBatch: boolean;
  readonly evidence: string;
  /** What shows it; absent if a person wrote it. */
  readonly source?: Source;
}

/** All steps that learning proposes, in the order of the file. */
export function learnedSteps({
  operations,
  errors = [],
  deliveries,
  equal,
}: LearnedTarget): readonly LearnedStep[] {
  const common = commonRefusal(operations);
  const setting = (
    kind: Setting,
    place: LearnedStep['place'],
    about: Pick<LearnedStep, 'gap' | 'source' | 'evidence'>,
  ): LearnedStep => ({ ...about, kind, place: [...place, kind], at: '' });
  const body = (
    steps: readonly ProposedStep[],
    place: LearnedStep['place'],
    otherwise?: string,
  ): readonly LearnedStep[] =>
    steps.map(({ step, gap = otherwise, source, evidence }) => ({
      kind: step.kind,
      place: [...place, step.kind, step.at],
      at: step.at,
      ...(step.kind === 'values' && { word: step.word }),
      gap: gapOfKind(step.kind, gap),
      source,
      evidence,
    }));
  return [
    ...operations.flatMap(({ operation: { operationId }, alignments, gaps, ...learned }) => {
      const at = ['operations', operationId];
      const [gap] = gaps;
      const { success, refusal, refusesAsAssumed: source } = learned;
      const isUsual = common !== undefined && refusal === undefined && source !== undefined;
      return [
        ...(success === undefined ? [] : [setting('success', at, { gap, ...success })]),
        ...(refusal === undefined || refusal.status === common
          ? []
          : [setting('refusal', at, { gap: gapOfRefusals, ...refusal })]),
        ...(isUsual
          ? [
              setting('refusal', at, {
                gap: gapOfRefusals,
                source,
                evidence: 'it refuses as the contract says',
              }),
            ]
          : []),
        ...mappedParts.flatMap((part) => body(alignments[part].steps, [...at, part], gap)),
      ];
    }),
    ...(deliveries?.signature === undefined
      ? []
      : [
          setting('signature', ['deliveries'], {
            gap: gapOfDeliveries,
            ...signatureOf(deliveries.signature),
          }),
        ]),
    ...body(deliveries?.steps ?? [], ['deliveries', 'body'], gapOfDeliveries),
    ...(common === undefined ? [] : [setting('refusal', [], commonEvidence(operations, common))]),
    ...(equal?.isSameBatch
      ? [setting('equal', [], { gap: gapOfEqual, evidence: equal.evidence, source: equal.source })]
      : []),
    ...errors.flatMap(({ status, type, steps }) => [
      ...(type === undefined
        ? []
        : [setting('type', ['errors', status], { gap: gapOfError(status), ...type })]),
      ...body(steps, ['errors', status], gapOfError(status)),
    ]),
  ];
}

/**
 * The status with which most operations refuse invalid input, if it isn't 400. The status for unknown ids is only
 * written at single operations.
 */
export function commonRefusal(operations: readonly LearnedOperation[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { refusal } of operations)
    if (refusal !== undefined && refusal.status !== 404)
      counts.set(refusal.status, (counts.get(refusal.status) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most !== undefined && most[1] >= 3 ? most[0] : undefined;
}

function commonEvidence(operations: readonly LearnedOperation[], status: number) {
  const refusing = operations.flatMap(({ refusal }) => (refusal?.status === status ? [refusal] : []));
  const seen = refusing.filter(({ source }) => source === 'answered').length;
  return {
    gap: gapOfRefusals,
    source: seen > 0 ? ('answered' as const) : ('described' as const),
    evidence: refusalsInWords(seen, refusing.length - seen, status),
  };
}

/** How many operations answered invalid input with a status, and how many are only documented to. */
function refusalsInWords(answered: number, documented: number, status: number): string {
  if (answered === 0)
    return `${counted(documented, 'operation')} are documented to answer invalid input with ${status}`;
  const more =
    documented === 0 ? '' : `, and ${documented} more ${documented === 1 ? 'is' : 'are'} documented to`;
  return `${counted(answered, 'operation')} answered invalid input with ${status}${more}`;
}

/** The name of a field is one gap, its bounds and whether it is required are another (clause 2.2). */
function gapOfKind(kind: DraftStep['kind'], gap: string | undefined): string | undefined {
  const isBound = ['bound', 'require', 'optional', 'filled', 'convert'].includes(kind);
  return isBound && gap === 'G-03' ? 'G-02' : gap;
}

function signatureOf({ evidence, isLearned }: { readonly evidence: string; readonly isLearned?: true }) {
  return { evidence, ...(isLearned && { source: 'answered' as const }) };
}
