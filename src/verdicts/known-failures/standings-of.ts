import { type Operation, operations } from '../../contract/operations.js';
import { checks } from '../checks/index.js';
import type { Evidence } from '../evidence.js';
import type { Judgement } from '../finding.js';
import type { RequirementResult } from '../requirement-verdict.js';
import { type Shown, tellsOf } from '../tells-of.js';
import { isExpired, type KnownFailure, type KnownFailures, speaksOf } from './known-failure.js';
import type { KnownFailureStanding, Standing } from './standing.js';

/** What a run tells of the entries. */
export interface SeenInRun {
  /** The verdict of each requirement. */
  readonly results: readonly RequirementResult[];
  readonly evidence: readonly Evidence[];
  /** Whether all tests that were to run had ended, and nothing was wrong with the suite. */
  readonly hasEnded: boolean;
  /** Whether everything was to run; else which requirements have all their tests among what was chosen. */
  readonly chosen: 'all' | ((requirement: string) => boolean);
  /** Whether a violated should gates as well. */
  readonly strict: boolean;
}

/** Holds each known failure against what a run saw, in the order of the file. */
export function standingsOf({ entries, day }: KnownFailures, seen: SeenInRun): KnownFailureStanding[] {
  return entries.map((entry) => {
    const result = seen.results.find(({ requirement }) => requirement.id === entry.requirement);
    const findings = result?.findings.filter((finding) => speaksOf(entry, finding)) ?? [];
    const having = (...judgements: readonly Judgement[]) =>
      findings.filter(({ judgement }) => judgements.includes(judgement)).length;
    const gating = seen.strict ? having('failed', 'warned') : having('failed');
    return {
      ...entry,
      ...standingOf(
        entry,
        day,
        { failing: having('failed', 'warned'), deviating: having('deviated') },
        result,
        seen,
      ),
      excuses: gating > 0 && !isExpired(entry, day),
    };
  });
}

/** Findings that an entry speaks of. */
interface Counts {
  readonly failing: number;
  readonly deviating: number;
}

type Said = Pick<KnownFailureStanding, 'standing' | 'says'>;

function standingOf(
  entry: KnownFailure,
  day: string,
  { failing, deviating }: Counts,
  result: RequirementResult | undefined,
  seen: SeenInRun,
): Said {
  const isExercised = result !== undefined && (result.exchanges > 0 || result.findings.length > 0);
  const isCarriedOut = isAllCarriedOut(entry, seen);
  if (isExpired(entry, day) && (isExercised || isCarriedOut)) {
    const now = failing > 0 ? 'still fails' : 'was not seen to fail';
    return said(
      'expired',
      `It expired on ${entry.expires}, and ${now} in this run: fix it, agree on another day, or remove the entry.`,
    );
  }
  if (failing > 0) return said('fails', `It still fails: ${counted(failing, 'finding')}.`);
  if (deviating > 0)
    return said(
      'deviates',
      'It only deviates, as what is assumed there is not confirmed: that needs no entry.',
    );
  if (result?.verdict === 'untested')
    return said('unmatched', 'The catalogue has no check of it, so that it cannot fail: remove the entry.');
  if (!isExercised || result.verdict === 'blocked') return notSeen(result?.reason ?? 'no check of it ran');
  if (isBlockedAt(entry, result)) return notSeen(result.missed?.reason ?? 'a check was blocked');
  if (!isCarriedOut) return notSeen('a check that may show it was not carried out');
  const verified = verifiedTimes(entry, result);
  if (verified > 0)
    return said(
      'passes',
      `It was verified in ${counted(verified, 'exchange')}, and nothing failed: remove the entry.`,
    );
  const leftOut = seen.evidence
    .flatMap(({ inapplicable }) => inapplicable)
    .find(({ requirement }) => requirement === entry.requirement);
  if (leftOut !== undefined) return notSeen(leftOut.reason);
  return said(
    'unmatched',
    'Nothing was found or verified of it there: correct the operation, or remove the entry.',
  );
}

/** Whether something kept a requirement from being looked at where the entry speaks of it. */
function isBlockedAt({ operation }: KnownFailure, { missed }: RequirementResult): boolean {
  if (missed?.kind !== 'blocked') return false;
  return operation === undefined || missed.operationIds.includes(operation);
}

function said(standing: Standing, says: string): Said {
  return { standing, says };
}

function notSeen(reason: string): Said {
  return said('not exercised', `Nothing can be said of it in this run: ${reason}.`);
}

/** Whether whatever may show a requirement violated was carried out: a part of a run may leave out just that. */
function isAllCarriedOut({ requirement }: KnownFailure, { hasEnded, chosen }: SeenInRun): boolean {
  if (!hasEnded || chosen === 'all') return hasEnded;
  // What every exchange is checked for may show in a test of anything.
  const isOfEveryExchange = checks.some((check) => check.requirements.includes(requirement));
  return !isOfEveryExchange && chosen(requirement);
}

/** The exchanges in which a requirement was verified at the operation that an entry names, or at any where it names none. */
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
