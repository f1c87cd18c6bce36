import type { ShownExchange } from '#src/http/shown/shown-exchange';
import type {
  ConformanceReport,
  Observations,
  ReportedFinding,
  RequirementReport,
} from '#src/report/data/conformance-report';
import type { OperationReport } from '#src/report/data/coverage-report';
import { observations } from '#src/report/data/observations-report';
import { exampleReport, exampleReported, exampleTest } from './example-report.js';

/** The number of requirements that are violated in a crowded report. */
const crowd = 30;

/** Characters of a response: the part of a page of a list that a report shows of a finding, and of what passed. */
const [bodyOfFinding, bodyOfEvidence] = [6000, 400];
/** Milliseconds between the beginnings of two tests. */
const pace = 300;

/**
 * A report as large as any that a page must show well: a whole run in which 30 requirements are violated, each at
 * several operations, every other requirement has its evidence from each of its operations, and there is something to
 * draw in every picture.
 */
export function crowdedReport(): ConformanceReport {
  const blank = exampleReport();
  const operations = blank.operations.map((each) => ({ ...each, ...seen }));
  const tested = blank.requirements.filter(({ notTested }) => notTested === undefined);
  const violated = new Set(tested.filter((_, index) => index % 4 === 0).slice(0, crowd));
  // A whole run has nearly three tests for each requirement.
  const tests = tested.flatMap(({ id, sentence }, index) =>
    ['', ' without a key', ' in a batch'].map((more, place) => {
      const began = { after: (3 * index + place) * pace, worker: index % 2 };
      return exampleTest(`test-${id}${more}`, { title: `${sentence}${more}`, covers: [id], began });
    }),
  );
  const requirements = blank.requirements.map((each, index): RequirementReport => {
    if (!tested.includes(each)) return each;
    if (!violated.has(each)) {
      const verifiedBy = Object.fromEntries(each.operations.map((id) => [id, 1234]));
      return { ...each, verdict: 'passed', tests: 12, exchanges: 1234, verifiedBy };
    }
    const from = index % 20;
    const places = operations.slice(from, from + 1 + (index % 6));
    return { ...each, verdict: 'failed', findings: places.map((place) => findingAt(place, each.id)) };
  });
  return {
    ...blank,
    verdict: 'non-conformant',
    exitCode: 1,
    reason: `${crowd} requirements violated.`,
    target: { ...blank.target, name: 'staging', url: 'https://staging.shop.example.com' },
    requirements,
    operations,
    tests,
    totals: {
      tests: tests.length,
      exchanges: 34_276,
      verdicts: { ...blank.totals.verdicts, unverified: 0, failed: crowd, passed: tested.length - crowd },
    },
    durationMs: tests.length * pace,
    observations: {
      ...observations([], requirements),
      verifying: evidenceFor(requirements, operations),
      windows: operations.map(windowOf),
    },
  };
}

/** Fields of an operation that a run called. */
const seen: Partial<OperationReport> = {
  exchanges: 4321,
  statuses: { 200: 4185, 400: 34, 401: 32, 418: 1, 429: 1005 },
  rateLimit: { stated: 100, declared: 100, observed: 90 },
  durations: { median: 3.1, percentile95: 12 },
};

function findingAt(operation: OperationReport, requirement: ReportedFinding['requirement']): ReportedFinding {
  const list = [{ id: 1, name: 'first' }, { id: 2 }];
  const [wanted, received] = [list, [...list.slice(1), { id: 3, name: 'third' }]].map((each) =>
    JSON.stringify(each),
  );
  return {
    ...exampleReported({
      requirement,
      operationId: operation.operationId,
      at: 'body items[3]["a rather long name of a field"].success',
      expected: [`the array ${wanted}`],
      actual: `the array ${received}`,
      values: {
        expected: [{ kind: 'array', text: wanted ?? '' }],
        actual: { kind: 'array', text: received ?? '' },
      },
      trail: ['0 s: PATCH /api/v1/products/stock -> 200', '3 s: completed, 2 items'],
      times: 128,
      counterexample: { value: JSON.stringify(list), example: 4, shrinks: 3, seed: 7, path: '3:1:0:0' },
      exchange: exchangeWith(operation, bodyOfFinding),
    }),
    test: `test-${requirement}`,
  };
}

/** An exchange for a requirement at an operation; every second one shows two of them. */
function evidenceFor(
  requirements: readonly RequirementReport[],
  operations: readonly OperationReport[],
): Observations['verifying'] {
  return operations.flatMap((operation) => {
    const { operationId } = operation;
    const ids = requirements.flatMap(({ id, verifiedBy }) => (operationId in verifiedBy ? [id] : []));
    return ids.flatMap((id, index) =>
      index % 3 === 1
        ? []
        : [
            {
              operationId,
              verifies: ids.slice(index, index + (index % 3 === 0 ? 2 : 1)),
              trail: ['0 s: POST /api/v1/products/ -> 200'],
              exchange: exchangeWith(operation, bodyOfEvidence),
              test: `test-${id}`,
            },
          ],
    );
  });
}

/** A window of 100 requests, and three that were refused. */
function windowOf({ operationId }: OperationReport): Observations['windows'][number] {
  const points = Array.from({ length: 103 }, (_, sent) => ({
    status: sent < 100 ? 200 : 429,
    remaining: Math.max(0, 99 - sent),
  }));
  return { operationId, declared: 100, points, test: 'test-LIM-01' };
}

function exchangeWith({ method, path }: OperationReport, bytes: number): ShownExchange {
  const items = Array.from({ length: 200 }, (_, id) => ({ id, name: `name ${id}`, success: id % 2 === 0 }));
  const text = JSON.stringify({ items }).slice(0, bytes);
  const limits = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '99', 'x-ratelimit-reset': '60' };
  const url = `https://staging.shop.example.com${path}?page=1&per_page=100`;
  const headers = { accept: '*/*', 'x-api-key': '$API_KEY' };
  return {
    ...exampleReported().exchange,
    request: { method, url, headers },
    response: {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': '6000', ...limits },
      body: { bytes, text, isCut: true },
    },
    curl: `curl --include --request ${method} '${url}' --header "x-api-key: $API_KEY"`,
  };
}
