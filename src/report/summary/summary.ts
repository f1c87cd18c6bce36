import { createHash } from 'node:crypto';
import type { Requirement } from '../../contract/requirements/catalogue.js';
import { counted, grouped } from '../../contract/values/words.js';
import { residualThingInWords, residueInWords } from '../../footprint/ledger/ledger.js';
import { spanInWords } from '../../http/shown/duration-in-words.js';
import { lostTogether } from '../../http/transports/attempts.js';
import { isNamed } from '../../target/environment.js';
import { leftOutInWords } from '../../target/preflight/preflight-report.js';
import { type Finding, type Judgement, judgements } from '../../verdicts/finding.js';
import { operationOf } from '../../verdicts/finding-operation.js';
import { inOrderOfStanding } from '../../verdicts/known-failures/known-failure.js';
import { type Verdict, verdicts } from '../../verdicts/requirement-verdict.js';
import type {
  ConformanceReport,
  KnownFailuresReport,
  ReportedFinding,
  RequirementReport,
} from '../data/conformance-report.js';
import { decisionOf } from './decision.js';
import { type GapsInWords, gapsInWords } from './gaps.js';
import { placeOf } from './in-words.js';
import { type OpenRequirements, openByCause, openRequirements, openTitleOf } from './open-requirements.js';

/**
 * The answers to a reader's first questions about a run, in the words and the order in which the terminal, the
 * Markdown summary and the page say it. Text from the target is still raw: each output escapes it in its own way.
 */
export interface Summary {
  /** The meaning of the run for a release. */
  readonly decision: string;
  /** The verdicts that occur, the most pressing first. */
  readonly counts: readonly VerdictCount[];
  /** Requirements with findings that are not known failures, the worst first. */
  readonly violations: readonly Violated[];
  /** Requirements that should have been verified and were not, or only in part, by verdict and cause. */
  readonly open: readonly OpenRequirements[];
  /** What these requirements have in common, as a title. */
  readonly openTitle: string;
  /** The parts of the suite that the configuration left out, as known before the run. */
  readonly leftOut: readonly ReturnType<typeof leftOutInWords>[];
  /** Absent if there are none; the outdated ones come first. */
  readonly knownFailures?: KnownFailuresReport;
  /** The kinds of changes since the previous run that occurred, with the ids of the requirements. */
  readonly changes: readonly (readonly [kind: string, ids: readonly string[]])[];
  readonly gaps: GapsInWords;
  /** The cleanup of the run; absent if it created nothing on a merchant that others use too. */
  readonly residue?: { readonly outcome: readonly string[]; readonly left: readonly string[] };
  /** How long the run took: `8 min 12 s, planned 7 min 54 s; no unexpected 429`. */
  readonly took: string;
  /** The products that a run left on a merchant that others use too: `231 left as drafts or inactive, planned 240`. */
  readonly products?: string;
  /** What would give every test its order items; absent if no test lacked any. */
  readonly orders?: string;
  /** The shards of a merged run: `3 of 4 shards, without 2`. */
  readonly shards?: string;
}

/** The number of requirements with a verdict, by strength. */
export type VerdictCount = Readonly<Record<Requirement['strength'] | 'all', number>> & {
  readonly verdict: Verdict;
  readonly meaning: string;
};

/** A requirement with its findings that are not known failures. */
export interface Violated {
  readonly requirement: RequirementReport;
  readonly findings: readonly ReportedFinding[];
  readonly worst: ReportedFinding;
}

/** The summary of a run. */
export function summaryOf(report: ConformanceReport): Summary {
  const { requirements, knownFailures: known, residue, shards, since } = report;
  return {
    decision: decisionOf(report),
    counts: verdicts.flatMap((verdict) => countOf(verdict, report)),
    violations: violationsIn(requirements),
    open: openByCause(report),
    openTitle: openTitleOf(report),
    leftOut: (report.preflight?.leftOut ?? []).map(leftOutInWords),
    knownFailures:
      known && known.entries.length > 0 ? { ...known, entries: inOrderOfStanding(known.entries) } : undefined,
    changes:
      since === undefined
        ? []
        : (
            [
              ['newly failing', since.newlyFailing],
              ['fixed', since.fixed],
              ['newly covered', since.newlyCovered],
              ['no longer verified', since.noLongerVerified],
            ] as const
          ).filter(([, ids]) => ids.length > 0),
    gaps: gapsInWords(report, openRequirements(report)),
    residue: residue && { outcome: residueInWords(residue), left: residue.left.map(residualThingInWords) },
    took: tookInWords(report),
    products: productsOf(report),
    orders: ordersToName(report),
    shards: shards && shardsInWords(shards),
  };
}

/** Where the settings of a target are. */
export function settingsOf(target: ConformanceReport['target']): string {
  return isNamed(target) ? `.env.${target.name}` : 'the environment';
}

/** The meaning of each verdict of a requirement, in a few words. */
const meanings: Readonly<Record<Verdict, string>> = {
  passed: 'verified in this run',
  partial: 'verified in part',
  failed: 'a must is violated',
  warned: 'a should or may is violated',
  deviated: 'an unconfirmed assumption does not hold',
  blocked: 'could not be exercised',
  inapplicable: "left out by the target's configuration",
  untested: 'the suite has no check for it',
  unverified: 'its checks did not run',
};

function countOf(
  verdict: Verdict,
  { requirements, deselected, recorded }: Pick<ConformanceReport, 'requirements' | 'deselected' | 'recorded'>,
): VerdictCount[] {
  const having = requirements.filter((each) => each.verdict === verdict);
  if (having.length === 0) return [];
  const known = having.filter((each) => each.known === true).length;
  // The verdict of the run counts the others as not verified.
  const chosen =
    verdict === 'partial' ? having.length - openRequirements({ requirements: having, deselected }).length : 0;
  const chooser = deselected === undefined ? 'the configuration' : 'the choice of tests';
  const by = recorded === undefined ? chooser : 'the recording';
  const isUnseen = recorded !== undefined && verdict === 'unverified';
  const of = (strength: Requirement['strength']) =>
    having.filter((each) => each.strength === strength).length;
  return [
    {
      verdict,
      must: of('must'),
      should: of('should'),
      may: of('may'),
      all: having.length,
      meaning: [
        isUnseen ? 'the recording does not show it' : meanings[verdict],
        ...(known === 0 ? [] : [`${known} known`]),
        ...(chosen === 0 ? [] : [`${chosen} because ${by} leaves out the rest`]),
      ].join('; '),
    },
  ];
}

/** The worst first, otherwise in the given order. */
export function inOrder<Found extends { readonly judgement: Judgement }>(
  findings: readonly Found[],
): Found[] {
  return findings.toSorted((a, b) => judgements.indexOf(a.judgement) - judgements.indexOf(b.judgement));
}

/**
 * The address of a finding's exchange in the page. It follows from the finding alone: a terminal names it while the run
 * goes on, and nobody knows yet how many findings will be there before it.
 */
export function responseAddressOf(finding: Finding): string {
  const where = [finding.operationId, operationOf(finding), placeOf(finding)];
  const digest = createHash('sha256').update(JSON.stringify(where)).digest('hex');
  return `${finding.requirement}-${digest.slice(0, 6)}`;
}

function violationsIn(requirements: readonly RequirementReport[]): Violated[] {
  const violated = requirements.flatMap((requirement) => {
    const findings = requirement.findings.filter(({ known }) => known === undefined);
    const [worst] = inOrder(findings);
    return worst === undefined ? [] : [{ requirement, findings, worst, judgement: worst.judgement }];
  });
  return inOrder(violated);
}

/** The orders that would give every test its items; undefined if no test lacked any. */
function ordersToName({ missingOrders, target }: ConformanceReport): string | undefined {
  if (missingOrders === undefined) return undefined;
  return `name ${missingOrders} in TARGET_ORDERS in ${settingsOf(target)} for the tests that had too few`;
}

/** The duration of a run, how it kept to rate limits that its tests shared, and the requests that were lost. */
function tookInWords(report: ConformanceReport): string {
  const { tests, durationMs, preflight } = report;
  const took = spanInWords(durationMs);
  const paced = tests.flatMap((test) => test.paced ?? []);
  const lost = lostInWords(report);
  if (paced.length === 0) return took + lost;
  const refusals = paced.reduce((sum, each) => sum + each.refusals, 0);
  const met =
    refusals === 0
      ? 'no unexpected 429'
      : `${refusals} unexpected 429: others used the limits too, or the target counts differently, which --profile release checks`;
  const planned =
    preflight?.expectedMinutes === undefined
      ? ''
      : `, planned ${spanInWords(preflight.expectedMinutes * 60_000)}`;
  return `${took}${planned}; ${met}${lost}`;
}

function lostInWords({ tests, totals }: ConformanceReport): string {
  const parts = tests.flatMap((test) => test.lost ?? []);
  if (parts.length === 0) return '';
  const { byOperation, answeredAgain: again, begunAnew } = lostTogether(parts);
  const all = Object.entries(byOperation);
  const lost = all.reduce((sum, [, times]) => sum + times, 0);
  const most = all.find(([, times]) => times > lost / 2)?.[0];
  const where =
    most === undefined ? 'no particular operation' : all.length === 1 ? most : `${most} more than elsewhere`;
  const anew = begunAnew === 0 ? '' : `; ${counted(begunAnew, 'test')} began anew for that`;
  return `; ${grouped(lost)} of ${counted(totals.exchanges + lost - again, 'request')} lost, at ${where}, and ${grouped(again)} of them answered when sent again${anew}`;
}

/** Undefined if the run created none. */
function productsOf({ residue, preflight }: ConformanceReport): string | undefined {
  const { products } = residue ?? {};
  if (!products) return undefined;
  const { expectedProducts } = preflight ?? {};
  const planned = expectedProducts ? `, planned ${expectedProducts}` : '';
  return `${products} left as drafts or inactive${planned}; the API can't delete products`;
}

function shardsInWords({ total, missing }: NonNullable<ConformanceReport['shards']>): string {
  if (missing.length === 0) return total === 1 ? '1 shard' : `all ${total} shards`;
  return `${total - missing.length} of ${total} shards, without ${missing.join(', ')}`;
}
