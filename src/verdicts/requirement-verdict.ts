import { isOperation, operation, operations } from '../contract/operations.js';
import type { Requirement } from '../contract/requirements/catalogue.js';
import { leavesResponseOpen } from '../contract/unspecified.js';
import { groupedBy } from '../contract/values/groups.js';
import { counted, listed } from '../contract/values/words.js';
import type { Evidence, Finding, Hindered, Judgement, Obstacle } from './finding.js';
import type { Violation } from './oracles/violation.js';

/** Adds up counts by name. */
export function summed(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const each of counts)
    for (const [name, times] of Object.entries(each)) sums[name] = (sums[name] ?? 0) + times;
  return sums;
}

/**
 * Whether evidence from one operation also counts for a write. The effect of a write shows in the results of its batch
 * or, if the requirement concerns only one write, anywhere.
 * @param shownBy id of the operation that showed it
 * @param concerned ids of the operations that the requirement concerns
 */
export function tellsOf(shownBy: string, concerned: readonly string[], write: string): boolean {
  const writes = operations.filter(({ operationId, safe }) => !safe && concerned.includes(operationId));
  const own = writes.find(({ operationId }) => operationId === write);
  return own !== undefined && (writes.length === 1 || own.resultsOperation === shownBy);
}

/**
 * The verdict of a requirement. `blocked` means that something kept every test from exercising it. `partial` means that
 * it was verified, but not at each operation that it applies to, or not by each of its tests. `untested` means that the
 * catalogue has no check for it (yet): it gates nothing. None of them ever counts as passed.
 */
export type Verdict = (typeof verdicts)[number];

/** All verdicts, the most pressing first. */
export const verdicts = [
  'failed',
  'blocked',
  'unverified',
  'warned',
  'deviated',
  'partial',
  'passed',
  'inapplicable',
  'untested',
] as const;

/** Whether a requirement, wholly or in part, was verified. */
export function isVerified(verdict: Verdict | undefined): boolean {
  return verdict === 'passed' || verdict === 'partial';
}

/** Whether a finding decided the verdict of a requirement. */
export function isViolated(verdict: Verdict | undefined): boolean {
  return verdict === 'failed' || verdict === 'warned' || verdict === 'deviated';
}

/** Whether the verdict of a requirement rests on what a run saw. */
export function isExercised(verdict: Verdict | undefined): boolean {
  return isVerified(verdict) || isViolated(verdict);
}

/** The result of a run for one requirement. */
export interface RequirementResult {
  readonly requirement: Requirement;
  readonly verdict: Verdict;
  /** Number of tests that cover it, or that met it in an always-on check. */
  readonly tests: number;
  /** Number of exchanges that verified it. */
  readonly exchanges: number;
  /** The same number for each operation. */
  readonly verifiedBy: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  /** Present if all the findings that its verdict rests on are known failures, so that it doesn't gate. */
  readonly known?: true;
  /** Present if the requirement applies to each of its operations and the run did not look at all of them. */
  readonly missed?: Why & { readonly operationIds: readonly string[] };
  /**
   * The requirement's tests that were left out or not finished, by cause; only present if the requirement was
   * exercised.
   */
  readonly leftOutTests?: readonly LeftOutTests[];
  /** Why it neither passed nor failed, or which part of it is not checked yet. */
  readonly reason?: string;
  /**
   * The obstacles named by its reason or by its left-out tests, not counting those of the operations that it missed.
   */
  readonly obstacles?: readonly Obstacle[];
}

/** Why a requirement was not verified: something blocked it, the target's configuration excludes it, or it is unknown. */
interface Why extends Omit<Hindered, 'kind'> {
  readonly kind: Hindered['kind'] | 'unverified';
}

/** Tests of a requirement that were left out or not finished for the same reason. */
interface LeftOutTests {
  /** The quoted title of the first test, and how many others there are. */
  readonly tests: string;
  readonly reason: string;
}

/**
 * What kept the run from verifying a requirement in full; undefined if nothing did. The run is incomplete if this is
 * defined for any requirement.
 * @param isDeselected whether the operator left out tests, so that nobody expects everything to be verified
 * @returns at least one cause, for people; and, for code, the obstacles of a known kind
 */
export function whatIsMissing(
  result: Pick<RequirementResult, 'verdict' | 'missed' | 'leftOutTests' | 'reason' | 'obstacles'>,
  isDeselected: boolean,
): { readonly causes: readonly string[]; readonly obstacles: readonly Obstacle[] } | undefined {
  const { verdict, missed, leftOutTests = [], reason = 'no reason is known', obstacles = [] } = result;
  const counts = (kind: string | undefined) => kind === 'blocked' || (kind === 'unverified' && !isDeselected);
  if (counts(verdict)) return { causes: [reason], obstacles };
  const missedParts = missed !== undefined && counts(missed.kind) ? [missed] : [];
  const causes = [...missedParts, ...leftOutTests].map((part) => part.reason);
  if (causes.length === 0) return undefined;
  return { causes: [...new Set(causes)], obstacles: allObstacles([...missedParts, { obstacles }]) };
}

function allObstacles(parts: readonly { readonly obstacles?: readonly Obstacle[] }[]): readonly Obstacle[] {
  return [...new Set(parts.flatMap(({ obstacles = [] }) => obstacles))];
}

/**
 * Combines what all tests learned into one verdict. A failure outweighs everything. A requirement without a check in
 * the catalogue never passes. Neither does one that applies to each of its operations but was not verified at all of
 * them, nor one with a blocked test, because it is unknown what that test would have shown. A test that only meets the
 * requirement incidentally, and says so, is exempt.
 * @param isWhole whether every test was selected and ended; if not, the tests that would have met the requirement may
 * be missing
 * @param deniesWrites whether the target's configuration excludes everything that needs a write
 * @param left the number of the requirement's tests that left no evidence because the run ended before they did
 */
export function requirementResult(
  requirement: Requirement,
  evidence: readonly Evidence[],
  isWhole = true,
  deniesWrites = false,
  left = 0,
): RequirementResult {
  const { id, each, operations: concerned, notTested, notTestedPart } = requirement;
  const findings = evidence.flatMap((test) => test.findings.filter((finding) => finding.requirement === id));
  const verifiedBy = summed(evidence.map((test) => test.verified[id] ?? {}));
  const exchanges = Object.values(verifiedBy).reduce((sum, times) => sum + times, 0);
  const tests = evidence.filter(
    ({ covers, verified, findings: own }) =>
      covers.includes(id) || verified[id] !== undefined || own.some((finding) => finding.requirement === id),
  ).length;
  const causesAt = (operationIds: readonly string[]) => whyMissed(id, operationIds, evidence, deniesWrites);
  const missedIds =
    each === undefined || exchanges === 0 ? [] : notShown(concerned, Object.keys(verifiedBy), findings);
  const causes = causesAt(missedIds);
  const missed = missedIds.length === 0 ? undefined : { operationIds: missedIds, ...inOne(causes) };
  const leftOut = exchanges > 0 || findings.length > 0 ? testsLeftOut(id, evidence, causes, left) : [];
  const leftOutTests = leftOut.length === 0 ? undefined : byReason(leftOut);

  const judged = (judgement: Judgement) => findings.filter((finding) => finding.judgement === judgement);
  const hindered = (kind: Hindered['kind']) =>
    evidence.flatMap((test) => test[kind]).find((unexercised) => unexercised.requirement === id);
  // In a complete run, only a rule that is checked in every exchange can have no tests; here, no exchange exercised it.
  const unmet = tests === 0 && isWhole ? inOne(causesAt(concerned)) : unexplained;
  const excluded = hindered('inapplicable');
  const part = { reason: inPart({ ...requirement, verifiedBy, missed, leftOutTests }) };
  const untestedPart = notTestedPart && { reason: `not yet checked: ${notTestedPart.what}` };
  /** The first rule that applies decides. */
  const rules: readonly (readonly [verdict: Verdict, applies: boolean, why?: Omit<Hindered, 'kind'>])[] = [
    ['failed', judged('failed').length > 0],
    ['warned', judged('warned').length > 0],
    ['deviated', judged('deviated').length > 0],
    ['untested', notTested !== undefined, notTested],
    // No matter what else was verified, nobody looked at the main thing.
    ['inapplicable', excluded?.obstacles?.includes('no parser') === true, excluded],
    ['blocked', missed?.kind === 'blocked' && missedIds.length === concerned.length, missed],
    ['partial', missed !== undefined || leftOutTests !== undefined, part],
    ['passed', exchanges > 0, untestedPart],
    ['blocked', hindered('blocked') !== undefined, hindered('blocked')],
    ['inapplicable', excluded !== undefined, excluded],
  ];
  const [verdict, , why] = rules.find(([, applies]) => applies) ?? [unmet.kind, true, unmet];
  const isGating = verdict === 'failed' || verdict === 'warned';
  return {
    requirement,
    verdict,
    tests,
    exchanges,
    verifiedBy,
    findings,
    known: (isGating && judged(verdict).every(({ known }) => known)) || undefined,
    missed,
    leftOutTests,
    reason: why?.reason,
    obstacles: leftOutTests === undefined ? why?.obstacles : allObstacles(leftOut),
  };
}

/** A requirement that was verified, but not in full. */
type VerifiedInPart = Pick<Requirement, 'each' | 'operations'> &
  Pick<RequirementResult, 'verifiedBy' | 'missed' | 'leftOutTests'>;

/**
 * Where a requirement was verified, where it was not, and which of its tests were left out, each with its cause.
 * @param known a cause that the reader already knows, so that it is not repeated
 */
export function inPart(
  { each, operations: { length: all }, verifiedBy, missed, leftOutTests = [] }: VerifiedInPart,
  known?: string,
): string {
  const because = (reason: string) => (reason === known ? '' : `: ${reason}`);
  const [missing, verifying] = [missed?.operationIds ?? [], Object.keys(verifiedBy)];
  const where = each ? `at ${all - missing.length} of ${all} operations` : `at ${named(verifying)}`;
  const verified = `verified ${verifying.length === 0 ? 'nowhere' : where}`;
  const notAt = missed && `, not at ${named(missing)}${because(missed.reason)}`;
  const leftOut = leftOutTests.map(({ tests, reason }) => `${tests}${because(reason)}`).join('; ');
  return `${verified}${notAt ?? ''}${leftOut && `; left out: ${leftOut}`}`;
}

/** A test that was left out, or its rest, and why. */
interface LeftOut extends Omit<Hindered, 'kind'> {
  readonly what: string;
}

/**
 * The tests of a requirement that were blocked before they had shown all of it, unless the missed operations already
 * say so, and the tests that left no evidence.
 */
function testsLeftOut(
  id: Requirement['id'],
  evidence: readonly Evidence[],
  missed: readonly Cause[],
  left: number,
): readonly LeftOut[] {
  const isSaid = ({ reason }: Hindered) => missed.some(({ why }) => why.reason === reason);
  const blocked = evidence.flatMap((test): readonly LeftOut[] => {
    const ending = test.covers.includes(id) ? endingOf(id, test) : undefined;
    if (ending?.kind !== 'blocked' || isSaid(ending)) return [];
    const title = `"${test.title ?? 'a test'}"`;
    return [{ ...ending, what: ending === test.cutShort ? `the rest of ${title}` : title }];
  });
  const unended = { what: counted(left, 'test'), reason: 'the run ended before they did' };
  return left === 0 ? blocked : [...blocked, unended];
}

function byReason(left: readonly LeftOut[]): readonly LeftOutTests[] {
  return [...groupedBy(left, ({ reason }) => reason)].map(([reason, group]) => {
    const tests = group.map(({ what }) => what);
    return { tests: listed(tests, 1, 2), reason };
  });
}

/**
 * Those of the given operations where a requirement was neither verified nor found violated.
 * @param verifying ids of the operations where it was verified
 */
function notShown(
  concerned: readonly string[],
  verifying: readonly string[],
  findings: readonly Finding[],
): readonly string[] {
  const violated = findings.flatMap(({ operationId, write = operationId }) => [operationId, write]);
  const shownBy = [...new Set([...verifying, ...violated])];
  return concerned.filter((id) => !shownBy.some((by) => by === id || tellsOf(by, concerned, id)));
}

/** Why a requirement was missed at some operations. */
interface Cause {
  readonly why: Why;
  readonly at: readonly string[];
}

/** Why a requirement was missed at some operations: each reason with its operations. */
function whyMissed(
  id: Requirement['id'],
  operationIds: readonly string[],
  evidence: readonly Evidence[],
  deniesWrites: boolean,
): readonly Cause[] {
  const reasons = operationIds.map((at) => ({
    at,
    why: deniesWrites && needsWrite(at) ? denied : whyMissedAt(at, id, evidence),
  }));
  const groups = groupedBy(reasons, ({ why }) => `${why.kind} ${why.reason}`);
  return [...groups.values()].map((group) => ({ why: group[0].why, at: group.map(({ at }) => at) }));
}

function inOne(all: readonly Cause[]): Why {
  const [only = { why: unexplained }, ...others] = all;
  if (others.length === 0) return only.why;
  const { kind } = all.map(({ why }) => why).toSorted(byWeight)[0] ?? unexplained;
  const reason = all.map(({ why, at }) => `at ${named(at)}: ${why.reason}`).join('; ');
  return { reason, kind, obstacles: allObstacles(all.map(({ why }) => why)) };
}

const unexplained: Why = { reason: 'no check of it ran', kind: 'unverified' };

const unshown: Why = { reason: 'no response showed it', kind: 'unverified' };

const denied: Why = { reason: 'TARGET_WRITES is deny', kind: 'inapplicable', obstacles: ['writes denied'] };

/** Sorts the reason that outweighs the others to the front. */
function byWeight(a: Why, b: Why): number {
  return verdicts.indexOf(a.kind) - verdicts.indexOf(b.kind);
}

/** Whether an operation is a write, or shows the outcome of one. */
export function needsWrite(id: string): boolean {
  return operations.some((each) => !each.safe && (each.operationId === id || each.resultsOperation === id));
}

/**
 * Why a requirement was not verified at an operation, according to its own tests: those that cover it or, for a rule
 * that is checked in every exchange, those that called the operation or should have. The best reason is the one that
 * kept a test from calling the operation; the next best is the one that stopped a test that did call it.
 */
function whyMissedAt(operationId: string, id: Requirement['id'], evidence: readonly Evidence[]): Why {
  const covering = evidence.filter(({ covers }) => covers.includes(id));
  const tests = covering.length > 0 ? covering : evidence;
  const calling = tests.filter((test) => isCalledBy(test, operationId));
  const unreachedIn = (some: readonly Evidence[]) =>
    some.flatMap(({ unreached = [] }) => unreached.filter((each) => each.operationId === operationId));
  // If a test of something else called the operation and ended normally, only something that holds for the whole target
  // counts as a cause.
  const hasEnded = covering.length === 0 && calling.some((test) => endingOf(id, test) === undefined);
  const isCause = ({ kind, obstacles = [] }: Why) =>
    !hasEnded || kind === 'inapplicable' || obstacles.length > 0;
  // If the configuration excludes an operation from one test, it excludes it from every test.
  const excluded = unreachedIn(evidence).filter(({ kind }) => kind === 'inapplicable');
  const endings = (some: readonly Evidence[]) => some.flatMap((test) => endingOf(id, test) ?? []);
  const all = [unreachedIn(tests), endings(calling), endings(covering), excluded];
  const known = all.map((whys) => whys.filter(isCause));
  return mostFrequent(known.find(({ length }) => length > 0) ?? []);
}

/** Whether a test sent a request to an operation, with or without a response. */
function isCalledBy({ operations: called, lost }: Evidence, operationId: string): boolean {
  const { method, path } = operation(operationId);
  return called[operationId] !== undefined || lost?.byOperation[`${method} ${path}`] !== undefined;
}

/** What blocked a requirement in a test, or stopped the test early. */
function endingOf(id: Requirement['id'], { blocked, cutShort }: Evidence): Hindered | undefined {
  const own = blocked.find(({ requirement }) => requirement === id);
  return own === undefined ? cutShort : { kind: 'blocked', ...own };
}

/** The most frequent reason; a reason that blocks precedes a reason from the configuration. */
function mostFrequent(all: readonly Why[]): Why {
  const times = summed(all.map(({ reason }) => ({ [reason]: 1 })));
  const [{ kind, reason, obstacles } = unshown] = all.toSorted(
    (a, b) => byWeight(a, b) || (times[b.reason] ?? 0) - (times[a.reason] ?? 0),
  );
  return { kind, reason, obstacles };
}

/** Up to four operations; naming the last one takes no more room than counting it. */
function named(operationIds: readonly string[]): string {
  return listed(operationIds, 4, 2);
}

/**
 * Judges a violated requirement. If the oracle rests on an assumption that the target has not confirmed, the target
 * only deviates; otherwise a violated must fails, and anything weaker warns.
 * @param operationId the operation whose response showed the violation
 * @param isConfirmed whether the target confirms a gap, as in TARGET_CONFIRMED_GAPS
 */
export function judge(
  requirement: Requirement,
  violation: Violation,
  operationId: string,
  isConfirmed: (gap: string) => boolean,
): Judgement {
  if (!gapsAtStake(requirement, violation, operationId).every(isConfirmed)) return 'deviated';
  return requirement.strength === 'must' && violation.atMost === undefined ? 'failed' : 'warned';
}

/**
 * The gaps whose assumptions a violation rests on: the gaps that the oracle names and, if the violation is in the
 * content of a response, the gaps of the requirement's assumed part, unless the description shows that content. A
 * status or a header is not content. An empty list of gaps from the oracle means that the description shows enough. A
 * point that the target's file closes no longer rests on any gap.
 * @param operationId the operation whose response showed the violation
 */
export function gapsAtStake(
  requirement: Requirement,
  { at, gaps, closed }: Violation,
  operationId: string,
): readonly string[] {
  if (closed) return [];
  if (requirement.from === 'assumed') return [...new Set([...requirement.gap, ...(gaps ?? [])])];
  const isOpen = (gap: string) => !isOperation(operationId) || leavesResponseOpen(gap, operationId);
  const isContent = at !== undefined && at.part !== 'status' && at.part !== 'header';
  const assumed = isContent && gaps?.length !== 0 ? (requirement.assumedPart?.gap ?? []).filter(isOpen) : [];
  return [...new Set([...(gaps ?? []), ...assumed])];
}
