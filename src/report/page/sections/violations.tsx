import { shortText } from '../../../http/visible-text.js';
import type { Finding } from '../../../verdicts/finding.js';
import type { ConformanceReport, RequirementReport } from '../../conformance-report.js';
import { counted } from '../content/in-words.js';
import { inOrder, joinedFindings } from '../content/joined-findings.js';
import { Badge } from './badge.js';

/**
 * All violations of musts and shoulds and all deviations from assumptions: one sentence each, the worst first. Known
 * failures are listed separately.
 */
export function Violations({ report }: { readonly report: ConformanceReport }) {
  const violated = inOrder(
    report.requirements.flatMap((requirement) => {
      const findings = requirement.findings.filter(({ known }) => known === undefined);
      const [worst] = inOrder(findings);
      return worst === undefined ? [] : [{ requirement, judgement: worst.judgement, worst }];
    }),
  );
  if (violated.length === 0) return null;
  return (
    <>
      <h2>Violations</h2>
      <ul class="listed violations">
        {violated.map(({ requirement, worst }) => (
          <Violated key={requirement.id} requirement={requirement} worst={worst} />
        ))}
      </ul>
    </>
  );
}

interface ViolatedProps {
  readonly requirement: RequirementReport;
  readonly worst: Finding;
}

function Violated({ requirement: { id, sentence, findings }, worst }: ViolatedProps) {
  return (
    <li>
      <Badge verdict={worst.judgement} /> <a href={`#${id}`}>{id}</a> {sentence}
      <p class="aside">
        {operationsIn(findings)}: expected {shortText(worst.expected.join(', or '))}, but got{' '}
        {shortText(worst.actual)}
        {worst.at === undefined ? '' : ` (${shortText(worst.at)})`}.{' '}
        <a href={`#${id}-1`}>{counted(joinedFindings(findings).length, 'finding')}</a>
      </p>
    </li>
  );
}

function operationsIn(findings: readonly Finding[]): string {
  const [first, ...others] = new Set(findings.map(({ operationId, write = operationId }) => write));
  return others.length === 0 ? `${first}` : `${first} and ${counted(others.length, 'other operation')}`;
}
