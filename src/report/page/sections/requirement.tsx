import { shortText, visibleText } from '../../../http/visible-text.js';
import type { ConformanceReport, RequirementReport, TestReport } from '../../conformance-report.js';
import type { Detection } from '../../report-file.js';
import { counted, grouped } from '../content/in-words.js';
import { aspects, type JoinedFinding, joinedFindings } from '../content/joined-findings.js';
import { Badge } from './badge.js';
import { FindingArticle } from './finding.js';
import { Standing } from './standing.js';
import { TestTitle } from './test-title.js';

/** The number of a requirement's findings that are shown in full. */
const shownInFull = 50;
/** Characters that are shown of each further finding. */
const shownOfRest = 200;

interface RequirementProps {
  readonly requirement: RequirementReport;
  readonly report: ConformanceReport;
  readonly faults: readonly Detection[];
}

/** A requirement: a row that opens to show all its details. */
export function Requirement({ requirement, report, faults }: RequirementProps) {
  const { id, clause, strength, from, sentence, verdict, tests, exchanges, operations } = requirement;
  const caught = faults.filter((fault) => fault.caught).length;
  const prefix = id.split('-')[0] ?? '';
  const joined = joinedFindings(requirement.findings);
  const testOf = (wanted: string) => report.tests.find((test) => test.id === wanted);
  const foundAt = requirement.findings.flatMap(({ operationId, write = operationId }) => [
    operationId,
    write,
  ]);
  return (
    <details
      class={`requirement ${verdict}`}
      id={id}
      data-verdict={verdict}
      data-clause={clause.join(' ')}
      data-operation={[...new Set([...operations, ...foundAt])].join(' ')}
      data-aspect={aspects.find(({ topics }) => topics.some((each) => each === prefix))?.name}
      data-strength={strength}
      data-from={from}
    >
      <summary>
        <Badge verdict={verdict} known={requirement.known} />
        <span class="id">{id}</span>
        <span class="sentence">{sentence}</span>
        <span class="strength">{strength}</span>
        <span class={`source ${from}`}>{from}</span>
        <Figure value={tests} thing="test" />
        <Figure value={exchanges} thing="exchange" />
        {faults.length === 0 ? (
          <span class="number zero">–</span>
        ) : (
          <span class="number" title={`${caught} of ${faults.length} planted faults were caught`}>
            {caught === faults.length ? caught : `${caught}/${faults.length}`}
            <span class="unit"> faults caught</span>
          </span>
        )}
      </summary>
      <div class="details">
        <Standing requirement={requirement} />
        {joined.slice(0, shownInFull).map((each) => (
          <FindingArticle key={each.address} joined={each} requirement={requirement} testOf={testOf} />
        ))}
        <Rest joined={joined.slice(shownInFull)} />
        <Notes notes={requirement.notes} />
        <VerifiedBy verifiedBy={requirement.verifiedBy} />
        <Tests tests={report.tests.filter((test) => test.covers.includes(id))} />
        <Faults faults={faults} />
      </div>
    </details>
  );
}

/** Findings beyond the first ones, in one line each; conformance.json has them in full. */
function Rest({ joined }: { readonly joined: readonly JoinedFinding[] }) {
  if (joined.length === 0) return null;
  return (
    <>
      <h3>{counted(joined.length, 'more finding')}</h3>
      <ul class="faults">
        {joined.map(({ address, finding: { operationId, at, actual } }) => (
          <li key={address} id={address} tabIndex={-1}>
            {operationId}
            {at === undefined ? '' : ` at ${shortText(at)}`}: {visibleText(actual.slice(0, shownOfRest))}
          </li>
        ))}
      </ul>
    </>
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

function Notes({ notes }: { readonly notes: RequirementReport['notes'] }) {
  const entries = Object.entries(notes);
  if (entries.length === 0) return null;
  return (
    <>
      <h3>What the target did where several answers are right</h3>
      <ul>
        {entries.map(([answer, times]) => (
          <li key={answer}>
            {shortText(answer)} ({counted(times, 'time')})
          </li>
        ))}
      </ul>
    </>
  );
}

function VerifiedBy({ verifiedBy }: { readonly verifiedBy: RequirementReport['verifiedBy'] }) {
  const entries = Object.entries(verifiedBy).toSorted(([, a], [, b]) => b - a);
  if (entries.length === 0) return null;
  return (
    <>
      <h3>Verified in answers of</h3>
      <p class="operations">
        {entries.map(([operationId, times]) => `${operationId} ${grouped(times)}`).join(', ')}
      </p>
    </>
  );
}

function Tests({ tests }: { readonly tests: readonly TestReport[] }) {
  if (tests.length === 0) return null;
  return (
    <>
      <h3>Tests</h3>
      <ul class="tests">
        {tests.map((test) => (
          <li key={test.id}>
            <TestTitle test={test} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Faults({ faults }: { readonly faults: readonly Detection[] }) {
  if (faults.length === 0) return null;
  return (
    <>
      <h3>Faults planted against its checks</h3>
      <ul class="faults">
        {faults.map(({ fault, does, caught, exchanges }) => (
          <li key={fault}>
            <code>{fault}</code>: {does}{' '}
            {caught ? `Caught after ${counted(exchanges, 'exchange')}.` : 'Missed.'}
          </li>
        ))}
      </ul>
    </>
  );
}
