import { verdicts } from '../../../verdicts/requirement-verdict.js';
import type { ConformanceReport } from '../../conformance-report.js';
import { aspects } from '../content/joined-findings.js';

/** The filter of the rows; hidden without a script, because it would do nothing. */
export function FilterBar({ report }: { readonly report: ConformanceReport }) {
  const { requirements, operations, totals } = report;
  const clauses = [...new Set(requirements.flatMap(({ clause }) => clause.flatMap(withParents)))];
  const sorted = clauses.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return (
    <search>
      <form id="filter" class="filter" hidden>
        <div>
          <label for="filter-q">Search</label>
          <input type="search" id="filter-q" name="q" placeholder="id, words, fault" autocomplete="off" />
        </div>
        <Choice
          name="verdict"
          label="Verdict"
          values={verdicts.filter((each) => totals.verdicts[each] > 0)}
        />
        <Choice name="clause" label="Clause" values={sorted} />
        <Choice
          name="operation"
          label="Operation"
          values={operations.map(({ operationId }) => operationId)}
        />
        <Choice name="aspect" label="Aspect" values={aspects.map(({ name }) => name)} />
        <Choice name="strength" label="Strength" values={['must', 'should', 'may']} />
        <Choice name="from" label="Source" values={['stated', 'derived', 'assumed']} />
        <button type="reset">Show all</button>
        <button type="button" id="open-all">
          Open all
        </button>
        <output id="shown" for="filter">
          {`${requirements.length} of ${requirements.length} requirements`}
        </output>
      </form>
    </search>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
}

function Choice({ name, label, values }: ChoiceProps) {
  return (
    <div>
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
  );
}

/** Clause 5 includes `5.5`. */
function withParents(clause: string): string[] {
  const parts = clause.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}
