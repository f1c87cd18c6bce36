import { exampleFinding } from '#testing/example-finding';
import { exampleRequirement, exampleTest } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import type { Observations } from '../../data/conformance-report.js';
import { evidenceOf, shortened } from './evidence.js';

type Verifying = Observations['verifying'][number];

const exchange = exampleFinding().exchange;
const verifying = (operationId: string, ...verifies: Verifying['verifies']): Verifying => ({
  ...{ operationId, verifies, trail: [], exchange },
  test: 'a',
});

test('a requirement has an exchange with each of its operations, and each exchange is shown at one requirement', () => {
  const requirements = (['ERR-01', 'ERR-02'] as const).map((id) =>
    exampleRequirement(id, 'passed', { verifiedBy: { listReports: 1, listBrands: 4 } }),
  );
  const evidence = evidenceOf({
    requirements,
    tests: [exampleTest('a')],
    observations: {
      verifying: [verifying('listBrands', 'ERR-02', 'ERR-01'), verifying('listReports', 'ERR-01')],
      windows: [],
      machines: [],
    },
  });
  expect(requirements.map((each) => evidence.get(each))).toMatchObject([
    [
      { operationId: 'listBrands', exchanges: 4, isHere: true, shown: { address: 'e1', test: { id: 'a' } } },
      { operationId: 'listReports', exchanges: 1, isHere: true, shown: { address: 'e2' } },
    ],
    [
      { operationId: 'listBrands', isHere: false, shown: { address: 'e1' } },
      { operationId: 'listReports', isHere: false },
    ],
  ]);
});

test('bodies are cut as far as needed, the longest first, so that they fit into the page', () => {
  const lengths = (room: number) => {
    const shown = ['x'.repeat(2000), 'short'].map((text) => {
      const body = { bytes: text.length, text, isCut: false };
      return { exchange: { ...exchange, response: { ...exchange.response, body } } };
    });
    return shortened(shown, room).map((each) => each.exchange.response.body.text?.length);
  };
  expect(lengths(5000)).toEqual([2000, 5]);
  expect(lengths(1100)).toEqual([1024, 5]);
});
