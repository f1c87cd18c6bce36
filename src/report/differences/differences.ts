import { Refusal } from '../../contract/refusal.js';
import { groupedBy } from '../../contract/values/groups.js';
import { isExercised, type Verdict } from '../../verdicts/requirement-verdict.js';
import type {
  ConformanceReport,
  ReportedFinding,
  RequirementReport,
  TestReport,
} from '../data/conformance-report.js';
import { inOrder } from '../summary/summary.js';

/** What two runs of the suite with the same seed judge differently: of two versions of a service, or of two targets. */
export interface RunDifferences {
  /** 0 if nothing differs, 1 if something does, 3 if nothing does but one run could not exercise everything. */
  readonly exitCode: 0 | 1 | 3;
  readonly a: ComparedRun;
  readonly b: ComparedRun;
  /** In the order of the catalogue. */
  readonly requirements: readonly RequirementDifference[];
  /** Requirements that only one run verified or found violated, by the reason of the other run. */
  readonly onlyOnce: readonly ExercisedOnce[];
}

/** A requirement that both runs exercised, with a different verdict or with findings that only one of them has. */
export interface RequirementDifference extends Pick<RequirementReport, 'id' | 'strength' | 'sentence'> {
  readonly verdicts: Readonly<Record<Side, Verdict>>;
  readonly findings: readonly FindingPair[];
}

/** What two runs found about a requirement at an operation: at least one has a finding, of another judgement if both do. */
export interface FindingPair {
  readonly operationId: string;
  readonly a?: ReportedFinding;
  readonly b?: ReportedFinding;
}

/** Requirements that could be exercised in only one of the runs. */
interface ExercisedOnce {
  readonly requirements: readonly string[];
  readonly notIn: Side;
  readonly verdict: Verdict;
  readonly reason: string;
}

export const sides = ['a', 'b'] as const;
export type Side = (typeof sides)[number];

export type ComparedRun = ReturnType<typeof comparedRun>;

/** A run and the file that it was read from. */
interface ReadRun {
  readonly file: string;
  readonly report: ConformanceReport;
}

/**
 * Compares two runs, requirement by requirement.
 * @throws Refusal if they did not do the same
 */
export function differencesBetween(a: ReadRun, b: ReadRun): RunDifferences {
  refuseUnlike(a, b);
  const [ofA, ofB] = [a.report, b.report];
  const inB = new Map(ofB.requirements.map((each) => [each.id, each]));
  const pairs = ofA.requirements.flatMap((one) => {
    const other = inB.get(one.id);
    return other === undefined ? [] : [{ a: one, b: other }];
  });
  const requirements = pairs.flatMap((pair) => {
    if (!isExercised(pair.a.verdict) || !isExercised(pair.b.verdict)) return [];
    const findings = pairsOfFindings(foundIn(pair.a, ofA, ofB), foundIn(pair.b, ofB, ofA));
    const { id, strength, sentence } = pair.a;
    const verdicts = { a: pair.a.verdict, b: pair.b.verdict };
    return findings.length === 0 ? [] : [{ id, strength, sentence, verdicts, findings }];
  });
  const missed = sides.flatMap((notIn) =>
    pairs.flatMap((pair) => {
      const { id, verdict, reason = 'no check of it ran' } = pair[notIn];
      const isMissed = !isExercised(verdict) && isExercised(pair[notIn === 'a' ? 'b' : 'a'].verdict);
      return isMissed ? [{ id, notIn, verdict, reason }] : [];
    }),
  );
  const groups = groupedBy(missed, ({ notIn, verdict, reason }) => `${notIn} ${verdict} ${reason}`);
  const onlyOnce = [...groups.values()].map((group): ExercisedOnce => {
    const [{ notIn, verdict, reason }] = group;
    return { requirements: group.map(({ id }) => id), notIn, verdict, reason };
  });
  // The configuration or the operator left out the requirements that are not blocked.
  const isIncomplete =
    [ofA, ofB].some(({ endedEarly }) => endedEarly) || onlyOnce.some(({ verdict }) => verdict === 'blocked');
  const exitCode = requirements.length > 0 ? 1 : isIncomplete ? 3 : 0;
  return { exitCode, a: comparedRun(a), b: comparedRun(b), requirements, onlyOnce };
}

/** A run that is compared, without its results, and the file that it was read from. */
function comparedRun({ file, report }: ReadRun) {
  const { target, verdict, exitCode, startedAt, deselected, endedEarly } = report;
  const { contractVersion, profile, seed } = report;
  return {
    ...{ file, target, verdict, exitCode, startedAt, deselected, endedEarly },
    ...{ contractVersion, profile, seed },
  };
}

function refuseUnlike(a: ReadRun, b: ReadRun): void {
  for (const { file, report } of [a, b])
    if (report.verdict === 'nothing can be said')
      throw new Refusal(
        `${file} says nothing about its target (${report.reason.replace(/\.$/, '')}): repeat that run, then compare.`,
      );
  const again = 'run one of them again with';
  for (const [thing, name, way] of [
    ['contract', 'contractVersion', 'run both targets with the same version of the suite'],
    ['profile', 'profile', `${again} --profile ${a.report.profile}`],
    ['seed', 'seed', `${again} --seed ${a.report.seed}`],
  ] as const) {
    const [one, other] = [a.report[name], b.report[name]];
    if (one !== other)
      throw new Refusal(
        `${a.file} and ${b.file} can't be compared: they have ${thing} ${one} and ${other}; ${way}.`,
      );
  }
}

/** The gravest finding of a requirement at each operation and batch write, by tests that ran in the other run too. */
function foundIn(
  { findings }: RequirementReport,
  own: ConformanceReport,
  other: ConformanceReport,
): ReadonlyMap<string, ReportedFinding> {
  // The id of a test is another in every version of the suite.
  const nameOf = ({ file, title }: TestReport) => `${file} › ${title}`;
  const names = new Map(own.tests.map((test) => [test.id, nameOf(test)]));
  const ranInOther = new Set(other.tests.map(nameOf));
  const found = inOrder(findings).filter(({ test }) => ranInOther.has(names.get(test) ?? ''));
  const groups = groupedBy(found, ({ operationId, write = '' }) => `${operationId} ${write}`);
  return new Map([...groups].map(([key, [gravest]]) => [key, gravest]));
}

function pairsOfFindings(
  inA: ReadonlyMap<string, ReportedFinding>,
  inB: ReadonlyMap<string, ReportedFinding>,
): readonly FindingPair[] {
  return [...new Set([...inA.keys(), ...inB.keys()])].flatMap((key) => {
    const [a, b] = [inA.get(key), inB.get(key)];
    if (a?.judgement === b?.judgement) return [];
    return [{ operationId: (a ?? b)?.operationId ?? '', a, b }];
  });
}
