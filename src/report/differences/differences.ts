import { inBody, placeInWords } from '../../contract/place.js';
import type { Verdict } from '../../verdicts/requirement-verdict.js';
import type { ConformanceReport, ReportedFinding } from '../data/conformance-report.js';
import { placeOf } from '../data/in-words.js';
import { answerDifferences, nameOfTest } from './answer-differences.js';
import { causes } from './causes.js';
import type {
  ComparedRun,
  ExercisedOnce,
  LimitDifference,
  RunDifferences,
  ViolationDifference,
} from './run-differences.js';
import { timeDifferences } from './time-differences.js';

/** Two runs that can't be compared; the message is one sentence that says why, and the way out. */
export class NotComparable extends Error {
  override readonly name = 'NotComparable';
}

/** A run and the file that it was read from. */
export interface ReadRun {
  readonly file: string;
  readonly report: ConformanceReport;
}

/**
 * Compares two runs, requirement by requirement and exchange by exchange.
 * @throws NotComparable if they did not do the same
 */
export function differencesBetween(a: ReadRun, b: ReadRun): RunDifferences {
  refuseUnlike(a, b);
  const [ofA, ofB] = [a.report, b.report];
  const violations = [...onlyIn('a', ofA, ofB), ...onlyIn('b', ofB, ofA)];
  const answers = answerDifferences(ofA, ofB);
  const [testsOfA, testsOfB] = [ofA.tests.map(nameOfTest), ofB.tests.map(nameOfTest)];
  const differences = causes({ violations, ...answers, limits: limitDifferences(ofA, ofB) }, ofA, ofB);
  const onlyOnce = [...exercisedOnce('b', ofA, ofB), ...exercisedOnce('a', ofB, ofA)];
  const isIncomplete = [ofA, ofB].some(({ endedEarly }) => endedEarly) || onlyOnce.some(isMissed);
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
      a: testsOfA.filter((test) => !testsOfB.includes(test)).length,
      b: testsOfB.filter((test) => !testsOfA.includes(test)).length,
    },
  };
}

/** Whether a requirement should have been exercised: the configuration or the operator left out the others. */
function isMissed({ verdict }: ExercisedOnce): boolean {
  return verdict === 'blocked';
}

function comparedRun({ file, report }: ReadRun): ComparedRun {
  const { target, totals, verdict, exitCode, startedAt, deselected, endedEarly } = report;
  const { name, url } = target;
  return {
    file,
    target: name,
    url,
    exchanges: totals.exchanges,
    verdict,
    exitCode,
    startedAt,
    ...(deselected === undefined ? {} : { deselected }),
    ...(endedEarly === undefined ? {} : { endedEarly }),
  };
}

function refuseUnlike(a: ReadRun, b: ReadRun): void {
  for (const { file, report } of [a, b]) {
    if (report.verdict === 'nothing can be said')
      throw new NotComparable(
        `${file} says nothing about its target (${report.reason.replace(/\.$/, '')}): repeat that run, then compare.`,
      );
    if (report.answers === undefined)
      throw new NotComparable(
        `${file} doesn't contain the shapes of the answers, because an older version of the suite or a proof wrote it: repeat that run, then compare.`,
      );
  }
  const of = ({ report }: ReadRun) => report;
  const unlike = (thing: string, read: (report: ConformanceReport) => string | number, wayOut: string) => {
    const [one, other] = [read(of(a)), read(of(b))];
    if (one !== other)
      throw new NotComparable(
        `${a.file} and ${b.file} can't be compared: they have ${thing} ${one} and ${other}; ${wayOut}.`,
      );
  };
  unlike('contract', (run) => run.contractVersion, 'run both targets with the same version of the suite');
  unlike('profile', (run) => run.profile, `run one of them again with --profile ${a.report.profile}`);
  unlike('seed', (run) => run.seed, `run one of them again with --seed ${a.report.seed}`);
}

/** The violations that one run found and the other did not, although it ran one of the same tests. */
function onlyIn(
  side: 'a' | 'b',
  run: ConformanceReport,
  other: ConformanceReport,
): readonly ViolationDifference[] {
  const names = new Map(run.tests.map((test) => [test.id, nameOfTest(test)]));
  const covering = new Map(run.tests.map((test) => [nameOfTest(test), test.covers]));
  const ranInOther = new Set(other.tests.map(nameOfTest));
  const elsewhere = new Map(other.requirements.map((requirement) => [requirement.id, requirement]));
  return run.requirements.flatMap(({ id, strength, sentence, verdict, findings }) => {
    const inOther = elsewhere.get(id);
    const isKnown = new Set((inOther?.findings ?? []).map(keyOf));
    const news = findings.filter(
      (finding) => !isKnown.has(keyOf(finding)) && ranInOther.has(names.get(finding.test) ?? ''),
    );
    return alikeIn(news).map((alike): ViolationDifference => {
      const [finding] = alike;
      const tests = [...new Set(alike.map(({ test }) => names.get(test) ?? ''))];
      const verdicts = { [side]: verdict, [side === 'a' ? 'b' : 'a']: inOther?.verdict ?? 'unverified' };
      return {
        requirement: id,
        strength,
        sentence,
        verdicts: verdicts as ViolationDifference['verdicts'],
        onlyIn: side,
        operationId: finding.operationId,
        ...(finding.write === undefined ? {} : { write: finding.write }),
        finding,
        places: [...new Set(alike.map(placeInOurs))],
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

/** Findings by their keys, each group in the order of the report. */
function alikeIn(findings: readonly ReportedFinding[]): readonly [ReportedFinding, ...ReportedFinding[]][] {
  const groups = new Map<string, [ReportedFinding, ...ReportedFinding[]]>();
  for (const finding of findings) {
    const known = groups.get(keyOf(finding));
    if (known === undefined) groups.set(keyOf(finding), [finding]);
    else known.push(finding);
  }
  return [...groups.values()];
}

/** The place of a finding in the contract's words: a finding in a target's words adds ours in brackets. */
function placeInOurs(finding: ReportedFinding): string {
  const { ours } = finding.place ?? {};
  return ours === undefined ? placeOf(finding) : placeInWords(inBody(ours));
}

function limitDifferences(a: ConformanceReport, b: ConformanceReport): readonly LimitDifference[] {
  const inB = new Map(b.operations.map((operation) => [operation.operationId, operation]));
  return a.operations.flatMap(({ operationId, rateLimit: one }): LimitDifference[] => {
    const other = inB.get(operationId)?.rateLimit;
    // Unless a run exhausted a limit, it knows neither number.
    if (other?.observed === undefined || one.observed === undefined) return [];
    const [declaredByA, declaredByB] = [one.declared ?? one.stated, other.declared ?? other.stated];
    const { observed } = one;
    return [
      ...(declaredByA === declaredByB
        ? []
        : [{ operationId, kind: 'declared' as const, a: declaredByA, b: declaredByB }]),
      ...(observed === other.observed
        ? []
        : [{ operationId, kind: 'observed' as const, a: observed, b: other.observed }]),
    ];
  });
}

/** Verdicts that rest on what the run saw. */
const exercised: ReadonlySet<Verdict> = new Set(['passed', 'partial', 'failed', 'warned', 'deviated']);

/** The requirements that one run exercised and the other did not, by the reason of the other. */
function exercisedOnce(
  notIn: 'a' | 'b',
  run: ConformanceReport,
  other: ConformanceReport,
): readonly ExercisedOnce[] {
  const seen = new Set(
    run.requirements.filter(({ verdict }) => exercised.has(verdict)).map(({ id }) => String(id)),
  );
  const groups = new Map<
    string,
    { readonly verdict: Verdict; readonly reason: string; readonly ids: string[] }
  >();
  for (const { id, verdict, reason = 'no check of it ran' } of other.requirements) {
    if (!seen.has(id) || exercised.has(verdict)) continue;
    const key = `${verdict} ${reason}`;
    const group = groups.get(key) ?? { verdict, reason, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ verdict, reason, ids }) => ({
    requirements: ids,
    notIn,
    verdict,
    reason,
  }));
}
