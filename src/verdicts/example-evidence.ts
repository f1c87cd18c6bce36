import type { Evidence } from './evidence.js';
import type { Finding } from './finding.js';

/** The evidence of a test that learned nothing, but for what a unit test says. */
export function exampleEvidence(given: Partial<Evidence> = {}): Evidence {
  return {
    covers: [],
    verified: {},
    findings: [],
    blocked: [],
    inapplicable: [],
    operations: {},
    outside: 0,
    notes: {},
    admitted: {},
    seen: [],
    ...given,
  };
}

/** A finding against BAT-09 that fails, but for what a unit test says. */
export function exampleFinding(given: Partial<Finding> = {}): Finding {
  return {
    requirement: 'BAT-09',
    judgement: 'failed',
    operationId: 'getStatusResults',
    expected: ['2 entries'],
    actual: '1 entries',
    at: 'body items',
    trail: [],
    exchange: 'curl ...',
    times: 1,
    ...given,
  };
}
