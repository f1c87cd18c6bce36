import { groupedBy } from '../../contract/values/groups.js';
import { lastName } from '../../contract/values/path.js';
import { inAnyEntry } from '../../contract/values/place.js';
import { isExercised, isVerified, isViolated, type Verdict } from '../../verdicts/requirement-verdict.js';
import {
  type Comparison,
  type ConformanceReport,
  isWhole,
  nameOfTest,
  type ReportedFinding,
  type RequirementReport,
  type TestReport,
} from '../data/conformance-report.js';
import {
  causes,
  type LimitDifference,
  type RunDifference,
  type ViolationDifference,
  type WhichRun,
} from './causes.js';
import { responseDifferences } from './response-differences.js';
import { type TimeDifference, timeDifferences } from './time-differences.js';

/** The differences between two runs of the suite with the same seed: of two versions of a service, or of two targets. */
export interface RunDifferences {
  /** 0 if nothing differs, 1 if something does, 3 if nothing does but one run could not exercise everything. */
  readonly exitCode: 0 | 1 | 3;
  readonly a: ComparedRun;
  readonly b: ComparedRun;
  readonly contractVersion: string;
  readonly profile: string;
  readonly seed: number;
  /** Each with everything that seems to come from one cause; the violations come first. */
  readonly differences: readonly RunDifference[];
  /** Responses that took clearly longer in one run. They depend on the machine too, so they don't count as differences. */
  readonly times: readonly TimeDifference[];
  /** Requirements that only one run verified or found violated, by the reason of the other run. */
  readonly onlyOnce: readonly ExercisedOnce[];
  /** The number of tests that ran in only one of the runs. */
  readonly testsOnlyOnce: { readonly a: number; readonly b: number };
}

/** A run that is compared. */
export interface ComparedRun
  extends Pick<ConformanceReport, 'verdict' | 'exitCode' | 'startedAt' | 'deselected' | 'endedEarly'> {
  readonly file: string;
  readonly target: string;
  readonly url: string;
  readonly exchanges: number;
}

/** Requirements that could be exercised in only one of the runs. */
export interface ExercisedOnce {
  readonly requirements: readonly string[];
  readonly notIn: WhichRun;
  readonly verdict: Verdict;
  readonly reason: string;
}

/** Two runs that can't be compared; the message is one sentence that says why, and the way out. */
export class NotComparable extends Error {
  override readonly name = 'NotComparable';
}

/** A run and the file that it was read from. */
interface ReadRun {
  readonly file: string;
  readonly report: ConformanceReport;
}

/** The requirements of two runs side by side: those of the first in its order, then those that only the second has. */
function sideBySide(
  a: ConformanceReport,
  b: ConformanceReport,
): readonly { readonly id: string; readonly a?: RequirementReport; readonly b?: RequirementReport }[] {
  const inA = new Set<string>(a.requirements.map(({ id }) => id));
  const inB = new Map(b.requirements.map((each) => [each.id, each]));
  return [
    ...a.requirements.map((one) => ({ id: one.id, a: one, b: inB.get(one.id) })),
    ...b.requirements.flatMap((other) => (inA.has(other.id) ? [] : [{ id: other.id, b: other }])),
  ];
}

/** The names of tests that one run carried out and the other did not. */
function testsOnlyIn(some: readonly TestReport[], others: readonly TestReport[]): readonly string[] {
  const names = new Set(others.map(nameOfTest));
  return [...new Set(some.map(nameOfTest))].filter((name) => !names.has(name));
}

/**
 * What has changed since an earlier run of the same target.
 * @param now the later run; its requirements give the lists their order
 */
export function changesSince(before: ConformanceReport, now: ConformanceReport): Comparison {
  const ids = (isIn: (now: Verdict | undefined, before: Verdict | undefined) => boolean) =>
    sideBySide(now, before)
      .filter(({ a, b }) => isIn(a?.verdict, b?.verdict))
      .map(({ id }) => id);
  const { startedAt, seed, profile } = before;
  // A partial run, or one with a different profile, has different tests.
  const areAlike = isWhole(now) && isWhole(before) && now.profile === profile;
  const hasResult = ({ outcome }: TestReport) => outcome === 'passed' || outcome === 'failed';
  return {
    run: { startedAt, seed, profile },
    newlyFailing: ids(
      (verdict, earlier) =>
        isViolated(verdict) && (!isViolated(earlier) || (verdict === 'failed' && earlier !== 'failed')),
    ),
    fixed: ids((verdict, earlier) => isVerified(verdict) && isViolated(earlier)),
    newlyCovered: ids((verdict, earlier) => isVerified(verdict) && !isExercised(earlier)),
    // In a partial run, the operator left out the requirements that no check verified.
    noLongerVerified: ids(
      (verdict, earlier) =>
        isExercised(earlier) && !isExercised(verdict) && (verdict !== 'unverified' || isWhole(now)),
    ),
    noLongerRan: areAlike
      ? testsOnlyIn(
          before.tests.filter(hasResult),
          now.tests.filter((test) => hasResult(test) || test.blocked),
        )
      : [],
  };
}

/**
 * Compares two runs, requirement by requirement and exchange by exchange.
 * @throws NotComparable if they did not do the same
 */
export function differencesBetween(a: ReadRun, b: ReadRun): RunDifferences {
  refuseUnlike(a, b);
  const [ofA, ofB] = [a.report, b.report];
  const violations = [...violationsOnlyIn('a', ofA, ofB), ...violationsOnlyIn('b', ofB, ofA)];
  const limits = limitDifferences(ofA, ofB);
  const differences = causes({ violations, ...responseDifferences(ofA, ofB), limits }, ofA, ofB);
  const onlyOnce = [...exercisedOnce('b', ofA, ofB), ...exercisedOnce('a', ofB, ofA)];
  // The configuration or the operator left out the requirements that are not blocked.
  const isIncomplete =
    [ofA, ofB].some(({ endedEarly }) => endedEarly) || onlyOnce.some(({ verdict }) => verdict === 'blocked');
  return {
    exitCode: differences.length > 0 ? 1 : isIncomplete ? 3 : 0,
    a: comparedRun(a),
    b: comparedRun(b),
    contractVersion: ofA.contractVersion,
    profile: ofA.profile,
    seed: ofA.seed,
    differences,
    times: timeDifferences(ofA.operations, ofB.operations),
    onlyOnce,
    testsOnlyOnce: {
      a: testsOnlyIn(ofA.tests, ofB.tests).length,
      b: testsOnlyIn(ofB.tests, ofA.tests).length,
    },
  };
}

function comparedRun({ file, report }: ReadRun): ComparedRun {
  const { target, totals, verdict, exitCode, startedAt, deselected, endedEarly } = report;
  const { name, url } = target;
  const { exchanges } = totals;
  return { file, target: name, url, exchanges, verdict, exitCode, startedAt, deselected, endedEarly };
}

function refuseUnlike(a: ReadRun, b: ReadRun): void {
  for (const { file, report } of [a, b]) {
    const repeat = 'repeat that run, then compare';
    if (report.verdict === 'nothing can be said')
      throw new NotComparable(
        `${file} says nothing about its target (${report.reason.replace(/\.$/, '')}): ${repeat}.`,
      );
    if (report.answers === undefined)
      throw new NotComparable(
        `${file} doesn't contain the shapes of the responses, because a proof wrote it: ${repeat}.`,
      );
  }
  const again = 'run one of them again with';
  const wayOut = {
    contractVersion: ['contract', 'run both targets with the same version of the suite'],
    profile: ['profile', `${again} --profile ${a.report.profile}`],
    seed: ['seed', `${again} --seed ${a.report.seed}`],
  } as const;
  for (const name of ['contractVersion', 'profile', 'seed'] as const) {
    const [[thing, way], one, other] = [wayOut[name], a.report[name], b.report[name]];
    if (one !== other)
      throw new NotComparable(
        `${a.file} and ${b.file} can't be compared: they have ${thing} ${one} and ${other}; ${way}.`,
      );
  }
}

/** The violations that one run found and the other did not, although it ran one of the same tests. */
function violationsOnlyIn(
  side: WhichRun,
  run: ConformanceReport,
  other: ConformanceReport,
): readonly ViolationDifference[] {
  const testsById = new Map(run.tests.map((test) => [test.id, test]));
  const covering = new Map(run.tests.map((test) => [nameOfTest(test), test.covers]));
  const ranInOther = new Set(other.tests.map(nameOfTest));
  const testOf = ({ test: id }: ReportedFinding) => {
    const test = testsById.get(id);
    return test === undefined ? '' : nameOfTest(test);
  };
  return sideBySide(run, other).flatMap(({ a: own, b: others }) => {
    if (own === undefined) return [];
    const { id, strength, sentence, verdict, findings } = own;
    const isKnown = new Set(others?.findings.map(keyOf));
    const news = findings.filter(
      (finding) => !isKnown.has(keyOf(finding)) && ranInOther.has(testOf(finding)),
    );
    const itsVerdict = others?.verdict ?? 'unverified';
    return [...groupedBy(news, keyOf).values()].map((alike): ViolationDifference => {
      const [finding] = alike;
      const tests = [...new Set(alike.map(testOf))];
      return {
        requirement: id,
        strength,
        sentence,
        verdicts: side === 'a' ? { a: verdict, b: itsVerdict } : { a: itsVerdict, b: verdict },
        onlyIn: side,
        operationId: finding.operationId,
        write: finding.write,
        finding,
        fields: alike.map(fieldOf),
        tests,
        dedicated: tests.filter((test) => covering.get(test)?.includes(id) === true),
      };
    });
  });
}

/** Two findings about a requirement with the same key differ at most in the place and in the example. */
function keyOf({ operationId, write = '' }: ReportedFinding): string {
  return `${operationId} ${write}`;
}

/** `type` for `body [].type`, `status`, or the name of a header; empty for any other place. */
function fieldOf({ place }: ReportedFinding): string {
  if (place === undefined || ['delivery', 'page', 'description', 'words'].includes(place.part)) return '';
  const { part, path, ours = path, field = lastName(inAnyEntry(ours)) } = place;
  return part === 'status' ? part : field;
}

function limitDifferences(a: ConformanceReport, b: ConformanceReport): readonly LimitDifference[] {
  const inB = new Map(b.operations.map(({ operationId, rateLimit }) => [operationId, rateLimit]));
  return a.operations.flatMap(({ operationId, rateLimit: one }): LimitDifference[] => {
    const other = inB.get(operationId);
    // Unless a run exhausted a limit, it knows neither number.
    if (other?.observed === undefined || one.observed === undefined) return [];
    const limits: readonly LimitDifference[] = [
      { operationId, kind: 'declared', a: one.declared ?? one.stated, b: other.declared ?? other.stated },
      { operationId, kind: 'observed', a: one.observed, b: other.observed },
    ];
    return limits.filter((limit) => limit.a !== limit.b);
  });
}

/** The requirements that one run exercised and the other did not, by the reason of the other. */
function exercisedOnce(
  notIn: WhichRun,
  run: ConformanceReport,
  other: ConformanceReport,
): readonly ExercisedOnce[] {
  const missed = sideBySide(other, run).flatMap(({ id, a: without, b: own }) => {
    if (without === undefined || isExercised(without.verdict) || !isExercised(own?.verdict)) return [];
    const { verdict, reason = 'no check of it ran' } = without;
    return [{ id, verdict, reason }];
  });
  const groups = groupedBy(missed, ({ verdict, reason }) => `${verdict} ${reason}`);
  return [...groups.values()].map((group) => {
    const [{ verdict, reason }] = group;
    return { requirements: group.map(({ id }) => id), notIn, verdict, reason };
  });
}
