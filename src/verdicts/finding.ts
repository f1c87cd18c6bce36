import type { Violation } from '../checks/check.js';
import type { Requirement } from '../requirements/catalogue.js';
import type { Judgement } from './judgement.js';

/** A violation with all that a reader needs to understand and repeat it. */
export interface Finding extends Violation {
  readonly judgement: Judgement;
  readonly operationId: string;
  /** What led there, a line each: the polls of a batch, the steps of a flow. */
  readonly trail: readonly string[];
  /** The exchange as curl command and response, redacted. */
  readonly exchange: string;
  /** How often the same was seen in the test. */
  readonly times: number;
}

/**
 * A finding as text, in the order in which it is read: requirement, operation, expected, actual, what led there, the exchange.
 */
export function findingAsText(finding: Finding, requirement: Requirement): string {
  const [first = 'nothing', ...others] = finding.expected;
  const lines = [
    `${requirement.id} (${requirement.strength}, ${requirement.from}): ${requirement.sentence}`,
    `  operation  ${finding.operationId}`,
    ...(finding.at === undefined ? [] : [`  where      ${finding.at}`]),
    `  expected   ${first}`,
    ...others.map((other) => `          or ${other}`),
    `  actual     ${finding.actual}`,
    ...(finding.times > 1 ? [`  seen       ${finding.times} times in this test`] : []),
    ...(finding.trail.length === 0 ? [] : ['  led there', ...finding.trail.map((line) => `    ${line}`)]),
    ...(finding.exchange === ''
      ? []
      : ['  exchange', ...finding.exchange.split('\n').map((line) => `    ${line}`)]),
  ];
  return lines.join('\n');
}
