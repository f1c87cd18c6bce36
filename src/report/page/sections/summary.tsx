import { shortText, visibleText } from '../../../http/shown-exchange.js';
import { isOutdated } from '../../../verdicts/known-failures/known-failure.js';
import type { ConformanceReport } from '../../conformance-report.js';
import { counted, grouped, momentInWords, spanInWords } from '../../in-words.js';
import type { Summary as SummaryContent, VerdictCount, Violated } from '../../summary.js';
import type { PageContent } from '../content/page-content.js';
import { AddressLinks, Badge, Command, Definitions, List, looks, Sign, Table } from './elements.js';

/** The first screen: the advice, the violations and the changes. */
export function Summary({ content }: { readonly content: PageContent }) {
  const { report, summary } = content;
  return (
    <section class="view" id="summary" aria-labelledby="verdict">
      <div class={`verdict ${looks[report.verdict]}`}>
        <p class="subject">Seller Catalog and Order API, {visibleText(report.target.name)}</p>
        <h1 id="verdict">
          <Sign verdict={report.verdict} /> {report.verdict}
        </h1>
        <p class="advice">{summary.advice}</p>
        <p>{shortText(report.reason)}</p>
        <ChangesInShort since={report.since} summary={summary} />
      </div>
      <Definitions
        class="facts"
        entries={factsOf(report, summary).map(([name, value]) => [name, visibleText(value) || '–'])}
      />
      <List
        title="Errors of the settings, the connection or the suite"
        class="errors"
        entries={report.errors.map(shortText)}
      />
      <h2>{counted(report.requirements.length, 'requirement')}</h2>
      <Counts counts={summary.counts} />
      <List
        title="Violations"
        class="listed violations"
        entries={summary.violations.map((each) => (
          <Violation key={each.requirement.id} violated={each} content={content} />
        ))}
      />
      <KnownFailures known={summary.knownFailures} />
      <List
        title="Not verified"
        class="listed"
        entries={summary.open.map(({ verdict, reason, ids }) => (
          <>
            <Badge verdict={verdict} /> {shortText(reason)}
            <AddressLinks ids={ids} />
          </>
        ))}
      />
      <Preflight preflight={report.preflight} />
      <List
        title="What the run left behind"
        class="listed"
        entries={[
          ...(summary.residue?.outcome ?? []).map(shortText),
          ...(summary.residue?.left ?? []).map((thing) => (
            <>
              <strong>left:</strong> {shortText(thing)}
            </>
          )),
        ]}
      />
      <Changes since={report.since} summary={summary} />
      <h2>Repeat this run</h2>
      <Command text={report.command} label="Copy the command of this run" />
      {report.deselected !== undefined && (
        <p class="aside">The parts left out: {visibleText(report.deselected)}.</p>
      )}
    </section>
  );
}

function factsOf(
  { target, totals, startedAt, durationMs, deselected, endedEarly, ...report }: ConformanceReport,
  { pace, shards, resumed }: SummaryContent,
): readonly (readonly [name: string, value: string])[] {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Target', target.url],
    ['Contract', report.contractVersion],
    ['Profile', report.strict ? `${report.profile}, strict` : report.profile],
    ['Seed', String(report.seed)],
    ['Started', momentInWords(startedAt)],
    ['Took', spanInWords(durationMs)],
    ['Limits', pace],
    ['Exchanges', grouped(totals.exchanges)],
    ['Tests', grouped(totals.tests)],
    ['Exit code', String(report.exitCode)],
    ['Left out by', deselected],
    ['Ended', endedEarly === undefined ? undefined : 'before all tests had run'],
    ['Merged from', shards],
    ...resumed.map(({ at, kept }) => ['Resumed', `${momentInWords(at)}, ${kept}`] as const),
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

const strengths = ['must', 'should', 'may'] as const;

/** The number of requirements by verdict and strength; each number links to its rows. */
function Counts({ counts }: { readonly counts: readonly VerdictCount[] }) {
  return (
    <Table
      label="Requirements by verdict and strength"
      class="counts"
      columns={['Verdict', ...strengths, 'All', 'Meaning']}
      numbers={[...strengths, 'All']}
    >
      {counts.map(({ verdict, meaning, ...count }) => (
        <tr key={verdict}>
          <th scope="row">
            <Badge verdict={verdict} />
          </th>
          {[...strengths, 'all' as const].map((strength) => {
            const filter = strength === 'all' ? '' : `&strength=${strength}`;
            return (
              <td class="number" key={strength}>
                {count[strength] === 0 ? (
                  <span class="zero">0</span>
                ) : (
                  <a
                    href={`#requirements?verdict=${verdict}${filter}`}
                    aria-label={`${count[strength]}: ${strength} ${verdict}`}
                  >
                    {count[strength]}
                  </a>
                )}
              </td>
            );
          })}
          <td>{meaning}</td>
        </tr>
      ))}
    </Table>
  );
}

function Violation({
  violated: { requirement, worst },
  content,
}: Readonly<{ violated: Violated; content: PageContent }>) {
  const { id, sentence, findings } = requirement;
  const [first, ...others] = new Set(findings.map(({ operationId, write = operationId }) => write));
  const joined = content.requirements.find((each) => each.requirement.id === id)?.findings ?? [];
  return (
    <>
      <Badge verdict={worst.judgement} /> <a href={`#${id}`}>{id}</a> {sentence}
      <p class="aside">
        {others.length === 0 ? first : `${first} and ${counted(others.length, 'other operation')}`}: expected{' '}
        {shortText(worst.expected.join(', or '))}, but got {shortText(worst.actual)}
        {worst.at === undefined ? '' : ` (${shortText(worst.at)})`}.{' '}
        <a href={`#${id}-1`}>{counted(joined.length, 'finding')}</a>
      </p>
    </>
  );
}

function KnownFailures({ known }: { readonly known: SummaryContent['knownFailures'] }) {
  if (known === undefined) return null;
  const entries = known.entries.map((entry) => {
    const { requirement, operation, standing, reason, expires, link, says } = entry;
    const look = isOutdated(entry) ? 'failed' : standing === 'fails' ? 'warned' : 'untested';
    // A kept report may have been edited: a link to anything but a web page is shown as text.
    const isWeb = /^https?:\/\//.test(link);
    return (
      <>
        <span class={`badge ${look}`}>{standing}</span> <a href={`#${requirement}`}>{requirement}</a>
        {operation === undefined ? '' : ' at '}
        {operation !== undefined && <a href={`#${operation}`}>{operation}</a>}: {shortText(reason)}
        <p class="aside">
          {shortText(says)} Until {expires}; followed up at{' '}
          {isWeb ? <a href={link}>{shortText(link)}</a> : <code>{shortText(link)}</code>}.
        </p>
      </>
    );
  });
  return (
    <List title="Known failures" class="listed" entries={entries}>
      <p class="aside">By {visibleText(known.file)}. They don’t make the run red while they fail.</p>
    </List>
  );
}

/** The parts of the suite that the run could check on the target, as known before it began. */
function Preflight({ preflight }: { readonly preflight: ConformanceReport['preflight'] }) {
  if (preflight === undefined) return null;
  const { checks, closings, leftOut, noticed } = preflight;
  return (
    <>
      <h2 id="preflight">Checked and left out</h2>
      <p>{shortText(checks)}.</p>
      {closings !== undefined && <p>How the target fills the gaps: {shortText(closings)}.</p>}
      <Definitions
        class="changes"
        entries={leftOut.map(({ what, reason }) => [`Not ${shortText(what)}`, shortText(reason)])}
      />
      <List class="listed" entries={noticed.map(shortText)} />
    </>
  );
}

interface ChangesProps {
  readonly since: ConformanceReport['since'];
  readonly summary: SummaryContent;
}

/** The changes in one line, with a link to the details. */
function ChangesInShort({ since, summary: { changes } }: ChangesProps) {
  if (since === undefined) return null;
  const { run, noLongerRan } = since;
  const changed = [
    ...changes.map(([kind, ids]) => `${ids.length} ${kind}`),
    ...(noLongerRan.length > 0 ? [`${counted(noLongerRan.length, 'test')} no longer ran`] : []),
  ];
  return (
    <p>
      <a href="#changes">Since {momentInWords(run.startedAt)}</a>:{' '}
      {changed.length === 0 ? 'no change' : changed.join(', ')}.
    </p>
  );
}

function Changes({ since, summary: { changes } }: ChangesProps) {
  if (since === undefined)
    return (
      <>
        <h2 id="changes">Since the previous run</h2>
        <p>There is no earlier run of this target to compare with.</p>
      </>
    );
  const { run, noLongerRan } = since;
  const isSame = changes.length === 0 && noLongerRan.length === 0;
  const silent = (
    <details>
      <summary>{counted(noLongerRan.length, 'test')}</summary>
      <List entries={noLongerRan} />
    </details>
  );
  return (
    <>
      <h2 id="changes" tabIndex={-1}>
        Since the previous run
      </h2>
      <p>
        Compared with the run of {momentInWords(run.startedAt)} (profile {run.profile}, seed {run.seed})
        {isSame ? ': nothing is newly failing, fixed, newly covered or no longer verified.' : ':'}
      </p>
      <Definitions
        class="changes"
        entries={[
          ...changes.map(
            ([kind, ids]) =>
              [`${kind[0]?.toUpperCase()}${kind.slice(1)}`, <AddressLinks key={kind} ids={ids} />] as const,
          ),
          ...(noLongerRan.length > 0 ? [['Checks that no longer ran', silent] as const] : []),
        ]}
      />
    </>
  );
}
