import type { Topic } from '../../../contract/requirements/catalogue.js';
import type { ConformanceReport } from '../../conformance-report.js';
import type { Proof } from '../content/in-words.js';
import { FilterBar } from './filter-bar.js';
import { Requirement } from './requirement.js';
import { View } from './view.js';

/** A row for each requirement, in the order of the description's clauses. */
export function Requirements({
  report,
  proof,
}: {
  readonly report: ConformanceReport;
  readonly proof: Proof;
}) {
  const prefixes = new Set(report.requirements.map(({ id }) => id.split('-')[0]));
  return (
    <View id="requirements" title="Requirements">
      <FilterBar report={report} />
      <p class="aside">
        {proof.ran === undefined
          ? 'After npm run prove, this column shows the planted faults that each check caught.'
          : `Faults: of the proof with seed ${proof.ran.seed}${proof.ran.complete ? '' : ', a part of all faults'}.`}
      </p>
      {report.topics
        .filter(({ prefix }) => prefixes.has(prefix))
        .map((topic) => (
          <TopicRows key={topic.prefix} topic={topic} report={report} proof={proof} />
        ))}
      <p id="no-match" hidden>
        No requirement matches.
      </p>
    </View>
  );
}

interface TopicRowsProps {
  readonly topic: Topic;
  readonly report: ConformanceReport;
  readonly proof: Proof;
}

function TopicRows({ topic, report, proof }: TopicRowsProps) {
  const { prefix, title, clause } = topic;
  return (
    <section class="topic" aria-labelledby={`topic-${prefix}`}>
      <h2 id={`topic-${prefix}`}>
        {title} <span class="clause">clause {clause.join(', ')}</span>
      </h2>
      <div class="row-head" aria-hidden="true">
        <span>Verdict</span>
        <span>Id</span>
        <span>Promise</span>
        <span>Strength</span>
        <span>Source</span>
        <span class="number">Tests</span>
        <span class="number">Exchanges</span>
        <span class="number">Faults</span>
      </div>
      {report.requirements
        .filter(({ id }) => id.startsWith(`${prefix}-`))
        .map((requirement) => (
          <Requirement
            key={requirement.id}
            requirement={requirement}
            report={report}
            faults={proof.faultsOf(requirement.id)}
          />
        ))}
    </section>
  );
}
