import type { RequirementResult } from './requirement-verdict.js';

/** What a run says about the target as a whole. */
export type RunVerdict = 'conformant' | 'non-conformant' | 'incomplete' | 'partial' | 'nothing can be said';

export interface RunConditions {
  /** Errors before, between or in the suite itself: configuration, transport, a mistake in a test. */
  readonly errors: readonly string[];
  /** What the operator left out (`--grep`, a shard), or undefined for a whole run. */
  readonly deselected?: string;
  /** Whether the operator ended the run before its end. */
  readonly interrupted?: boolean;
  /** Whether a violated should gates as well. */
  readonly strict: boolean;
  /** The status of all answers, where many operations were asked and none was ever answered with another. */
  readonly onlyStatus?: string;
}

export interface RunResult {
  readonly verdict: RunVerdict;
  /** 0 conformant (or all that was asked for), 1 non-conformant, 2 nothing can be said, 3 incomplete. */
  readonly exitCode: 0 | 1 | 2 | 3;
  /** One sentence. */
  readonly reason: string;
}

/** The verdict of a run and its exit code. A run in which nothing was verified never ends with 0. */
export function runResult(results: readonly RequirementResult[], conditions: RunConditions): RunResult {
  const having = (...verdicts: readonly string[]) =>
    results.filter(({ verdict }) => verdicts.includes(verdict));
  const gating = conditions.strict ? having('failed', 'warned') : having('failed');
  const passed = having('passed');
  if (gating.length > 0) {
    const { onlyStatus } = conditions;
    const alike = onlyStatus === undefined ? '' : `Whatever was asked, the answer had status ${onlyStatus}; `;
    return {
      verdict: 'non-conformant',
      exitCode: 1,
      reason: `${alike}${countOf(gating)} violated: ${idsOf(gating)}.`,
    };
  }
  if (conditions.interrupted) {
    const reason = `The run was interrupted; ${countOf(passed)} had been verified.`;
    return { verdict: 'incomplete', exitCode: 3, reason };
  }
  const [error] = conditions.errors;
  if (error !== undefined) return { verdict: 'nothing can be said', exitCode: 2, reason: error };
  const open = conditions.deselected === undefined ? having('blocked', 'unverified') : having('blocked');
  if (passed.length === 0) {
    const why = open[0]?.reason ?? 'no test ran';
    return { verdict: 'nothing can be said', exitCode: 2, reason: `No requirement was verified: ${why}.` };
  }
  if (open.length > 0) {
    return {
      verdict: 'incomplete',
      exitCode: 3,
      reason: `${countOf(open)} could not be verified: ${idsOf(open)}.`,
    };
  }
  const differing = ['warned', 'deviated']
    .map((verdict) => ({ verdict, found: having(verdict) }))
    .filter(({ found }) => found.length > 0)
    .map(({ verdict, found }) => `, ${found.length} ${verdict} (${idsOf(found)})`)
    .join('');
  if (conditions.deselected !== undefined) {
    return {
      verdict: 'partial',
      exitCode: 0,
      reason: `${countOf(passed)} passed${differing}; the rest was left out by ${conditions.deselected}.`,
    };
  }
  const untested = having('untested').length;
  const known = untested === 0 ? '' : `; ${untested} of ${results.length} have no check`;
  return {
    verdict: 'conformant',
    exitCode: 0,
    reason:
      differing === ''
        ? `All ${passed.length} requirements that were checked passed${known}.`
        : `No must is violated; ${countOf(passed)} passed${differing}${known}.`,
  };
}

function countOf(results: readonly RequirementResult[]): string {
  return results.length === 1 ? '1 requirement' : `${results.length} requirements`;
}

function idsOf(results: readonly RequirementResult[]): string {
  const ids = results.map(({ requirement }) => requirement.id);
  return ids.length > 8 ? `${ids.slice(0, 8).join(', ')} and ${ids.length - 8} more` : ids.join(', ');
}
