import { verdicts } from '../../../verdicts/requirement-verdict.js';
import type { ConformanceReport } from '../../conformance-report.js';
import { aspects } from '../content/operation-matrix.js';

/** What rows are filtered by; without a script it does nothing, so that only a script shows it. */
export function FilterBar({ report }: { readonly report: ConformanceReport }) {
  const { requirements, operations, totals } = report;
  const clauses = [...new Set(requirements.flatMap(({ clause }) => clause.flatMap(withParents)))];
  const sorted = clauses.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return (
    <search>
      <form id="filter" class="filter" hidden>
        <label>
          Search
          <input type="search" name="q" placeholder="id, words, fault" autocomplete="off" />
        </label>
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
    <label>
      {label}
      <select name={name}>
        <option value="">all</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    </label>
  );
}

/** `5.5` stands in clause 5 too. */
function withParents(clause: string): string[] {
  const parts = clause.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}
