import { exampleEvidence, exampleFinding } from '#testing/example-finding';
import { exampleTest } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import type { Evidence } from '../../verdicts/finding.js';
import type { Transition, WindowCurve } from '../../verdicts/recording/observations.js';
import type { RanTest } from './conformance-report.js';
import { observations } from './observations-report.js';

test('of each exhausted operation one window is shown: one with a finding about it, or else with the most refusals', () => {
  const { windows } = observations(
    [
      ranTest('plain', { windows: [curve('listBrands'), curve('listReports')] }),
      ranTest('wrong', {
        findings: [exampleFinding({ operationId: 'listBrands' })],
        windows: [curve('listBrands')],
      }),
      ranTest('rich', { windows: [curve('listBrands', 3), curve('listReports', 2)] }),
    ],
    [],
  );
  const shown = windows.map((window) => `${window.test} ${window.operationId}`);
  expect(shown.toSorted()).toEqual(['rich listReports', 'wrong listBrands']);
});

test('a machine has every transition of its table and every other one that was seen, with the tests that saw it', () => {
  const published = {
    machine: 'product',
    from: 'draft',
    to: 'pending_approval',
    by: 'updateProductStatus',
  } as const;
  const [product] = observations(
    [
      ranTest('a', { transitions: [seen({ ...published, times: 2 })] }),
      ranTest('b', { transitions: [seen(published), seen({ ...published, to: 'lost', legal: false })] }),
    ],
    [],
  ).machines;
  expect(product?.states).toContain('lost');
  const { machine: _, ...transition } = published;
  expect(product?.transitions).toEqual(
    expect.arrayContaining([
      { ...transition, legal: true, times: 3, tests: ['a', 'b'] },
      { ...transition, to: 'lost', legal: false, times: 1, tests: ['b'] },
      expect.objectContaining({ from: 'active', to: 'inactive', legal: true, times: 0, tests: [] }),
    ]),
  );
});

function ranTest(id: string, given: Partial<Evidence>): RanTest {
  return { test: exampleTest(id), evidence: exampleEvidence(given) };
}

function curve(operationId: string, refused = 1): WindowCurve {
  const refusals = Array.from({ length: refused }, () => ({ status: 429 }));
  return { operationId, declared: 1, points: [{ status: 200, remaining: 0 }, ...refusals] };
}

function seen(given: Pick<Transition, 'machine' | 'from' | 'to' | 'by'> & Partial<Transition>): Transition {
  return { legal: true, times: 1, ...given };
}
