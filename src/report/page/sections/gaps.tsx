import { counted } from '../../../contract/values/words.js';
import { shortText } from '../../../http/shown/shown-exchange.js';
import { clausesInWords } from '../../summary/in-words.js';
import type { MappedOperation, MappedRow } from '../content/mapped-contract.js';
import type { GapContent, PageContent } from '../content/page-content.js';
import { AddressLinks, Command, Definitions, List, Row as Opening, Table, View } from './elements.js';
import { ClauseList } from './violations.js';

/** The gaps of the description, the assumptions of the suite, and the behaviour of the target. */
export function Gaps({ content }: { readonly content: PageContent }) {
  const { next, confirming } = content.summary.gaps;
  return (
    <View id="gaps" title="What the description leaves open">
      <p class="aside">
        Where the description is silent, the suite assumes something. A target that differs deviates and
        doesn’t fail, unless TARGET_CONFIRMED_GAPS says that it does as assumed.
      </p>
      {next !== undefined && <p>Next: {shortText(next)}.</p>}
      {confirming !== undefined && (
        <>
          <p>
            Where the service did as assumed in this run, and where that was confirmed before and the run saw
            no difference:
          </p>
          <Command text={confirming} label="Copy the setting that confirms them" />
        </>
      )}
      <div class="rows">
        {content.gaps.map((each) => {
          const { id, confirmed, notShown, assumed, requirements } = each.gap;
          const [look, word] = kinds[each.kind];
          return (
            <Opening
              key={id}
              class="gap"
              id={id}
              head={
                <>
                  <span class={`badge ${look}`}>{word}</span>
                  <span class="id">{id}</span>
                  <span class="sentence">{notShown}</span>
                  <span class="aside">{confirmed ? 'confirmed' : 'not confirmed'}</span>
                </>
              }
            >
              <Definitions
                class="facts-list"
                entries={[
                  ['Not shown', notShown],
                  ['Assumed', assumed],
                  ['The target', <Behaviour key={id} content={each} />],
                  ['Depends on it', <AddressLinks key={id} ids={requirements} />],
                  [
                    'Clause',
                    <ClauseList key={id} clauses={clausesInWords(each.gap, content.report.clauses)} />,
                  ],
                ]}
              />
            </Opening>
          );
        })}
      </div>
    </View>
  );
}

/** How a gap looks, and what the target did there in a few words. */
const kinds: Readonly<Record<GapContent['kind'], readonly [look: string, word: string]>> = {
  'as-assumed': ['passed', 'as assumed'],
  'in-part': ['warned', 'in part'],
  otherwise: ['deviated', 'differs'],
  unseen: ['untested', 'not seen'],
};

function Behaviour({ content }: { readonly content: GapContent }) {
  const { gap, kind, differences, notes, verified, notLookedAt } = content;
  const { requirements, observed } = gap;
  const resting = `${verified} of ${counted(requirements.length, 'requirement')}`;
  return (
    <>
      {kind === 'otherwise' && 'differs:'}
      <List
        entries={(kind === 'otherwise' ? differences : []).map(({ address, finding }) => (
          <>
            <a href={`#${address}`}>{address}</a> {finding.operationId}
            {finding.at === undefined ? '' : ` at ${shortText(finding.at)}`}: expected{' '}
            {shortText(finding.expected.join(', or '))}, got {shortText(finding.actual)}
          </>
        ))}
      />
      {kind === 'as-assumed' &&
        `does as assumed${notLookedAt.length === 0 ? '' : ', as far as it could be exercised'}: ${resting} verified.`}
      {kind === 'in-part' && `does as assumed in the part that was looked at: ${resting} verified.`}
      {kind === 'unseen' && 'was not seen at this gap: nothing that depends on it was verified.'}
      {observed !== undefined && observed.fields.of > 0 && kind !== 'unseen' && (
        <p class="aside">
          Assumed fields of responses: {observed.fields.seen} of {observed.fields.of} seen.
        </p>
      )}
      <List
        entries={notLookedAt.map(({ reason, ids }) => (
          <>
            {shortText(reason)}
            <AddressLinks ids={ids} />
          </>
        ))}
      >
        <p class="aside">Not looked at:</p>
      </List>
      <List
        entries={notes.map(
          ({ requirement, response, times }) =>
            `${requirement}: ${shortText(response)} (${counted(times, 'time')})`,
        )}
      />
    </>
  );
}

/** The contract as the target closes it: our words next to theirs, and the source of each element. */
export function Contract({ content: { report, summary, contract } }: { readonly content: PageContent }) {
  const { file } = report.target;
  return (
    <View id="contract" title="Contract of the target">
      <p class="aside">
        A stated element is in the description, and a derived one follows from it. A confirmed element is an
        assumption that the target’s configuration or file confirms, a learned one differs from it, as the
        target’s file says, and an open one is an unconfirmed assumption.
      </p>
      <p>
        {summary.gaps.file === undefined
          ? 'No file says how the service differs, so that all assumptions apply.'
          : `${shortText(summary.gaps.file)}.`}
        {file?.learned !== undefined &&
          ` Learned on ${shortText(file.learned.on)} from ${shortText(file.learned.from)}.`}
      </p>
      {Object.keys(file?.open ?? {}).length > 0 && <h2>Open questions</h2>}
      <Definitions
        class="facts-list"
        entries={Object.entries(file?.open ?? {}).map(([place, text]) => [shortText(place), shortText(text)])}
      />
      {contract === undefined ? (
        <p>This report is older than this view.</p>
      ) : (
        <div class="rows">
          {contract.map((each) => (
            <Operation key={each.operationId} operation={each} />
          ))}
        </div>
      )}
    </View>
  );
}

function Operation({ operation: { operationId, rows, counts } }: { readonly operation: MappedOperation }) {
  const hasEvidence = rows.some(({ steps, evidence }) => steps.length > 0 || evidence !== '');
  return (
    <Opening
      class="covered"
      id={`contract-${operationId}`}
      head={
        <>
          <span class="id">{operationId}</span>
          <span class="aside">{counts.map(([standing, count]) => `${count} ${standing}`).join(', ')}</span>
        </>
      }
    >
      <p class="aside">
        The <a href={`#coverage-${operationId}`}>coverage</a> says which elements the run saw.
      </p>
      <Table
        label={`The contract of ${operationId}`}
        class="mapping"
        columns={['Where', 'Ours', 'Theirs', 'Source', ...(hasEvidence ? ['Evidence'] : [])]}
      >
        {rows.map((row) => (
          <Row key={`${row.part} ${row.ours}`} row={row} hasEvidence={hasEvidence} />
        ))}
      </Table>
    </Opening>
  );
}

function Row({
  row: { part, ours, theirs, standing, gap, steps, evidence },
  hasEvidence,
}: Readonly<{ row: MappedRow; hasEvidence: boolean }>) {
  const named = (element: string) => <code>{element === '' ? 'the body' : shortText(element)}</code>;
  return (
    <tr>
      <td>{part}</td>
      <th scope="row">{named(ours)}</th>
      <td>{theirs === undefined ? 'absent' : theirs === ours ? 'the same' : named(theirs)}</td>
      <td>
        {standing}
        {gap !== undefined && (
          <>
            {' '}
            <a href={`#${gap}`}>{gap}</a>
          </>
        )}
      </td>
      {hasEvidence && (
        <td>
          {steps.length > 0 && <code>{shortText(steps.join('; '))} </code>}
          {evidence !== '' && <small>{shortText(evidence)}</small>}
        </td>
      )}
    </tr>
  );
}
