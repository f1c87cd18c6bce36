import { groupedBy } from '../../../contract/values/groups.js';
import { counted, enumerated, grouped } from '../../../contract/values/words.js';
import { shortText } from '../../../http/shown/shown-exchange.js';
import { reachedInWords } from '../../../verdicts/recording/reached.js';
import type { RequirementReport } from '../../data/conformance-report.js';
import type { PageContent, RequirementContent } from '../content/page-content.js';
import { Badge, type Definition, Definitions, List, Row, TestTitle, View } from './elements.js';
import { VerifiedAt } from './exchange.js';
import { Findings } from './finding.js';

const columns = ['Verdict', 'Id', 'Promise', 'Strength', 'Source', 'Tests', 'Exchanges'];

/** A row for each requirement, in the order of the description's clauses, with its findings and its evidence. */
export function Requirements({ content }: { readonly content: PageContent }) {
  const { report, requirements } = content;
  const topics = report.topics
    .map((topic) => ({
      ...topic,
      rows: requirements.filter(({ requirement }) => requirement.id.startsWith(`${topic.prefix}-`)),
    }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <View id="requirements" title="Requirements">
      <FilterBar content={content} />
      {topics.map(({ prefix, title, clause, rows }) => (
        <section class="topic" key={prefix} aria-labelledby={`topic-${prefix}`}>
          <h2 id={`topic-${prefix}`}>
            {title} <span class="clause">clause {clause.join(', ')}</span>
          </h2>
          <div class="rows">
            <div class="row-head" aria-hidden="true">
              {columns.map((name, index) => (
                <span key={name} class={index > 4 ? 'number' : undefined}>
                  {name}
                </span>
              ))}
            </div>
            {rows.map((row) => (
              <Requirement key={row.requirement.id} row={row} allOperations={report.operations.length} />
            ))}
          </div>
        </section>
      ))}
    </View>
  );
}

/** The filter of the rows; hidden without a script, because it would do nothing. */
function FilterBar({ content: { report, summary, aspects } }: { readonly content: PageContent }) {
  const { requirements, operations } = report;
  const choices: readonly (readonly [name: string, label: string, values: readonly string[]])[] = [
    ['verdict', 'Verdict', summary.counts.map(({ verdict }) => verdict)],
    ['operation', 'Operation', operations.map(({ operationId }) => operationId)],
    ['aspect', 'Aspect', aspects],
    ['strength', 'Strength', ['must', 'should', 'may']],
    ['from', 'Source', ['stated', 'derived', 'assumed']],
  ];
  return (
    <search>
      <form id="filter" class="filter" hidden>
        <div>
          <label for="filter-q">Contains</label>
          <input type="search" id="filter-q" name="q" placeholder="id or words" autocomplete="off" />
        </div>
        {choices.map(([name, label, values]) => (
          <div key={name}>
            <label for={`filter-${name}`}>{label}</label>
            <select id={`filter-${name}`} name={name}>
              <option value="">all</option>
              {values.map((value) => (
                <option key={value} value={value}>
                  {value}
                </option>
              ))}
            </select>
          </div>
        ))}
        <button type="reset">Show all</button>
        <output for="filter">{`${requirements.length} of ${requirements.length} requirements`}</output>
      </form>
    </search>
  );
}

/** A requirement: a row that opens to show all its details. */
function Requirement({ row, allOperations }: Readonly<{ row: RequirementContent; allOperations: number }>) {
  const { requirement, aspect, tests, evidence } = row;
  const { id, sentence, strength, from, verdict, operations, notes, reached } = requirement;
  const isOfAll = operations.length === allOperations;
  const foundAt = requirement.findings.flatMap(({ operationId, write }) => [
    operationId,
    write ?? operationId,
  ]);
  return (
    <Row
      class={`requirement ${verdict}`}
      id={id}
      data-verdict={verdict}
      data-operation={isOfAll ? 'all' : [...new Set([...operations, ...foundAt])].join(' ')}
      data-aspect={aspect}
      data-strength={strength}
      data-from={from}
      head={
        <>
          <Badge verdict={verdict} known={requirement.known} />
          <span class="id">{id}</span>
          <span class="sentence">{sentence}</span>
          <span class="strength">{strength}</span>
          <span class={`source ${from}`}>{from}</span>
          <Figure value={requirement.tests} thing="test" />
          <Figure value={requirement.exchanges} thing="exchange" />
        </>
      }
    >
      <Findings of={row} />
      <Definitions class="facts-list" entries={standingOf(row, allOperations)} />
      <List
        level="h3"
        title="What the target did where several answers are right"
        entries={Object.entries(notes).map(
          ([response, times]) => `${shortText(response)} (${counted(times, 'time')})`,
        )}
      />
      <List
        level="h3"
        title="The most that was tried"
        entries={reached === undefined ? [] : reachedInWords(reached)}
      />
      <VerifiedAt evidence={evidence} />
      <List
        level="h3"
        title="Tests"
        class="lines tests"
        entries={[...groupedBy(tests, ({ file, line }) => `${file}:${line}`).values()].map(
          ([first, ...others]) => <TestTitle key={first.id} test={first} others={others.length} />,
        )}
      />
    </Row>
  );
}

function Figure({ value, thing }: { readonly value: number; readonly thing: string }) {
  return (
    <span class={value === 0 ? 'number zero' : 'number'}>
      {grouped(value)}
      <span class="unit">{` ${thing}${value === 1 ? '' : 's'}`}</span>
    </span>
  );
}

/** What a check looks at, why the requirement has its strength, and the reason for its verdict. */
function standingOf({ requirement, clauses }: RequirementContent, allOperations: number): Definition[] {
  const { observed, verified, reason, operations, strength } = requirement;
  const named = operations.length === allOperations ? 'all' : operations.join(', ');
  return [
    ['Reason', reason === undefined ? undefined : shortText(reason)],
    ['A check looks at', observed],
    ['Verified by', verified],
    ['Clause', <List key="clause" class="clauses" entries={clauses} />],
    [`Why a ${strength}`, groundOf(requirement)],
    ['Operations', operations.length === 0 ? undefined : named],
  ];
}

/** Where the description states a requirement, what it follows from, or why the suite assumes it. */
function groundOf(requirement: RequirementReport): string {
  const { clause } = requirement;
  const [its, s] = clause.length === 1 ? ['Clause', 's'] : ['Clauses', ''];
  const named = enumerated(clause);
  if (requirement.from === 'assumed')
    return `The suite assumes it: ${its.toLowerCase()} ${named} leave${s} it open (${requirement.gap.join(', ')}).`;
  const { assumedPart } = requirement;
  const partly =
    assumedPart === undefined ? '' : ` Assumed (${assumedPart.gap.join(', ')}): ${assumedPart.what}.`;
  if (requirement.from === 'derived')
    return `It follows from ${its.toLowerCase()} ${named}: ${requirement.derivedFrom}.${partly}`;
  const { derivedPart, basis } = requirement;
  const followed =
    derivedPart === undefined ? '' : ` It follows from ${derivedPart.derivedFrom}: ${derivedPart.what}.`;
  return `${its} ${named} state${s} it: ${basis}.${followed}${partly}`;
}
