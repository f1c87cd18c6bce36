import { createHash } from 'node:crypto';
import { commandLine } from '../../contract/documents/folders.js';
import type { Requirement } from '../../contract/requirements/catalogue.js';
import { counted } from '../../contract/values/words.js';
import { isClean, residualThingInWords, residueInWords } from '../../footprint/ledger/ledger.js';
import { mistakeInWords } from '../../traffic/recorded-traffic.js';
import { type Finding, type Judgement, judgements } from '../../verdicts/finding.js';
import {
  inOrderOfStanding,
  isOutdated,
  type KnownFailureStanding,
} from '../../verdicts/known-failures/known-failure.js';
import { type Verdict, verdicts } from '../../verdicts/requirement-verdict.js';
import type {
  Comparison,
  ConformanceReport,
  ReportedFinding,
  RequirementReport,
} from '../data/conformance-report.js';
import { decisionOf } from './decision.js';
import { type Fact, factsOf } from './facts.js';
import { type GapsInWords, gapsInWords } from './gaps.js';
import { momentInWords, placeOf } from './in-words.js';
import { openByCause, openRequirements, openTitleOf } from './open-requirements.js';
import type { Entry, Section } from './section.js';

/**
 * The answers to a reader's first questions about a run, in the words and the order in which the terminal, the
 * Markdown summary and the page say it.
 */
export interface Summary {
  /** The meaning of the run for a release. */
  readonly decision: string;
  /** The verdicts that occur, the most pressing first. */
  readonly counts: readonly VerdictCount[];
  /** Requirements with findings that are not known failures, the worst first. */
  readonly violations: readonly Violated[];
  readonly gaps: GapsInWords;
  /** What changed, what was not verified, the known failures, what clients did wrong, and what the run left behind. */
  readonly sections: readonly Section[];
  readonly facts: readonly Fact[];
  /** How much was sent, and by how much: `158 exchanges in 379 tests`. */
  readonly extent: string;
}

/** The number of requirements with a verdict, by strength. */
export type VerdictCount = Readonly<Record<Requirement['strength'] | 'all', number>> & {
  readonly verdict: Verdict;
  readonly meaning: string;
};

/** A requirement with its findings that are not known failures, the worst first. */
export interface Violated {
  readonly requirement: RequirementReport;
  readonly findings: readonly [ReportedFinding, ...ReportedFinding[]];
}

/** The summary of a run. */
export function summaryOf(report: ConformanceReport): Summary {
  const { requirements, knownFailures: known, recorded, residue, since, totals } = report;
  return {
    decision: decisionOf(report),
    counts: verdicts.flatMap((verdict) => countOf(verdict, report)),
    violations: violationsIn(requirements),
    gaps: gapsInWords(report),
    sections: [
      ...(since === undefined ? [] : [changesIn(since)]),
      { title: openTitleOf(report), noun: 'reason', entries: openByCause(report) },
      {
        title: `Known failures listed in ${known?.file}`,
        noun: 'known failure',
        entries: inOrderOfStanding(known?.entries ?? []).map(knownFailure),
      },
      {
        title: 'What the client did that the contract does not allow',
        noun: 'mistake',
        entries: (recorded?.client ?? []).map((each) => ({
          text: `${each.request}: ${mistakeInWords(each)}`,
        })),
      },
      {
        title: 'What the run left behind',
        noun: 'thing',
        entries: leftBehind(residue).map((text) => ({ text })),
      },
    ].filter(({ entries }) => entries.length > 0),
    facts: factsOf(report),
    extent: `${counted(totals.exchanges, 'exchange')} in ${counted(totals.tests, recorded === undefined ? 'test' : 'file')}`,
  };
}

const changes = [
  ['newly failing', 'failed', 'newlyFailing'],
  ['fixed', 'passed', 'fixed'],
  ['newly covered', 'passed', 'newlyCovered'],
  ['no longer verified', 'unverified', 'noLongerVerified'],
] as const;

/** What changed since the previous run. */
function changesIn(since: Comparison): Section {
  const { startedAt, profile, seed } = since.run;
  const entries = changes
    .map(([label, look, list]) => ({ label, look, ids: since[list], text: '' }))
    .filter(({ ids }) => ids.length > 0);
  const nothing = { text: 'Nothing newly failing, fixed, newly covered or no longer verified.' };
  return {
    title: `Since the run of ${momentInWords(startedAt)} (profile ${profile}, seed ${seed})`,
    noun: 'change',
    entries: entries.length > 0 ? entries : [nothing],
  };
}

function knownFailure(entry: KnownFailureStanding): Entry {
  const { requirement, operation, standing, reason, expires, link, says } = entry;
  return {
    label: standing,
    look: isOutdated(entry) ? 'failed' : standing === 'fails' ? 'warned' : 'untested',
    ids: [requirement, ...(operation === undefined ? [] : [operation])],
    text: `${reason} (until ${expires})`,
    parts: [{ text: says }],
    link,
  };
}

/** The outcome of a run's cleanup, and the things that it could not remove. */
function leftBehind(residue: ConformanceReport['residue']): string[] {
  if (residue === undefined) return [];
  const left = residue.left.map((thing) => `left: ${residualThingInWords(thing)}`);
  const wayOut = isClean(residue) ? [] : [`${commandLine('cleanup')} tries again to remove them`];
  return [...residueInWords(residue), ...wayOut, ...left];
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
 * The address of a finding in the page, which it shares with those that expect the same at the same place of the same
 * operation. It follows from the finding alone: a terminal names it while the run goes on, and nobody knows yet how many
 * findings will be there before it.
 */
export function addressOf(finding: Finding): string {
  const { requirement, judgement, operationId, write, expected } = finding;
  const what = JSON.stringify([judgement, operationId, write, placeOf(finding), expected]);
  return `${requirement}-${createHash('sha256').update(what).digest('hex').slice(0, 8)}`;
}

function violationsIn(requirements: readonly RequirementReport[]): Violated[] {
  const violated = requirements.flatMap((requirement) => {
    const [worst, ...others] = inOrder(requirement.findings.filter(({ known }) => known === undefined));
    if (worst === undefined) return [];
    return [{ requirement, findings: [worst, ...others] as const, judgement: worst.judgement }];
  });
  return inOrder(violated);
}
