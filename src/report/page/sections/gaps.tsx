import { shortText } from '../../../http/shown-exchange.js';
import { counted } from '../../in-words.js';
import type { ClosedOperation, ClosedRow } from '../content/closed-contract.js';
import type { GapContent, PageContent } from '../content/page-content.js';
import { AddressLinks, Command, Definitions, List, Table, View } from './elements.js';

/** The gaps of the description, the assumptions of the suite, and the behaviour of the target. */
export function Gaps({ content }: { readonly content: PageContent }) {
  const { next, confirming } = content.summary.gaps;
  return (
    <View id="gaps" title="Gaps">
      <p class="aside">
        Where the description is silent, the suite assumes something. A target that differs deviates and
        doesn’t fail, unless TARGET_CONFIRMED_GAPS says that it does as assumed.
      </p>
      {next !== undefined && <p>Next: {shortText(next)}.</p>}
      {confirming !== undefined && (
        <>
          <p>
            The gaps at which the target did as assumed in this run, and those confirmed before at which the
            run saw no difference:
          </p>
          <Command text={confirming} label="Copy the setting that confirms them" />
        </>
      )}
      {content.gaps.map((each) => {
        const { id, clause, confirmed, notShown, assumed, requirements } = each.gap;
        return (
          <article key={id} class={`gap ${each.kind}`} id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>
              {id} <span class="clause">clause {clause.join(', ')}</span>{' '}
              <span class="clause">{confirmed ? 'confirmed for this target' : 'not confirmed'}</span>
            </h2>
            <Definitions
              class="standing"
              entries={[
                ['Not shown', notShown],
                ['Assumed', assumed],
                ['The target', <Behaviour key={id} content={each} />],
                ['Depends on it', <AddressLinks key={id} ids={requirements} />],
              ]}
            />
          </article>
        );
      })}
    </View>
  );
}

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
          Assumed fields of answers: {observed.fields.seen} of {observed.fields.of} seen.
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
          ({ requirement, answer, times }) =>
            `${requirement}: ${shortText(answer)} (${counted(times, 'time')})`,
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
          ? 'No file says how the target fills the gaps, so that all assumptions apply.'
          : `${shortText(summary.gaps.file)}.`}
        {file?.learned !== undefined &&
          ` Learned on ${shortText(file.learned.on)} from ${shortText(file.learned.from)}.`}
      </p>
      {Object.keys(file?.open ?? {}).length > 0 && <h2>Open questions</h2>}
      <Definitions
        class="changes"
        entries={Object.entries(file?.open ?? {}).map(([place, text]) => [shortText(place), shortText(text)])}
      />
      {contract === undefined ? (
        <p>This report is older than this view.</p>
      ) : (
        contract.map((each) => <Operation key={each.operationId} operation={each} />)
      )}
    </View>
  );
}

function Operation({ operation: { operationId, rows, counts } }: { readonly operation: ClosedOperation }) {
  return (
    <details class="covered" id={`contract-${operationId}`}>
      <summary>
        <span class="id">{operationId}</span>{' '}
        <span class="aside">{counts.map(([standing, count]) => `${count} ${standing}`).join(', ')}</span>
      </summary>
      <div class="details">
        <Table
          label={`The contract of ${operationId}`}
          class="closings"
          columns={['Where', 'Ours', 'Theirs', 'Source', 'Evidence']}
        >
          {rows.map((row) => (
            <Row key={`${row.part} ${row.ours}`} row={row} />
          ))}
        </Table>
      </div>
    </details>
  );
}

function Row({ row: { part, ours, theirs, standing, gap, steps, evidence } }: { readonly row: ClosedRow }) {
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
      <td>
        {steps.length > 0 && <code>{shortText(steps.join('; '))}</code>}{' '}
        <span class="aside">{shortText(evidence)}</span>
      </td>
    </tr>
  );
}
