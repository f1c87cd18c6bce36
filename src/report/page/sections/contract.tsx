import { shortText } from '../../../http/visible-text.js';
import type { ConformanceReport } from '../../conformance-report.js';
import { fileInWords } from '../../gaps-in-words.js';
import {
  type ClosedOperation,
  type ClosedRow,
  contractAsClosed,
  standings,
} from '../content/contract-as-closed.js';
import { Scrollable, View } from './view.js';

/** The contract as the target closes it: our words next to theirs, and the source of each element. */
export function Contract({ report }: { readonly report: ConformanceReport }) {
  const operations = contractAsClosed(report);
  const { file } = report.target;
  const questions = Object.entries(file?.open ?? {});
  return (
    <View id="contract" title="Contract of the target">
      <p class="aside">
        A stated element is in the description, and a derived one follows from it. A confirmed element is an
        assumption that the target’s configuration or file confirms, a learned one differs from it, as the
        target’s file says, and an open one is an assumption that nobody has confirmed.
      </p>
      <p>
        {file === undefined
          ? 'No file says how the target fills the gaps, so that all assumptions apply.'
          : `${shortText(fileInWords(file))}.`}
        {file?.learned !== undefined &&
          ` Learned on ${shortText(file.learned.on)} from ${shortText(file.learned.from)}.`}
      </p>
      {questions.length > 0 && (
        <>
          <h2>Open questions</h2>
          <dl class="changes">
            {questions.map(([place, text]) => (
              <div key={place}>
                <dt>{shortText(place)}</dt>
                <dd>{shortText(text)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {operations === undefined ? (
        <p>This report is older than this view.</p>
      ) : (
        operations.map((each) => <Operation key={each.operationId} operation={each} />)
      )}
    </View>
  );
}

function Operation({ operation }: { readonly operation: ClosedOperation }) {
  const { operationId, rows, counts } = operation;
  const told = standings.filter((each) => counts[each] > 0).map((each) => `${counts[each]} ${each}`);
  return (
    <details class="covered" id={`contract-${operationId}`}>
      <summary>
        <span class="id">{operationId}</span> <span class="aside">{told.join(', ')}</span>
      </summary>
      <div class="details">
        <Scrollable label={`The contract of ${operationId}`}>
          <table class="closings">
            <thead>
              <tr>
                <th scope="col">Where</th>
                <th scope="col">Ours</th>
                <th scope="col">Theirs</th>
                <th scope="col">Source</th>
                <th scope="col">Evidence</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={`${row.part} ${row.ours}`} row={row} />
              ))}
            </tbody>
          </table>
        </Scrollable>
      </div>
    </details>
  );
}

function Row({ row: { part, ours, theirs, standing, gap, steps, evidence } }: { readonly row: ClosedRow }) {
  return (
    <tr>
      <td>{part}</td>
      <th scope="row">
        <code>{ours === '' ? 'the body' : shortText(ours)}</code>
      </th>
      <td>
        {theirs === undefined ? (
          'absent'
        ) : theirs === ours ? (
          'the same'
        ) : (
          <code>{theirs === '' ? 'the body' : shortText(theirs)}</code>
        )}
      </td>
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
