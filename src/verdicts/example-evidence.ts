import type { ShownExchange } from '../http/shown-exchange.js';
import type { Evidence } from './evidence.js';
import type { Finding } from './finding.js';

/** The evidence of a test that learned nothing, except for what a unit test sets. */
export function exampleEvidence(given: Partial<Evidence> = {}): Evidence {
  return {
    covers: [],
    verified: {},
    findings: [],
    blocked: [],
    inapplicable: [],
    operations: {},
    durations: {},
    outside: 0,
    notes: {},
    admitted: {},
    seen: [],
    ...given,
  };
}

const exampleShownExchange: ShownExchange = {
  startedAt: '2030-01-02T03:04:05.678Z',
  milliseconds: 3,
  request: { method: 'GET', url: 'https://shop.example.com/x', headers: {} },
  response: { status: 200, headers: {}, body: { bytes: 0, text: '', isCut: false } },
  curl: 'curl ...',
};

/** A failed finding against BAT-09, with the fields that a unit test sets. */
export function exampleFinding(given: Partial<Finding> = {}): Finding {
  return {
    requirement: 'BAT-09',
    judgement: 'failed',
    operationId: 'getStatusResults',
    expected: ['2 entries'],
    actual: '1 entries',
    at: 'body items',
    trail: [],
    exchange: exampleShownExchange,
    times: 1,
    replay: "npm run conformance -- --grep 'x'",
    ...given,
  };
}
