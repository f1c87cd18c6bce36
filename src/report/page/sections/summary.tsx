import { shortText, visibleText } from '../../../http/visible-text.js';
import type { ConformanceReport } from '../../conformance-report.js';
import { openByReason } from '../../run-in-progress.js';
import { paceInWords, shardsInWords } from '../../terminal-summary.js';
import { adviceOf, grouped, looks, momentInWords, signs, spanInWords } from '../content/in-words.js';
import { AddressLinks } from './address-links.js';
import { Badge } from './badge.js';
import { Changes, ChangesInShort } from './changes.js';
import { Command } from './command.js';
import { Counts } from './counts.js';
import { KnownFailures } from './known-failures.js';
import { Preflight } from './preflight.js';
import { LeftBehind } from './residue.js';
import { Violations } from './violations.js';

/** The first screen: the advice, the violations and the changes. */
export function Summary({ report }: { readonly report: ConformanceReport }) {
  const look = looks[report.verdict];
  return (
    <section class="view" id="summary" aria-labelledby="verdict">
      <div class={`verdict ${look}`}>
        <p class="subject">Seller Catalog and Order API, {visibleText(report.target.name)}</p>
        <h1 id="verdict">
          <span aria-hidden="true">{signs[look]}</span> {report.verdict}
        </h1>
        <p class="advice">{adviceOf(report)}</p>
        <p>{shortText(report.reason)}</p>
        <ChangesInShort since={report.since} />
      </div>
      <Facts report={report} />
      <Errors errors={report.errors} />
      <Counts report={report} />
      <Violations report={report} />
      <KnownFailures known={report.knownFailures} />
      <Open report={report} />
      <Preflight report={report} />
      <LeftBehind residue={report.residue} />
      <Changes report={report} />
      <h2>Repeat this run</h2>
      <Command text={report.command} label="Copy the command of this run" />
      {report.deselected !== undefined && (
        <p class="aside">And what was left out: {visibleText(report.deselected)}.</p>
      )}
    </section>
  );
}

function Facts({ report }: { readonly report: ConformanceReport }) {
  const { target, totals, startedAt, durationMs, deselected, endedEarly, resumed = [], shards } = report;
  const pace = paceInWords(report);
  const facts: readonly (readonly [string, string])[] = [
    ['Target', target.url],
    ['Contract', report.contractVersion],
    ['Profile', report.strict ? `${report.profile}, strict` : report.profile],
    ['Seed', String(report.seed)],
    ['Started', momentInWords(startedAt)],
    ['Took', spanInWords(durationMs)],
    ...(pace === undefined ? [] : [['Limits', pace] as const]),
    ['Exchanges', grouped(totals.exchanges)],
    ['Tests', grouped(totals.tests)],
    ['Exit code', String(report.exitCode)],
    ...(deselected === undefined ? [] : [['Left out by', deselected] as const]),
    ...(endedEarly === undefined ? [] : [['Ended', 'before all tests had run'] as const]),
    ...(shards === undefined ? [] : [['Merged from', shardsInWords(shards)] as const]),
    ...resumed.map(
      ({ at, kept }) => ['Resumed', `${momentInWords(at)}, ${grouped(kept)} tests kept`] as const,
    ),
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={`${name} ${value}`}>
          <dt>{name}</dt>
          <dd>{visibleText(value) || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

function Errors({ errors }: { readonly errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <>
      <h2>Errors of the settings, the connection or the suite</h2>
      <ul class="errors">
        {errors.map((error) => (
          <li key={error}>{shortText(error)}</li>
        ))}
      </ul>
    </>
  );
}

/** The requirements that should have been verified and were not. */
function Open({ report }: { readonly report: ConformanceReport }) {
  const groups = openByReason(report);
  if (groups.length === 0) return null;
  return (
    <>
      <h2>Not verified</h2>
      <ul class="listed">
        {groups.map(({ verdict, reason, requirements }) => (
          <li key={`${verdict} ${reason}`}>
            <Badge verdict={verdict} /> {shortText(reason)}
            <AddressLinks ids={requirements.map(({ id }) => id)} />
          </li>
        ))}
      </ul>
    </>
  );
}
