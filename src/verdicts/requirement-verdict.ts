import type { Requirement } from '../contract/requirements/catalogue.js';
import type { Evidence } from './evidence.js';
import type { Finding, Judgement } from './finding.js';
import { summed } from './summed.js';
import { type Shown, tellsOf } from './tells-of.js';

/**
 * The verdict of a requirement. `partial` is one that speaks of each of its operations, and was verified at some of them
 * alone. `untested` is the catalogue's own word that there is no check (yet): it gates nothing. Neither is ever counted as
 * passed.
 */
export type Verdict =
  | 'passed'
  | 'partial'
  | 'failed'
  | 'warned'
  | 'deviated'
  | 'blocked'
  | 'inapplicable'
  | 'untested'
  | 'unverified';

/** All verdicts, the most pressing first. */
export const verdicts: readonly Verdict[] = [
  'failed',
  'blocked',
  'unverified',
  'warned',
  'deviated',
  'partial',
  'passed',
  'inapplicable',
  'untested',
];

/** What a run says about one requirement. */
export interface RequirementResult {
  readonly requirement: Requirement;
  readonly verdict: Verdict;
  /** Tests that cover it, or that came across it in an always-on check. */
  readonly tests: number;
  /** Exchanges in which it was verified. */
  readonly exchanges: number;
  /** The same for each operation. */
  readonly verifiedBy: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  /** Present where all the findings that its verdict rests on are known, so that it doesn't gate. */
  readonly known?: true;
  /** Present where it speaks of each of its operations, and was not looked at at all of them. */
  readonly missed?: MissedOperations;
  /** Why it is neither passed nor failed, or what of it is not checked yet. */
  readonly reason?: string;
}

/** Operations at which a requirement was not verified, although it speaks of each. */
export interface MissedOperations {
  readonly operationIds: readonly string[];
  readonly reason: string;
  /** Whether something stood in the way, the target's configuration left them out, or nothing is known of why. */
  readonly kind: 'blocked' | 'inapplicable' | 'unverified';
}

/**
 * Makes one verdict from what all tests learned. A failure outweighs everything; something that could not be
 * exercised outweighs a warning, a deviation or a known failure; a requirement for which the catalogue has no check never
 * passes, nor does one that speaks of each of its operations and was not verified at all of them.
 * @param operations all operations of the contract
 * @param isWhole whether every test was to run and ended: else the tests that would have met the requirement may be missing
 * @param deniesWrites whether the configuration of the target leaves out all that needs a write
 */
export function requirementResult(
  requirement: Requirement,
  evidence: readonly Evidence[],
  operations: readonly Shown[],
  isWhole = true,
  deniesWrites = false,
): RequirementResult {
  const { id } = requirement;
  const findings = evidence.flatMap((each) => each.findings.filter((finding) => finding.requirement === id));
  const verifiedBy = summed(evidence.map((each) => each.verified[id] ?? {}));
  const exchanges = Object.values(verifiedBy).reduce((sum, each) => sum + each, 0);
  const about = evidence.filter(
    (each) =>
      each.covers.includes(id) ||
      each.verified[id] !== undefined ||
      each.findings.some((finding) => finding.requirement === id),
  );
  const missed =
    exchanges === 0
      ? undefined
      : missedOperations(
          requirement,
          [...Object.keys(verifiedBy), ...showing(findings)],
          evidence,
          operations,
          deniesWrites,
        );
  const result = {
    requirement,
    tests: about.length,
    exchanges,
    verifiedBy,
    findings,
    ...(missed === undefined ? {} : { missed }),
  };
  const found = (judgement: Judgement) => findings.some((finding) => finding.judgement === judgement);
  const isNews = (judgement: Judgement) =>
    findings.some((finding) => finding.judgement === judgement && finding.known === undefined);
  if (isNews('failed')) return { ...result, verdict: 'failed' };
  const blocked = evidence.flatMap((each) => each.blocked).find((each) => each.requirement === id);
  // Where it was verified at other operations, those that were blocked are the ones that it misses.
  const reason = blocked?.reason ?? whyUnfinished(id, evidence);
  if (reason !== undefined && missed === undefined) return { ...result, verdict: 'blocked', reason };
  if (found('failed')) return { ...result, verdict: 'failed', known: true };
  if (isNews('warned')) return { ...result, verdict: 'warned' };
  if (found('warned')) return { ...result, verdict: 'warned', known: true };
  if (found('deviated')) return { ...result, verdict: 'deviated' };
  if (requirement.notTested !== undefined)
    return { ...result, verdict: 'untested', reason: requirement.notTested.reason };
  if (missed !== undefined) {
    const all = requirement.operations.length;
    const at = `verified at ${all - missed.operationIds.length} of ${all} operations, not at ${listed(missed.operationIds)}`;
    return { ...result, verdict: 'partial', reason: `${at}: ${missed.reason}` };
  }
  if (exchanges > 0) {
    const open = requirement.notTestedPart;
    return {
      ...result,
      verdict: 'passed',
      ...(open === undefined ? {} : { reason: `not yet checked: ${open.what}` }),
    };
  }
  const inapplicable = evidence.flatMap((each) => each.inapplicable).find((each) => each.requirement === id);
  if (inapplicable !== undefined) return { ...result, verdict: 'inapplicable', reason: inapplicable.reason };
  if (about.length > 0 || !isWhole) return { ...result, verdict: 'unverified', reason: 'no check of it ran' };
  // In a whole run only what is checked in every exchange has no test: here no exchange showed what it speaks of.
  const why = whyMissed(id, requirement.operations, evidence, operations, deniesWrites);
  return { ...result, verdict: why.kind, reason: why.reason };
}

/**
 * Why none of the tests that cover a requirement came to its end, where each of those that verified something of it was
 * blocked later: what it verified until then may be only the first half of what is promised.
 */
function whyUnfinished(id: Requirement['id'], evidence: readonly Evidence[]): string | undefined {
  const verifying = evidence.filter(({ verified }) => verified[id] !== undefined);
  const isCut = ({ covers, cutShort }: Evidence) => covers.includes(id) && cutShort?.kind === 'blocked';
  return verifying.every(isCut) ? verifying[0]?.cutShort?.reason : undefined;
}

/** The operations that showed findings, and those whose effects were found. */
function showing(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ operationId, write }) => [operationId, ...(write === undefined ? [] : [write])]);
}

/**
 * The operations of which a requirement speaks and at which it was not looked at; undefined where there are none.
 * @param shownBy ids of the operations at which it was verified or found violated
 */
function missedOperations(
  { id, each, operations: concerned }: Requirement,
  shownBy: readonly string[],
  evidence: readonly Evidence[],
  operations: readonly Shown[],
  deniesWrites: boolean,
): MissedOperations | undefined {
  if (each === undefined) return undefined;
  const operationIds = concerned.filter((operationId) => {
    const called = operations.find((known) => known.operationId === operationId);
    const isTold = (by: string) => called !== undefined && tellsOf(by, concerned, called, operations);
    return !shownBy.includes(operationId) && !shownBy.some(isTold);
  });
  if (operationIds.length === 0) return undefined;
  return { operationIds, ...whyMissed(id, operationIds, evidence, operations, deniesWrites) };
}

/** Why something was missed. */
type Why = Pick<MissedOperations, 'reason' | 'kind'>;

/** Of several kinds, the one that outweighs the others. */
const weightiest: readonly Why['kind'][] = ['blocked', 'unverified', 'inapplicable'];

/** Why a requirement was missed at some operations: each reason with the operations that it is the reason for. */
function whyMissed(
  id: Requirement['id'],
  operationIds: readonly string[],
  evidence: readonly Evidence[],
  operations: readonly Shown[],
  deniesWrites: boolean,
): Why {
  const needing = deniesWrites ? needingWrites(operationIds, operations) : [];
  const groups = new Map<string, { readonly why: Why; readonly at: string[] }>();
  for (const operationId of operationIds) {
    const why = needing.includes(operationId) ? denied : whyMissedAt(operationId, id, evidence);
    const group = groups.get(`${why.kind} ${why.reason}`) ?? { why, at: [] };
    groups.set(`${why.kind} ${why.reason}`, group);
    group.at.push(operationId);
  }
  const all = [...groups.values()];
  const kind = weightiest.find((each) => all.some(({ why }) => why.kind === each)) ?? 'unverified';
  const [only, ...others] = all;
  if (only === undefined) return { reason: 'no check of it ran', kind };
  if (others.length === 0) return only.why;
  return { reason: all.map(({ why, at }) => `at ${listed(at)}: ${why.reason}`).join('; '), kind };
}

const denied: Why = { reason: 'TARGET_WRITES is deny', kind: 'inapplicable' };

/** Of some operations, those that write, and those that show what became of a write. */
function needingWrites(operationIds: readonly string[], operations: readonly Shown[]): readonly string[] {
  const writes = operations.filter(({ method }) => method !== 'GET');
  return operationIds.filter((id) => writes.some((each) => each.operationId === id || each.results === id));
}

/**
 * Why a requirement was not verified at an operation. Best is what kept a test from calling it, next what became of the
 * tests that called it, and last what kept any test from its end; each time of those that cover the requirement first. For
 * one that is checked in every exchange the tests of any requirement tell.
 */
function whyMissedAt(operationId: string, id: Requirement['id'], evidence: readonly Evidence[]): Why {
  const covering = evidence.filter(({ covers }) => covers.includes(id));
  const unreached = (tests: readonly Evidence[]) =>
    tests.flatMap(({ unreached = [] }) => unreached.filter((each) => each.operationId === operationId));
  const calling = (tests: readonly Evidence[]) =>
    tests.filter(({ operations }) => operations[operationId] !== undefined);
  const known = [
    unreached(covering),
    endings(id, calling(covering)),
    ...(endings(id, covering).length > 0 ? [] : [unreached(evidence), endings(id, calling(evidence))]),
    endings(id, covering),
    endings(id, evidence),
  ];
  return mostFrequent(known.find(({ length }) => length > 0) ?? []);
}

/** What blocked a requirement in some tests, or kept them from their end. */
function endings(id: Requirement['id'], tests: readonly Evidence[]): readonly Why[] {
  return tests.flatMap(({ blocked, cutShort }): readonly Why[] => {
    const own = blocked.find(({ requirement }) => requirement === id);
    return own === undefined ? [cutShort ?? []].flat() : [{ kind: 'blocked', reason: own.reason }];
  });
}

/** The reason that is told most often, one that blocks before one that the configuration has. */
function mostFrequent(all: readonly Why[]): Why {
  const times = summed(all.map(({ reason }) => ({ [reason]: 1 })));
  const [most] = all.toSorted(
    (a, b) =>
      Number(b.kind === 'blocked') - Number(a.kind === 'blocked') ||
      (times[b.reason] ?? 0) - (times[a.reason] ?? 0),
  );
  return most === undefined
    ? { reason: 'no check of it ran', kind: 'unverified' }
    : { reason: most.reason, kind: most.kind };
}

/** So many operations a reason names. */
const mostNamed = 4;

function listed(names: readonly string[]): string {
  if (names.length <= mostNamed) return names.join(', ');
  return `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} others`;
}
