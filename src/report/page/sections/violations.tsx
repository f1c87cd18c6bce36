import type { ComponentChildren } from 'preact';
import { counted } from '../../../contract/values/words.js';
import { shortText, visibleText } from '../../../http/shown/shown-exchange.js';
import { operationOf } from '../../../verdicts/finding-operation.js';
import type { JoinedFinding, PageContent, RequirementContent } from '../content/page-content.js';
import { Badge, Chips, View } from './elements.js';
import { Compared, FindingDetails } from './finding.js';

/** The number of a requirement's findings that are shown in full. */
const shownInFull = 50;
/** Characters that are shown of each further finding. */
const shownOfRest = 200;
/** The number of cards that show their worst finding at once: with more, the view would be too long to look through. */
const shownAtOnce = 5;

/** A card for each requirement with findings; no view if there are none. */
export function Violations({ content: { violations } }: { readonly content: PageContent }) {
  if (violations.length === 0) return null;
  const findings = violations.reduce((sum, each) => sum + each.findings.length, 0);
  return (
    <View id="violations" title="Violations">
      <p class="aside">
        {counted(findings, 'finding')} about {counted(violations.length, 'requirement')}, the worst first.
        Each finding opens to its exchange, the steps that led there, and the command that repeats it.
      </p>
      {violations.map((row, index) => (
        <ViolationCard
          key={row.requirement.id}
          row={row}
          id={`violation-${row.requirement.id}`}
          isShort={index >= shownAtOnce}
        >
          <Findings findings={row.findings} />
        </ViolationCard>
      ))}
    </View>
  );
}

/** A requirement and its worst finding, with a chip for each operation that has one. */
export function ViolationCard({
  row: { requirement, clauses, findings },
  id,
  level: Title = 'h2',
  isShort = false,
  children,
}: Readonly<{
  row: RequirementContent;
  id?: string;
  level?: 'h2' | 'h3';
  /** Whether the card leaves out the clauses, which the requirement itself shows, and the worst finding's values. */
  isShort?: boolean;
  children: ComponentChildren;
}>) {
  const [worst] = findings;
  if (worst === undefined) return null;
  return (
    <article
      class={`card violation ${worst.finding.judgement}`}
      id={id}
      tabIndex={id === undefined ? undefined : -1}
    >
      <Title class="violation-title">
        <Badge verdict={worst.finding.judgement} known={requirement.known} />{' '}
        <a class="id" href={`#${requirement.id}`}>
          {requirement.id}
        </a>{' '}
        <span class="sentence">{requirement.sentence}</span>{' '}
        <span class="aside">
          {requirement.strength}, {requirement.from}
        </span>
      </Title>
      {!isShort && <ClauseList clauses={clauses} />}
      <Operations findings={findings} />
      {!isShort && <Compared finding={worst.finding} isExcerpt />}
      {children}
    </article>
  );
}

/** The clauses of the description from which a requirement comes, each with what it says. */
export function ClauseList({ clauses }: { readonly clauses: readonly string[] }) {
  return (
    <ul class="clauses">
      {clauses.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}

/** A chip for each operation with a finding, and the place of the worst one. */
export function Operations({ findings }: { readonly findings: readonly JoinedFinding[] }) {
  const at = findings[0]?.finding.at;
  return (
    <div class="where">
      <Chips
        entries={operationsOf(findings).map(({ operationId, address, all }) => ({
          address,
          title: `${counted(all, 'finding')} at ${operationId}`,
          children: (
            <>
              {operationId}
              {all > 1 && <span class="count"> {all}</span>}
            </>
          ),
        }))}
      />
      {at !== undefined && (
        <p class="place">
          at <code>{shortText(at)}</code>
        </p>
      )}
    </div>
  );
}

/** The operations of findings, each with the first one that names it. */
function operationsOf(findings: readonly JoinedFinding[]) {
  const ids = [...new Set(findings.map(({ finding }) => operationOf(finding)))];
  return ids.flatMap((operationId) => {
    const own = findings.filter((each) => operationOf(each.finding) === operationId);
    return own.slice(0, 1).map(({ address }) => ({ operationId, address, all: own.length }));
  });
}

function Findings({ findings }: { readonly findings: readonly JoinedFinding[] }) {
  return (
    <details class="findings">
      <summary>{counted(findings.length, 'finding')} in full</summary>
      <div class="rows">
        {findings.slice(0, shownInFull).map((each) => (
          <FindingDetails key={each.address} joined={each} />
        ))}
      </div>
      <Rest findings={findings.slice(shownInFull)} />
    </details>
  );
}

/** Findings beyond the first ones, in one line each; conformance.json has them in full. */
function Rest({ findings }: { readonly findings: readonly JoinedFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <>
      <h3>{counted(findings.length, 'more finding')}</h3>
      <ul class="lines">
        {findings.map(({ address, responseAddress, finding: { operationId, at, actual } }) => (
          <li key={address} id={address} tabIndex={-1}>
            <span id={responseAddress}>{operationId}</span>
            {at === undefined ? '' : ` at ${shortText(at)}`}: {visibleText(actual.slice(0, shownOfRest))}
          </li>
        ))}
      </ul>
    </>
  );
}
