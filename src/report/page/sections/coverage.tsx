import { grouped } from '../../../contract/values/words.js';
import type { ConformanceReport } from '../../data/conformance-report.js';
import type { OperationCoverage, Tally } from '../../data/coverage-report.js';
import { Bar, Legend, Swatch } from '../pictures/chart.js';
import { List, Row, Table, View } from './elements.js';

const kinds = [
  ['operations', 'Operations'],
  ['statuses', 'Statuses'],
  ['parameters', 'Parameters'],
  ['fields', 'Fields'],
  ['values', 'Enum values'],
] as const;

/** The part of the contract that the run saw. */
export function Coverage({ report: { coverage } }: { readonly report: ConformanceReport }) {
  const { totals, operations } = coverage;
  return (
    <View id="coverage" title="Coverage of the contract">
      <p class="aside">
        Fields and values are those of JSON responses; a parameter is seen if it was sent. An element is
        excused if there is a reason why it was not seen.
      </p>
      <Table
        label="Coverage in all"
        class="coverage-totals"
        columns={['Of the contract', 'All', 'Stated', 'Derived', 'Assumed']}
      >
        {kinds.map(([kind, name]) => {
          const tally = totals[kind];
          const parts = 'stated' in tally ? [tally.stated, tally.derived, tally.assumed] : [];
          return (
            <tr key={kind}>
              <th scope="row">{name}</th>
              {[tally, ...parts].map((each, index) => (
                <Share key={index} tally={each} />
              ))}
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
      <Sightings
        title="Statuses"
        entries={Object.entries(statuses).map(([name, times]) => ({
          name,
          seen: typeof times === 'number' && times > 0,
          ...(typeof times === 'number' ? { times } : { reason: times }),
        }))}
      />
      <Sightings
        title="Parameters"
        entries={parameters.map((each) => ({ ...each, name: `${each.name} (${each.in})` }))}
      />
      <Sightings
        title="Fields of responses"
        entries={fields.map((each) => ({
          ...each,
          name: `${each.status} ${each.path}${each.onlyNull === true ? ', only as null' : ''}`,
        }))}
      />
      <Sightings
        title="Enum values"
        entries={values.map((each) => ({
          ...each,
          name: `${each.status} ${each.path} = ${JSON.stringify(each.value)}`,
        }))}
      />
    </Row>
  );
}

interface Sighting {
  readonly name: string;
  readonly provenance?: string;
  readonly seen: boolean;
  /** Why it was not seen. */
  readonly reason?: string;
  readonly times?: number;
}

/** Elements of one kind, those that were not seen first. */
function Sightings({ title, entries }: Readonly<{ title: string; entries: readonly Sighting[] }>) {
  const sorted = entries.toSorted((a, b) => Number(a.seen) - Number(b.seen));
  return (
    <List
      title={title}
      class="seen-list"
      entries={sorted.map(({ name, provenance, seen, reason, times }) => (
        <span key={name} class={seen ? undefined : 'unseen'}>
          <code>{name}</code> <small>{provenance}</small>
          {!seen && ` not seen${reason === undefined ? '' : `: ${reason}`}`}
          {seen && times !== undefined && `×${grouped(times)}`}
        </span>
      ))}
    />
  );
}
