import { counted, listed } from '../../contract/values/words.js';
import { titleEnd } from '../../target/run/commands.js';
import type { Obstacle } from '../../verdicts/finding.js';
import { isVerified } from '../../verdicts/requirement-verdict.js';
import type { ConformanceReport, RequirementReport } from '../data/conformance-report.js';

/**
 * The meaning of a run for a release. Requirements that the target's configuration leaves out don't hold it up; a must
 * that deviates does, until its gap is confirmed or mapped.
 */
export function decisionOf(report: ConformanceReport): string {
  const { verdict, deselected, totals, knownFailures, requirements } = report;
  const known = knownFailures?.entries.filter(({ excuses }) => excuses).length ?? 0;
  const { warned, deviated } = totals.verdicts;
  const differing = [
    ...(known > 0 ? [counted(known, 'known failure')] : []),
    ...(warned > 0 ? [counted(warned, 'warning')] : []),
    ...(deviated > 0 ? [counted(deviated, 'deviation')] : []),
  ].join(' and ');
  const beside = differing === '' ? '' : `, with ${differing} to look at`;
  const open = requirements.flatMap(deviatingMust);
  const again = notFailedAgain(report);
  /** The first one that applies decides. */
  const rules: readonly (readonly [applies: boolean, decision: string])[] = [
    [verdict === 'non-conformant', 'No go: a promise is broken.'],
    [
      verdict === 'known failures out of date',
      'No decision yet: the list of known failures is out of date. Nothing outside that list is violated.',
    ],
    [verdict === 'incomplete', 'No decision yet: something that should have been checked could not be.'],
    [verdict === 'nothing can be said', 'No decision: this run says nothing about the service.'],
    [again.length > 0, `${listed(again, 3)} did not fail again${beside}: this run repeated one test alone.`],
    [
      deselected !== undefined,
      `No decision from this run alone: it checked only a part, in which nothing ${known > 0 ? 'else ' : ''}failed${beside}.`,
    ],
    [
      open.length > 0,
      `Open: a promise is broken unless this service fills a gap in its own way: ${listed(open, 3)}. Confirm the gap, or map it.`,
    ],
    [
      verdict === 'conformant but for known failures',
      `Go only if you accept ${differing}: promises are broken, and the list of known failures names them.`,
    ],
  ];
  return rules.find(([applies]) => applies)?.[1] ?? `Go: ${extentInWords(requirements)}${beside}.`;
}

/** The requirements that a run verified which repeats the test of a finding; none for any other run. */
function notFailedAgain({ deselected, tests, requirements }: ConformanceReport): string[] {
  const [test, ...others] = tests;
  if (!deselected?.endsWith(titleEnd) || test === undefined || others.length > 0) return [];
  return requirements
    .filter(({ id, verdict }) => test.covers.includes(id) && isVerified(verdict))
    .map(({ id }) => id);
}

/** A must that the description states, or that follows from it, with the gaps at which it deviates: `BAT-09 at G-11`. */
function deviatingMust({ id, strength, from, findings }: RequirementReport): string[] {
  if (strength !== 'must' || from === 'assumed') return [];
  const own = findings.filter(({ judgement, atMost }) => judgement === 'deviated' && atMost === undefined);
  const gaps = [...new Set(own.flatMap((finding) => finding.gaps ?? []))];
  return own.length === 0 ? [] : [`${id} at ${gaps.join(' and ')}`];
}

/** What an operator can change. */
const settable: readonly Obstacle[] = ['writes denied', 'no order', 'too few order items', 'no setting'];

/** How many requirements are kept, how many a setting would add, and how many only a sandbox can show. */
function extentInWords(requirements: readonly RequirementReport[]): string {
  const kept = requirements.filter(({ verdict }) => isVerified(verdict)).length;
  const lacking = requirements.map(({ obstacles = [], missed }) => [
    ...obstacles,
    ...(missed?.obstacles ?? []),
  ]);
  const isSettable = (all: readonly Obstacle[]) => all.some((each) => settable.includes(each));
  const added = lacking.filter(isSettable).length;
  const hidden = lacking.filter((all) => all.includes('no sandbox') && !isSettable(all)).length;
  const unread = lacking.filter((all) => all.includes('no parser')).length;
  const rest = [
    ...(added === 0 ? [] : [`a setting or --profile release would add ${added} more, or the rest of some`]),
    ...(hidden === 0 ? [] : [`only a sandbox can show ${hidden}`]),
    ...(unread === 0
      ? []
      : [`${unread} ${unread === 1 ? 'was' : 'were'} not looked at, for a limit of the suite`]),
  ];
  const all = kept === 1 ? 'the one requirement' : `all ${kept} requirements`;
  return [`${all} that this target can show ${kept === 1 ? 'is' : 'are'} kept`, ...rest].join('; ');
}
