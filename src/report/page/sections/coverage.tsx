import type { ConformanceReport } from '../../data/conformance-report.js';
import type { OperationCoverage, Tally } from '../../data/coverage-report.js';
import { grouped } from '../../data/in-words.js';
import { Bar, Legend, Swatch } from '../pictures/chart.js';
import { Row, Table, View } from './elements.js';

const kinds = ['statuses', 'parameters', 'fields', 'values'] as const;
const names = { statuses: 'Statuses', parameters: 'Parameters', fields: 'Fields', values: 'Enum values' };

/** The part of the contract that the run saw. */
export function Coverage({ report: { coverage } }: { readonly report: ConformanceReport }) {
  const { totals, operations } = coverage;
  return (
    <View id="coverage" title="Coverage of the contract">
      <p class="aside">
        Fields and values are those of JSON answers; a parameter is seen if it was sent. An element is excused
        if there is a reason why it was not seen.
      </p>
      <Table
        label="Coverage in all"
        class="coverage-totals"
        columns={['Of the contract', 'All', 'Stated', 'Derived', 'Assumed']}
      >
        <tr>
          <th scope="row">Operations</th>
          <Share tally={totals.operations} />
          <td />
          <td />
          <td />
        </tr>
        {kinds.map((kind) => {
          const tally = totals[kind];
          return (
            <tr key={kind}>
              <th scope="row">{names[kind]}</th>
              <Share tally={tally} />
              <Share tally={tally.stated} />
              <Share tally={tally.derived} />
              <Share tally={tally.assumed} />
            </tr>
          );
        })}
      </Table>
      <Legend
        entries={shares.map(([look, name]) => (
          <>
            <Swatch look={look} /> {name}
          </>
        ))}
      />
      <div class="rows">
        {operations.map((operation) => (
          <Operation key={operation.operationId} operation={operation} />
        ))}
      </div>
    </View>
  );
}

const shares = [
  ['seen', 'seen'],
  ['excused', 'not seen, for a known reason'],
  ['unseen', 'not seen'],
] as const;

/** A tally in numbers and as a bar. */
function Share({ tally: { seen, of, excused } }: { readonly tally: Tally }) {
  if (of === 0) return <td class="zero">–</td>;
  const isWhole = seen + excused === of;
  const ends = { seen: seen / of, excused: (seen + excused) / of, unseen: 1 };
  return (
    <td class={isWhole ? '' : 'differing'}>
      {seen} of {of}
      {excused > 0 && <span class="aside"> ({excused} excused)</span>}
      <svg width="100%" height="8" aria-hidden="true">
        {shares.toReversed().map(([look]) => (
          <Bar key={look} look={look} from={0} to={ends[look]} height={8} />
        ))}
      </svg>
    </td>
  );
}

function Operation({ operation }: { readonly operation: OperationCoverage }) {
  const { operationId, statuses, parameters, fields, values } = operation;
  const elements = [...parameters, ...fields, ...values];
  const excuses = [
    ...elements.map(({ reason }) => reason).filter((reason) => reason !== undefined),
    ...Object.values(statuses).filter((times) => typeof times === 'string'),
  ];
  const missing =
    elements.filter(({ seen, reason }) => !seen && reason === undefined).length +
    Object.values(statuses).filter((times) => times === 0).length;
  return (
    <Row
      class="covered"
      id={`coverage-${operationId}`}
      head={
        <>
          <span class="id">{operationId}</span>
          {missing === 0 ? (
            <span class="aside">
              all seen{excuses.length === 0 ? '' : `, except ${excuses.length} with a reason`}
            </span>
          ) : (
            <span class="differing">{missing} not seen</span>
          )}
        </>
      }
    >
      <h2>Statuses</h2>
      <ul class="seen-list">
        {Object.entries(statuses).map(([status, times]) => (
          <li key={status} class={typeof times === 'number' && times > 0 ? undefined : 'unseen'}>
            {status}{' '}
            {typeof times === 'string'
              ? `not seen: ${times}`
              : times === 0
                ? 'never seen'
                : `×${grouped(times)}`}
          </li>
        ))}
      </ul>
      <Sightings title="Parameters" entries={parameters.map((each) => [`${each.name} (${each.in})`, each])} />
      <Sightings
        title="Fields of answers"
        entries={fields.map((each) => [
          `${each.status} ${each.path}${each.onlyNull === true ? ', only as null' : ''}`,
          each,
        ])}
      />
      <Sightings
        title="Enum values"
        entries={values.map((each) => [`${each.status} ${each.path} = ${JSON.stringify(each.value)}`, each])}
      />
    </Row>
  );
}

function Sightings({
  title,
  entries,
}: Readonly<{
  title: string;
  entries: readonly (readonly [
    name: string,
    element:
      | OperationCoverage['parameters'][number]
      | OperationCoverage['fields'][number]
      | OperationCoverage['values'][number],
  ])[];
}>) {
  if (entries.length === 0) return null;
  const sorted = entries.toSorted(([, a], [, b]) => Number(a.seen) - Number(b.seen));
  return (
    <>
      <h2>{title}</h2>
      <ul class="seen-list">
        {sorted.map(([name, { provenance, seen, reason }]) => (
          <li key={name} class={seen ? undefined : 'unseen'}>
            <code>{name}</code> <small>{provenance}</small>
            {!seen && ` not seen${reason === undefined ? '' : `: ${reason}`}`}
          </li>
        ))}
      </ul>
    </>
  );
}
