import { counted, grouped } from '../../../contract/values/words.js';
import { shortText, visibleText } from '../../../http/shown/shown-exchange.js';
import { operationOf } from '../../../verdicts/finding-operation.js';
import type { Entry, Section } from '../../summary/section.js';
import type { Summary as SummaryContent } from '../../summary/summary.js';
import type { PageContent, RequirementContent } from '../content/page-content.js';
import {
  AddressLinks,
  Badge,
  Card,
  Command,
  type Definition,
  Definitions,
  Folded,
  List,
  looks,
  Sign,
  Table,
} from './elements.js';
import { Compared } from './finding.js';

/** The number of violations that the first screen shows as cards; the others are one line each. */
const shownAsCards = 3;

/** The number of reasons for which something was not verified, and of parts for each, that are shown at once. */
const shownLines = 5;

/** The first screen: the advice, the violations and the changes. */
export function Summary({ content }: ContentProps) {
  const { report, summary } = content;
  return (
    <section class="view" id="summary" aria-labelledby="verdict">
      <div class={`verdict ${looks[report.verdict]}`}>
        <p class="subject">Seller Catalog and Order API, {visibleText(report.target.name)}</p>
        <h1 id="verdict">
          <Sign verdict={report.verdict} /> {report.verdict}
        </h1>
        <p class="advice">{summary.decision}</p>
        <p class="reason">{shortText(report.reason)}</p>
      </div>
      <List
        title="Errors of the settings, the connection or the suite"
        class="lines errors"
        entries={report.errors.map(shortText)}
      />
      <div class="columns">
        <div class="main-column">
          <Card title={counted(report.requirements.length, 'requirement')}>
            <Counts counts={summary.counts} />
          </Card>
          <ViolationsInShort content={content} />
          {summary.sections.map(({ title, noun, entries }) => (
            <Card key={title} title={visibleText(title)}>
              <Entries entries={entries} noun={noun} />
            </Card>
          ))}
          {report.since === undefined && (
            <Card title="Since the previous run">
              <p>There is no earlier run of this target to compare with.</p>
            </Card>
          )}
        </div>
        <div class="side-column">
          <Card title="This run">
            <Definitions
              class="facts"
              entries={[
                ...summary.facts.map(([label, says]): Definition => [label, visibleText(says)]),
                ['Exchanges', grouped(report.totals.exchanges)],
                [report.recorded === undefined ? 'Tests' : 'Files', grouped(report.totals.tests)],
                ['Exit code', report.exitCode],
              ]}
            />
          </Card>
          <Card title="Repeat this run">
            <Command text={report.command} label="Copy the command of this run" />
            {report.deselected !== undefined && (
              <p class="aside">The parts left out: {visibleText(report.deselected)}.</p>
            )}
          </Card>
          <Preflight content={content} />
        </div>
      </div>
    </section>
  );
}

interface ContentProps {
  readonly content: PageContent;
}

const strengths = ['must', 'should', 'may'] as const;

/** The number of requirements by verdict and strength; each number links to its rows. */
function Counts({ counts }: Pick<SummaryContent, 'counts'>) {
  const columns = [...strengths.filter((each) => counts.some((count) => count[each] > 0)), 'all' as const];
  return (
    <Table
      label="Requirements by verdict and strength"
      class="counts"
      columns={['Verdict', ...columns, 'Meaning']}
      numbers={columns}
    >
      {counts.map(({ verdict, meaning, ...count }) => (
        <tr key={verdict}>
          <th scope="row">
            <Badge verdict={verdict} />
          </th>
          {columns.map((strength) => {
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
          <td class="aside">{meaning}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The worst violations as cards, and a line for each of the others. */
function ViolationsInShort({ content: { violations } }: ContentProps) {
  if (violations.length === 0) return null;
  const others = violations.slice(shownAsCards);
  return (
    <div class="violations">
      <h2>
        Violations <span class="count">{violations.length}</span>
      </h2>
      {violations.slice(0, shownAsCards).map((row) => (
        <ViolationCard key={row.requirement.id} row={row} />
      ))}
      <Folded
        class="card"
        title={counted(others.length, 'more violation')}
        entries={others.map(({ requirement: { id, sentence }, findings }) => (
          <>
            <Badge verdict={findings[0]?.finding.judgement ?? 'failed'} />{' '}
            <a class="id" href={`#${id}`}>
              {id}
            </a>{' '}
            {sentence} <span class="aside">{counted(findings.length, 'finding')}</span>
          </>
        ))}
      />
    </div>
  );
}

/** A requirement and its worst finding. */
function ViolationCard({ row: { requirement, clauses, findings } }: { readonly row: RequirementContent }) {
  const [worst] = findings;
  if (worst === undefined) return null;
  const { judgement, at } = worst.finding;
  const operations = [...new Set(findings.map(({ finding }) => operationOf(finding)))];
  return (
    <article class={`card violation ${judgement}`}>
      <h3 class="violation-title">
        <Badge verdict={judgement} />{' '}
        <a class="id" href={`#${requirement.id}`}>
          {requirement.id}
        </a>{' '}
        <span class="sentence">{requirement.sentence}</span>{' '}
        <span class="aside">
          {requirement.strength}, {requirement.from}
        </span>
      </h3>
      <List class="clauses" entries={clauses} />
      <AddressLinks ids={operations} />
      {at !== undefined && (
        <p class="place">
          at <code>{shortText(at)}</code>
        </p>
      )}
      <Compared finding={worst.finding} isExcerpt />
      <p>
        <a href={`#${worst.address}`}>{counted(findings.length, 'finding')} in full</a>
      </p>
    </article>
  );
}

/** The first entries, and the others, which are closed at first. */
function Entries({ entries, noun = 'part' }: Pick<Section, 'entries'> & { readonly noun?: string }) {
  const lines = entries.map((entry, index) => <EntryLine key={index} entry={entry} />);
  const others = lines.slice(shownLines);
  return (
    <>
      <List class="lines" entries={lines.slice(0, shownLines)} />
      <Folded title={counted(others.length, `more ${noun}`)} entries={others} />
    </>
  );
}

function EntryLine({ entry: { label, look, ids = [], text, parts = [], link } }: { readonly entry: Entry }) {
  const areInParts = parts.some((part) => part.ids !== undefined);
  return (
    <>
      {look !== undefined && <Badge verdict={look} says={label} />} {shortText(text)}
      {link !== undefined && (
        <>
          ; see{' '}
          {/^https?:\/\//.test(link) ? <a href={link}>{shortText(link)}</a> : <code>{shortText(link)}</code>}
        </>
      )}
      {!areInParts && <AddressLinks ids={ids} />}
      {parts.length > 0 && <Entries entries={parts} />}
    </>
  );
}

/** The parts of the suite that the run could check on the target, as known before it began. */
function Preflight({ content: { report } }: ContentProps) {
  if (report.preflight === undefined) return null;
  const { checks, mappings, leftOut, noticed } = report.preflight;
  return (
    <Card title="Checked and left out">
      <p>{shortText(checks)}.</p>
      {mappings !== undefined && <p>How the service differs: {shortText(mappings)}.</p>}
      <Definitions
        class="facts"
        entries={leftOut.map(({ what, reason, blocks }) => [
          `${blocks ? 'Blocked' : 'Left out'}: ${shortText(what)}`,
          shortText(reason),
        ])}
      />
      <List class="lines" entries={noticed.map(shortText)} />
    </Card>
  );
}
