import type { RequirementId } from '../requirements/requirement-ids.generated.js';
import type { Evidence } from '../verdicts/evidence.js';
import type { Finding } from '../verdicts/finding.js';
import { type Fault, nameOf, type Planting } from './fault.js';

/** What one test made of the sandbox that it ran against. */
export interface Tried {
  /** Its file and its titles. */
  readonly test: string;
  readonly evidence: Evidence;
}

/** Whether the suite told one fault. */
export interface Detection {
  readonly fault: string;
  readonly violates: RequirementId;
  readonly does: string;
  readonly showsFor?: string;
  /** Caught by a check of the requirement that it violates; missed, even where another requirement's check failed. */
  readonly caught: boolean;
  /** Tests that found the violated requirement not met. */
  readonly by: readonly string[];
  /** Steps of the target's file that the findings name, as they are about the same place. */
  readonly steps: readonly string[];
  /** Gaps that kept findings about the requirement from telling the fault: the target had not confirmed them. */
  readonly openGaps: readonly string[];
  /** Other requirements that were found not met. */
  readonly alsoFailed: readonly RequirementId[];
  /** Tests that judged it. */
  readonly tests: number;
  /** Exchanges up to the end of the first test that caught it; of all tests where none did. */
  readonly exchanges: number;
  /** What kept tests of the requirement from being carried out. */
  readonly blocked: readonly string[];
}

/** What a clean sandbox was found guilty of. */
export interface FalseAlarm {
  readonly test: string;
  readonly requirements: readonly RequirementId[];
}

/** What a proof found, as detection.json keeps it. */
export interface DetectionReport {
  readonly seed: number;
  /** The world that the faults were planted in; absent for the usual sandbox. */
  readonly world?: string;
  /** Whether every fault was planted. */
  readonly complete: boolean;
  readonly durationMs: number;
  readonly faults: readonly Detection[];
  readonly falseAlarms: readonly FalseAlarm[];
  /** How many faults the tests of each file caught. */
  readonly files: Readonly<Record<string, number>>;
  /** Tests that could not be judged, by a mistake of the suite. */
  readonly errors: readonly string[];
}

/** Whether a finding tells a fault: one that a gap leaves open only says that the target does otherwise than assumed. */
export function tells({ requirement, judgement }: Finding, { violates }: Fault): boolean {
  return requirement === violates && judgement !== 'deviated';
}

/** Judges what the tests made of one fault. @param tried in the order in which the tests ended */
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

/** What the tests of a clean sandbox must not have found. */
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

/** Whether a proof proves anything: every fault caught, no false alarm, no mistake, no test file without a fault. */
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

/** Test files that no fault needs, where every fault was planted: what they look at is seen to fail by nobody. */
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
