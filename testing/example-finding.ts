import { atStatus, inBody, inHeader, inWordsOf, type Place } from '#src/contract/values/place';
import type { ShownExchange } from '#src/http/shown/shown-exchange';
import type { Evidence, Finding } from '#src/verdicts/finding';
import { furthest } from '#src/verdicts/recording/reached';

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
    reached: furthest([]),
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
    actual: '1 entry',
    ...placed(given.at ?? 'body items'),
    trail: [],
    exchange: exampleShownExchange,
    times: 1,
    replay: "npm run conformance -- --grep 'x'",
    ...given,
  };
}

/** A place in words, and the same place as a value. */
function placed(at: string): Required<Pick<Finding, 'at' | 'place'>> {
  const [part, ...names] = at.split(' ');
  const name = names.join(' ');
  const places: Readonly<Record<string, Place>> = {
    status: atStatus,
    header: inHeader(name),
    body: inBody(name),
  };
  return { at, place: places[part ?? ''] ?? inWordsOf('words', at) };
}
