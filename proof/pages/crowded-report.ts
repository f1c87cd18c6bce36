import type { ShownExchange } from '../../src/http/shown-exchange.js';
import type {
  ConformanceReport,
  Observations,
  ReportedFinding,
} from '../../src/report/conformance-report.js';
import type { OperationReport } from '../../src/report/coverage-report.js';
import { exampleReported } from '../../src/report/example-report.js';

/** The number of requirements that are violated in a crowded report. */
export const crowd = 30;

/** Bytes of each answer: a page of a list. */
const bodyLength = 6000;

/**
 * The largest report that a page must be able to show: a whole run in which 30 requirements are violated, each at
 * several operations, and for every other requirement the evidence at all operations.
 */
export function crowdedReport(clean: ConformanceReport): ConformanceReport {
  const tested = clean.requirements.filter(({ verdict }) => verdict === 'passed');
  const violated = new Set(tested.filter((_, index) => index % 4 === 0).slice(0, crowd));
  const { operations, tests } = clean;
  const requirements = clean.requirements.map((each, index) => {
    if (!violated.has(each)) return each;
    const places = operations.slice(index % 20, (index % 20) + 1 + (index % 6));
    const findings = places.map((operation) => findingAt(operation, each.id, tests[index]?.id ?? ''));
    return { ...each, verdict: 'failed' as const, findings, verifiedBy: {} };
  });
  const verdicts = { ...clean.totals.verdicts, failed: crowd, passed: clean.totals.verdicts.passed - crowd };
  return {
    ...clean,
    verdict: 'non-conformant',
    exitCode: 1,
    reason: `${crowd} requirements violated.`,
    requirements,
    totals: { ...clean.totals, verdicts },
    observations: {
      batches: [],
      windows: [],
      machines: [],
      ...clean.observations,
      verifying: clean.observations?.verifying ?? evidenceFor(requirements, operations, tests[0]?.id ?? ''),
    },
  };
}

function findingAt(
  operation: OperationReport,
  requirement: ReportedFinding['requirement'],
  test: string,
): ReportedFinding {
  const exchange = exchangeWith(operation);
  const list = [{ id: 1, name: 'first' }, { id: 2 }];
  return {
    ...exampleReported({
      requirement,
      operationId: operation.operationId,
      at: 'body items[3]["a rather long name of a field"].success',
      expected: [`the array ${JSON.stringify(list)}`],
      actual: `the array ${JSON.stringify([...list.slice(1), { id: 3, name: 'third' }])}`,
      trail: ['0 s: PATCH /api/v1/products/stock -> 200', '3 s: completed, 2 items'],
      times: 128,
      counterexample: {
        value: JSON.stringify(list, null, 2),
        example: 4,
        shrinks: 3,
        seed: 7,
        path: '3:1:0:0',
      },
      exchange,
    }),
    test,
  };
}

/** One exchange for every two requirements at each operation. */
function evidenceFor(
  requirements: ConformanceReport['requirements'],
  operations: ConformanceReport['operations'],
  test: string,
): Observations['verifying'] {
  return operations.flatMap((operation) => {
    const { operationId } = operation;
    const ids = requirements.flatMap(({ id, verifiedBy }) => (operationId in verifiedBy ? [id] : []));
    return ids.flatMap((_, index) =>
      index % 2 === 0
        ? [
            {
              operationId,
              verifies: ids.slice(index, index + 2),
              trail: index % 4 === 0 ? ['0 s: POST /api/v1/products/ -> 200'] : [],
              exchange: exchangeWith(operation),
              test,
            },
          ]
        : [],
    );
  });
}

function exchangeWith({ method, path }: OperationReport): ShownExchange {
  const items = Array.from({ length: 200 }, (_, id) => ({ id, name: `name ${id}`, success: id % 2 === 0 }));
  const text = JSON.stringify({ items }).slice(0, bodyLength);
  const url = `https://staging.shop.example.com${path}?page=1&per_page=100`;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': '6000',
    date: 'Wed, 02 Jan 2030 03:04:05 GMT',
    'x-ratelimit-limit': '100',
    'x-ratelimit-remaining': '99',
    'x-ratelimit-reset': '60',
  };
  return {
    startedAt: '2030-01-02T03:04:05.678Z',
    milliseconds: 3,
    request: { method, url, headers: { accept: '*/*', 'x-api-key': '$API_KEY' } },
    response: { status: 200, headers, body: { bytes: bodyLength, text, isCut: true } },
    curl: `curl --include --request ${method} '${url}' --header "x-api-key: $API_KEY"`,
  };
}
