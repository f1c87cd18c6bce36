import { counted, listed } from '../contract/values/words.js';
import { type RequirementResult, verdicts, whatIsMissing } from './requirement-verdict.js';

/**
 * The exit code of each verdict: 0 conformant (or everything that was asked for), 1 non-conformant, 2 nothing can be
 * said, 3 incomplete.
 */
const exitCodes = {
  conformant: 0,
  'conformant but for known failures': 0,
  partial: 0,
  'non-conformant': 1,
  'known failures out of date': 1,
  'nothing can be said': 2,
  incomplete: 3,
} as const;

/**
 * The result of a run for the target as a whole. `partial` means that the operator or the target's configuration kept
 * the run from verifying everything: it found no violation where it looked, but it is never called conformant.
 */
export type RunVerdict = keyof typeof exitCodes;

export interface RunConditions {
  /** Errors before, between or in the tests: configuration, transport, an error in a test. */
  readonly errors: readonly string[];
  /** The selection with which the operator left out tests (`--grep`, a shard), or undefined for a whole run. */
  readonly deselected?: string;
  /** Whether the operator stopped the run early. */
  readonly interrupted?: boolean;
  /**
   * Why some tests did not end although the run was not stopped, as the beginning of a sentence: `A shard is missing`.
   */
  readonly unfinished?: string;
  /** Whether a violated should also gates. */
  readonly strict: boolean;
  /** The standing of the target's known failures; absent if it has none. */
  readonly known?: KnownInRun;
}

/** The standing of a target's known failures in a run. */
interface KnownInRun {
  /** The file that names them. */
  readonly file: string;
  /** The names of the entries without which the run would be non-conformant. */
  readonly excusing: readonly string[];
  /** The entries of the file that are out of date: `REF-06 at listBrands (passes)`. */
  readonly outdated: readonly string[];
}

/**
 * The verdict of a run and its exit code. A run that verified nothing never ends with 0, a run that saw a known
 * failure is never conformant, and a run whose known failures are out of date is red. The reason is one sentence.
 */
export function runResult(results: readonly RequirementResult[], conditions: RunConditions) {
  const { strict, known, interrupted = false, unfinished, deselected } = conditions;
  const having = (...wanted: readonly string[]) => results.filter(({ verdict }) => wanted.includes(verdict));
  const gating = results.filter((result) => gates(result, strict));
  const [passed, verified] = [having('passed'), having('passed', 'partial')];
  const open = results.filter((each) => whatIsMissing(each, deselected !== undefined) !== undefined);
  const leftOut = results.filter(({ verdict, missed }) => verdict === 'inapplicable' || missed !== undefined);
  const isBeyondSuite = leftOut.some(({ obstacles }) => obstacles?.includes('no parser'));
  const excluder = `the target's configuration${isBeyondSuite ? ', or a limit of the suite,' : ''}`;
  const [error] = conditions.errors;

  const named = (verdict: RequirementResult['verdict']) => {
    const found = having(verdict);
    return found.length === 0 ? '' : `, ${found.length} ${verdict} (${idsOf(found)})`;
  };
  const differing = named('warned') + named('deviated');
  const { file, excusing = [], outdated = [] } = known ?? {};
  const knownOnes = `${counted(excusing.length, 'known failure')} (${listed(excusing, mostNamed)})`;
  const beside = excusing.length === 0 ? '' : `, ${knownOnes}`;
  const stale = outdated.length === 0 ? '' : `${file} is out of date: ${listed(outdated, mostNamed)}`;
  const kept = `${keptInWords(passed, having('partial'))}${beside}`;
  const found = `${passed.length === 0 ? '' : `, ${countOf(passed)} passed`}${named('partial')}${differing}${beside}`;
  const untested = having('untested').length;
  const unchecked = untested === 0 ? '' : `; ${untested} of ${results.length} have no check`;

  const violated = `${countOf(gating)} violated: ${idsOf(gating)}${beside}${stale && `; ${stale}`}.`;
  const nothing = `No requirement was verified: ${open[0]?.reason ?? 'no test ran'}.`;
  const lacking = `${countOf(open)} ${notVerified(open)}${kindsOf(open)}: ${idsOf(open)}${beside}.`;
  const chosen = `${found.replace(', ', '')}; the rest was left out by ${deselected}.`;
  const unverified = `No requirement was verified; ${`${differing}${beside}`.replace(', ', '')}.`;
  const excluded = `${excluder} excludes ${leftOutInWords(leftOut)}; ${countOf(passed)} of ${results.length} passed`;
  const looked = `No must is violated where the run looked, but ${excluded}${differing}${beside}.`;
  const noOther = `No other must is violated; ${countOf(verified)} passed${differing}${beside}${unchecked}.`;
  const noMust = `No must is violated; ${countOf(verified)} passed${differing}${unchecked}.`;
  // Findings also say something about the target.
  const isSilent = verified.length === 0 && results.every(({ findings }) => findings.length === 0);

  /** The first rule that applies decides. */
  const rules: readonly (readonly [applies: boolean, verdict: RunVerdict, reason: string])[] = [
    [gating.length > 0, 'non-conformant', violated],
    [interrupted, 'incomplete', `The run was interrupted; ${kept}.`],
    [error !== undefined, 'nothing can be said', error ?? ''],
    [isSilent, 'nothing can be said', nothing],
    [unfinished !== undefined, 'incomplete', `${unfinished}; ${kept}.`],
    [stale !== '', 'known failures out of date', `${stale}${beside}.`],
    [open.length > 0, 'incomplete', lacking],
    [deselected !== undefined, 'partial', chosen],
    // A complete run that verified nothing is never green.
    [verified.length === 0, 'incomplete', unverified],
    [leftOut.length > 0, 'partial', looked],
    [beside !== '', 'conformant but for known failures', noOther],
    [differing !== '', 'conformant', noMust],
  ];
  const all = `All ${verified.length} requirements that were checked passed${unchecked}.`;
  const [, verdict, reason] = rules.find(([applies]) => applies) ?? [true, 'conformant', all];
  return { verdict, exitCode: exitCodes[verdict], reason };
}

/** Whether none of the given requirements was exercised, or all of them in part, or only some of them in part. */
export function extentOf(
  open: readonly Pick<RequirementResult, 'verdict'>[],
): 'nothing' | 'a part' | 'a part of some' {
  const isUntouched = ({ verdict }: (typeof open)[number]) =>
    verdict === 'blocked' || verdict === 'unverified';
  if (open.every(isUntouched)) return 'nothing';
  return open.some(isUntouched) ? 'a part of some' : 'a part';
}

/** The rest of a sentence about requirements that lack something: `3 requirements could not be verified`. */
export function notVerified(open: readonly Pick<RequirementResult, 'verdict'>[]): string {
  const predicates = {
    nothing: 'could not be verified',
    'a part': `${open.length === 1 ? 'was' : 'were'} verified only in part`,
    'a part of some': 'could not be verified, or only in part',
  };
  return predicates[extentOf(open)];
}

/** How many requirements have each verdict, unless the sentence already says so: ` (2 blocked, 7 partial)`. */
function kindsOf(open: readonly RequirementResult[]): string {
  if (extentOf(open) === 'nothing' || open.every(({ verdict }) => verdict === 'partial')) return '';
  const kinds = verdicts.flatMap((each) => {
    const count = open.filter(({ verdict }) => verdict === each).length;
    return count === 0 ? [] : `${count} ${each}`;
  });
  return ` (${kinds.join(', ')})`;
}

/** What a run had verified when it ended early: `29 requirements had been verified, and 1 in part`. */
function keptInWords(passed: readonly RequirementResult[], inPart: readonly RequirementResult[]): string {
  if (passed.length === 0 && inPart.length > 0) return `${countOf(inPart)} had been verified in part`;
  const part = inPart.length === 0 ? '' : `, and ${inPart.length} in part`;
  return `${countOf(passed)} had been verified${part}`;
}

/** Whether a requirement makes the run non-conformant. */
function gates({ verdict, known, findings }: RequirementResult, strict: boolean): boolean {
  const isNews = findings.some((each) => each.judgement === 'warned' && each.known === undefined);
  if (verdict === 'failed') return known === undefined || (strict && isNews);
  return verdict === 'warned' && strict && known === undefined;
}

/**
 * Requirements that were left out entirely, and those left out at some operations: `30 requirements (...), 4 at ...`.
 */
function leftOutInWords(leftOut: readonly RequirementResult[]): string {
  const whole = leftOut.filter(({ missed }) => missed === undefined);
  const part = leftOut.filter(({ missed }) => missed !== undefined);
  return [
    ...(whole.length === 0 ? [] : [`${countOf(whole)} (${idsOf(whole)})`]),
    ...(part.length === 0 ? [] : [`some operations of ${countOf(part)} (${idsOf(part)})`]),
  ].join(', and ');
}

function countOf({ length }: readonly RequirementResult[]): string {
  return counted(length, 'requirement');
}

/** The maximum number of requirements, and of known failures, that a reason names. */
const mostNamed = 8;

function idsOf(results: readonly RequirementResult[]): string {
  const ids = results.map(({ requirement }) => requirement.id);
  return listed(ids, mostNamed);
}
