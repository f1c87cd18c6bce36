import { type Operation, operations } from '../../contract/operations.js';
import { checks } from '../checks/index.js';
import type { Evidence } from '../evidence.js';
import type { Finding } from '../finding.js';
import { type RequirementResult, type Shown, tellsOf } from '../requirement-verdict.js';
import {
  isExpired,
  type KnownFailure,
  type KnownFailureStanding,
  type KnownFailures,
  type Standing,
  speaksOf,
} from './known-failure.js';

/** What a run says about the entries. */
export interface SeenInRun {
  /** The verdict of each requirement. */
  readonly results: readonly RequirementResult[];
  readonly evidence: readonly Evidence[];
  /** Whether every selected test ended, and the suite itself had no error. */
  readonly hasEnded: boolean;
  /** Whether everything was selected; otherwise, which requirements have all their tests in the selection. */
  readonly chosen: 'all' | ((requirement: string) => boolean);
  /** Whether a violated should gates too. */
  readonly strict: boolean;
}

/** Compares each known failure with what a run saw, in the order of the file. */
export function standingsOf({ entries, day }: KnownFailures, seen: SeenInRun): KnownFailureStanding[] {
  return entries.map((entry) => {
    const result = seen.results.find(({ requirement }) => requirement.id === entry.requirement);
    const findings = result?.findings.filter((finding) => speaksOf(entry, finding)) ?? [];
    const [standing, says] = standingOf(entry, day, findings, result, seen);
    const gates = ({ judgement }: Finding) =>
      judgement === 'failed' || (judgement === 'warned' && seen.strict);
    return { ...entry, standing, says, excuses: findings.some(gates) && !isExpired(entry, day) };
  });
}

type Said = readonly [standing: Standing, says: string];

function standingOf(
  entry: KnownFailure,
  day: string,
  findings: readonly Finding[],
  result: RequirementResult | undefined,
  seen: SeenInRun,
): Said {
  const failing = findings.filter(({ judgement }) => judgement !== 'deviated').length;
  const isExercised = result !== undefined && (result.exchanges > 0 || result.findings.length > 0);
  const isCarriedOut = isAllCarriedOut(entry, seen);
  if (isExpired(entry, day) && (isExercised || isCarriedOut)) {
    const now = `It expired on ${entry.expires}, and ${failing > 0 ? 'still fails' : 'was not seen to fail'} in this run`;
    return ['expired', `${now}: fix it, agree on another day, or remove the entry.`];
  }
  if (failing > 0) return ['fails', `It still fails: ${counted(failing, 'finding')}.`];
  if (findings.length > 0) {
    const why = 'It only deviates, because nobody has confirmed what the suite assumes there';
    return ['deviates', `${why}: a deviation needs no entry.`];
  }
  if (result?.verdict === 'untested')
    return ['unmatched', 'The catalogue has no check of it, so it cannot fail: remove the entry.'];
  if (!isExercised || result.verdict === 'blocked') return notSeen(result?.reason ?? 'no check of it ran');
  const { missed } = result;
  const isMissed = entry.operation === undefined || missed?.operationIds.includes(entry.operation);
  if (missed?.kind === 'blocked' && isMissed) return notSeen(missed.reason);
  if (!isCarriedOut) return notSeen('a check that could show it did not run');
  const verified = verifiedTimes(entry, result);
  if (verified > 0) {
    const how = `It was verified in ${counted(verified, 'exchange')}, and nothing failed`;
    return ['passes', `${how}: remove the entry.`];
  }
  const leftOut = seen.evidence
    .flatMap(({ inapplicable }) => inapplicable)
    .find(({ requirement }) => requirement === entry.requirement);
  if (leftOut !== undefined) return notSeen(leftOut.reason);
  return ['unmatched', 'Nothing was found or verified there: correct the operation, or remove the entry.'];
}

function notSeen(reason: string): Said {
  return ['not exercised', `This run says nothing about it: ${reason}.`];
}

/** Whether everything ran that could show a requirement violated: a partial run may leave out exactly that. */
function isAllCarriedOut({ requirement }: KnownFailure, { hasEnded, chosen }: SeenInRun): boolean {
  if (!hasEnded || chosen === 'all') return hasEnded;
  // A rule that is checked in every exchange may show in any test.
  const isOfEveryExchange = checks.some((check) => check.requirements.includes(requirement));
  return !isOfEveryExchange && chosen(requirement);
}

/** The number of exchanges that verified a requirement at the entry's operation, or at any if the entry names none. */
function verifiedTimes(
  { operation }: KnownFailure,
  { requirement, verifiedBy, exchanges }: RequirementResult,
) {
  if (operation === undefined) return exchanges;
  const all = operations.map(asShown);
  const named = all.find(({ operationId }) => operationId === operation);
  return Object.entries(verifiedBy)
    .filter(
      ([id]) =>
        id === operation ||
        id === named?.results ||
        (named !== undefined && tellsOf(id, requirement.operations, named, all)),
    )
    .reduce((sum, [, times]) => sum + times, 0);
}

function asShown({ operationId, method, resultsOperation }: Operation): Shown {
  return { operationId, method, ...(resultsOperation === undefined ? {} : { results: resultsOperation }) };
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
