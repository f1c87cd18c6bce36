import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { RequirementId } from '../../src/contract/requirements/requirement-ids.generated.js';
import type { Detection, DetectionReport, FalseAlarm } from '../../src/report/report-file.js';
import { type Evidence, evidenceAttachment, type Finding } from '../../src/verdicts/finding.js';
import { type Fault, nameOf, type Planting } from './fault.js';
import { titleInSpec } from './plan.js';

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
function idleFilesOf({ complete, files }: DetectionReport): readonly string[] {
  return complete ? Object.keys(files).filter((file) => files[file] === 0) : [];
}

function gating({ findings }: Evidence): RequirementId[] {
  return findings.map(({ requirement }) => requirement);
}

function exchangesIn({ operations, outside }: Evidence): number {
  const counts = Object.values(operations).flatMap((statuses) => Object.values(statuses));
  return counts.reduce((sum, count) => sum + count, outside);
}

/** A proof for the terminal: one line per fault, then all problems in full. */
export function detectionTable(report: DetectionReport): string {
  const { faults, falseAlarms, errors, seed, world, durationMs } = report;
  const width = Math.max(0, ...faults.map(({ fault }) => fault.length));
  const missed = faults.filter(({ caught }) => !caught);
  return [
    ...faults.map((each) => line(each, width)),
    '',
    ...missed.map(reasonOf),
    ...falseAlarms.map(
      ({ test, requirements }) => `False alarm on the clean sandbox: ${requirements.join(', ')} by ${test}`,
    ),
    ...idleFilesOf(report).map(
      (file) => `No fault was caught by specs/${file}: add one that it catches, or remove the file.`,
    ),
    ...errors.map((error) => `The suite failed: ${error}`),
    `${faults.length} faults, ${faults.length - missed.length} caught for the right reason, ${missed.length} missed; ${falseAlarms.length} false alarms`,
    `Proof     ${holds(report) ? 'holds' : 'does not hold'}, ${world === undefined ? '' : `in the world "${world}", `}seed ${seed}, ${(durationMs / 1000).toFixed(1)} s`,
  ].join('\n');
}

function line({ fault, violates, caught, exchanges, by }: Detection, width: number): string {
  const [first = ''] = by;
  const more = by.length > 1 ? ` and ${by.length - 1} more` : '';
  return `${fault.padEnd(width)}  ${violates.padEnd(7)}  ${caught ? 'caught' : 'MISSED'}  ${String(exchanges).padStart(6)}  ${first}${more}`;
}

function reasonOf(missed: Detection): string {
  const { fault, violates, does, showsFor, tests, alsoFailed, blocked, openGaps } = missed;
  const others = alsoFailed.length > 0 ? ` Only other requirements failed: ${alsoFailed.join(', ')}.` : '';
  const open = openGaps.length > 0 ? ` It was only reported as a deviation, by ${openGaps.join(', ')}.` : '';
  const held = blocked.length > 0 ? ` Blocked: ${blocked.join('; ')}.` : '';
  const when = showsFor === undefined ? '' : ` It shows for ${showsFor}.`;
  return `Missed: ${fault} violates ${violates}. ${does}${when} ${tests} tests ran.${open}${others}${held}`;
}

/** The name of a test of a proof: its file, the titles of its groups and its own, and all of it for a reader. */
interface Titles {
  readonly file: string;
  readonly titles: readonly string[];
  readonly shown: string;
}

/** The titles of a test, without the number of the sandbox that it judges. */
export function titlesOf(test: TestCase): Titles {
  const [, , file = '', ...numbered] = test.titlePath();
  const titles = numbered.map(titleInSpec);
  return { file, titles, shown: `${file} › ${titles.join(' › ')}` };
}

/** The evidence of a test; undefined if it ended before it could attach any. */
export function evidenceIn({ attachments }: TestResult): Evidence | undefined {
  const body = attachments.find(({ name }) => name === evidenceAttachment.name)?.body;
  return body === undefined ? undefined : JSON.parse(body.toString('utf8'));
}
