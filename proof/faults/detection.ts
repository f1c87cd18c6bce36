import type { RequirementId } from '../../src/contract/requirements/requirement-ids.generated.js';
import type { Detection, DetectionReport, FalseAlarm } from '../../src/report/proof-file.js';
import type { Evidence } from '../../src/verdicts/evidence.js';
import type { Finding } from '../../src/verdicts/finding.js';
import { type Fault, nameOf, type Planting } from './fault.js';

/** The result of one test against a sandbox. */
export interface Tried {
  /** Its file and its titles. */
  readonly test: string;
  readonly evidence: Evidence;
}

/**
 * Whether a finding catches a fault: a finding that depends on an open gap only shows a difference from the
 * assumption.
 */
export function tells({ requirement, judgement }: Finding, { violates }: Fault): boolean {
  return requirement === violates && judgement !== 'deviated';
}

/** Judges the results of the tests of one fault. @param tried in the order in which the tests ended */
export function detectionOf(planting: Planting, tried: readonly Tried[]): Detection {
  const { fault } = planting;
  const { violates, does, showsFor } = fault;
  const by = tried.filter(({ evidence }) => evidence.findings.some((finding) => tells(finding, fault)));
  const first = by[0];
  const own = tried
    .flatMap(({ evidence }) => evidence.findings)
    .filter(({ requirement }) => requirement === violates);
  const until = first === undefined ? tried : tried.slice(0, tried.indexOf(first) + 1);
  const others = tried.flatMap(({ evidence }) => gating(evidence)).filter((id) => id !== violates);
  return {
    fault: nameOf(planting),
    violates,
    does,
    ...(showsFor === undefined ? {} : { showsFor }),
    caught: by.length > 0,
    by: by.map(({ test }) => test),
    steps: [...new Set(own.flatMap(({ steps }) => steps?.names ?? []))],
    openGaps: [
      ...new Set(own.flatMap(({ gaps = [], judgement }) => (judgement === 'deviated' ? gaps : []))),
    ].sort(),
    alsoFailed: [...new Set(others)].sort(),
    tests: tried.length,
    exchanges: until.reduce((sum, { evidence }) => sum + exchangesIn(evidence), 0),
    blocked: [
      ...new Set(
        tried
          .flatMap(({ evidence }) => evidence.blocked)
          .filter(({ requirement }) => requirement === violates)
          .map(({ reason }) => reason),
      ),
    ],
  };
}

/** The violations that tests found on a clean sandbox. */
export function falseAlarmsIn(tried: readonly Tried[]): FalseAlarm[] {
  return tried
    .map(({ test, evidence }) => ({
      test,
      requirements: [
        ...new Set([...gating(evidence), ...evidence.blocked.map(({ requirement }) => requirement)]),
      ],
    }))
    .filter(({ requirements }) => requirements.length > 0);
}

/**
 * Whether a proof holds: every fault was caught, with no false alarm, no mistake of the suite, no test file without a
 * fault.
 */
export function holds(report: DetectionReport): boolean {
  const { faults, falseAlarms, errors } = report;
  return (
    faults.length > 0 &&
    faults.every(({ caught }) => caught) &&
    falseAlarms.length === 0 &&
    errors.length === 0 &&
    idleFilesOf(report).length === 0
  );
}

/** Test files that caught no fault although every fault was planted: nothing shows that their checks can fail. */
export function idleFilesOf({ complete, files }: DetectionReport): readonly string[] {
  return complete ? Object.keys(files).filter((file) => files[file] === 0) : [];
}

function gating({ findings }: Evidence): RequirementId[] {
  return findings.map(({ requirement }) => requirement);
}

function exchangesIn({ operations, outside }: Evidence): number {
  const counts = Object.values(operations).flatMap((statuses) => Object.values(statuses));
  return counts.reduce((sum, count) => sum + count, outside);
}
