import type { Requirement } from '../requirements/catalogue.js';
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
  const needing = deniesWrites ? needingWrites(requirement.operations, operations) : [];
  const why = withoutWrites(requirement.operations, needing, whyMissed(id, evidence));
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
  const needing = deniesWrites ? needingWrites(operationIds, operations) : [];
  return { operationIds, ...withoutWrites(operationIds, needing, whyMissed(id, evidence)) };
}

/** Of some operations, those that write, and those that show what became of a write. */
function needingWrites(operationIds: readonly string[], operations: readonly Shown[]): readonly string[] {
  const writes = operations.filter(({ method }) => method !== 'GET');
  return operationIds.filter((id) => writes.some((each) => each.operationId === id || each.results === id));
}

/** Why operations were missed, where some of them need writes that the target's configuration denies. */
function withoutWrites(
  missed: readonly string[],
  needing: readonly string[],
  why: Pick<MissedOperations, 'reason' | 'kind'>,
): Pick<MissedOperations, 'reason' | 'kind'> {
  const denied = 'TARGET_WRITES is deny';
  if (needing.length === 0) return why;
  const others = missed.filter((id) => !needing.includes(id));
  if (others.length === 0) return { reason: denied, kind: 'inapplicable' };
  return { ...why, reason: `${denied}; at ${listed(others)}: ${why.reason}` };
}

/**
 * Why a requirement was not verified at each operation: what blocked it or kept the tests that cover it from their end,
 * or, for one that is checked in every exchange, what kept most tests from theirs.
 */
function whyMissed(
  id: Requirement['id'],
  evidence: readonly Evidence[],
): Pick<MissedOperations, 'reason' | 'kind'> {
  const endings = (tests: readonly Evidence[]) =>
    tests.flatMap(({ blocked, cutShort }): readonly Pick<MissedOperations, 'reason' | 'kind'>[] => {
      const own = blocked.find(({ requirement }) => requirement === id);
      return own === undefined ? [cutShort ?? []].flat() : [{ kind: 'blocked', reason: own.reason }];
    });
  const own = endings(evidence.filter(({ covers }) => covers.includes(id)));
  const all = own.length > 0 ? own : endings(evidence);
  const times = summed(all.map(({ reason }) => ({ [reason]: 1 })));
  const [most] = all.toSorted(
    (a, b) =>
      Number(b.kind === 'blocked') - Number(a.kind === 'blocked') ||
      (times[b.reason] ?? 0) - (times[a.reason] ?? 0),
  );
  return most ?? { reason: 'no check of it ran', kind: 'unverified' };
}

/** So many operations a reason names. */
const mostNamed = 4;

function listed(names: readonly string[]): string {
  if (names.length <= mostNamed) return names.join(', ');
  return `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} others`;
}
