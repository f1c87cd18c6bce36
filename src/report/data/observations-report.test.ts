import { exampleExchange } from '#testing/example-exchange';
import { exampleEvidence, exampleFinding } from '#testing/example-finding';
import { exampleRequirement, exampleTest } from '#testing/example-report';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { shownExchange } from '../../http/shown/shown-exchange.js';
import type { Evidence } from '../../verdicts/finding.js';
import type { Transition, VerifyingExchange, WindowCurve } from '../../verdicts/recording/observations.js';
import type { RanTest } from './conformance-report.js';
import { observations } from './observations-report.js';

const passed = (id: 'BAT-09' | 'BAT-10' | 'BAT-11', ...operationIds: readonly string[]) =>
  exampleRequirement(id, 'passed', { verifiedBy: Object.fromEntries(operationIds.map((each) => [each, 1])) });

test('an exchange shows only requirements that passed, where the run verified them', () => {
  const ran = [ranTest('a', { verifying: [verifying('listBrands', ['BAT-09', 'BAT-10', 'BAT-11'])] })];
  const failed = exampleRequirement('BAT-09', 'failed', { verifiedBy: { listBrands: 1 } });
  const shown = observations(ran, [failed, passed('BAT-10', 'listBrands'), passed('BAT-11', 'listReports')]);
  expect(shown.verifying.map(({ verifies }) => verifies)).toEqual([['BAT-10']]);
});

test('of each exhausted operation one window is shown: one with a finding about it, or else with the most refusals', () => {
  const ran = [
    ranTest('plain', { windows: [curve('listBrands'), curve('listReports')] }),
    ranTest('wrong', {
      findings: [exampleFinding({ operationId: 'listBrands' })],
      windows: [curve('listBrands')],
    }),
    ranTest('rich', { windows: [curve('listBrands', 3), curve('listReports', 2)] }),
  ];
  const { windows } = observations(ran, []);
  expect(windows.map(({ test, operationId }) => `${test} ${operationId}`).toSorted()).toEqual([
    'rich listReports',
    'wrong listBrands',
  ]);
});

test('a machine has its whole table, with the transitions that were seen, and every other one that was seen', () => {
  const to = 'pending_approval';
  const published = { machine: 'product', from: 'draft', to, by: 'updateProductStatus' } as const;
  const returned = { machine: 'order', from: 'open', to: 'returned', by: 'returnOrderItems' } as const;
  const shipped = { machine: 'order', from: 'open', to: 'shipped', by: 'shipOrderItems' } as const;
  const ran = [
    ranTest('a', { transitions: [seen({ ...published, times: 2 })] }),
    ranTest('b', { transitions: [seen(published), seen({ ...published, to: 'lost', legal: false })] }),
    ranTest('c', { transitions: [seen({ ...returned, legal: false })] }),
    // A transition names at most five tests.
    ...Array.from({ length: 9 }, (_, index) => ranTest(`d${index}`, { transitions: [seen(shipped)] })),
  ];
  const machines = observations(ran, []).machines.map(({ name, states, transitions }) => [
    name,
    [
      states.join(', '),
      ...transitions.map(({ from, to, by, legal, times, tests }) =>
        `${from} to ${to} by ${by}: ${times}${legal ? '' : ', illegal'} ${tests.join()}`.trim(),
      ),
    ].join('\n'),
  ]);
  expectGolden('machines.txt', Object.fromEntries(machines));
});

function ranTest(id: string, given: Partial<Evidence>): RanTest {
  return { test: exampleTest(id), evidence: exampleEvidence(given) };
}

function verifying(
  operationId: string,
  verifies: VerifyingExchange['verifies'],
  trail: readonly string[] = [],
): VerifyingExchange {
  return {
    operationId,
    verifies,
    trail,
    exchange: shownExchange(exampleExchange({ operationId }), (text) => text),
  };
}

function curve(operationId: string, refused = 1): WindowCurve {
  const refusals = Array.from({ length: refused }, () => ({ status: 429 }));
  return { operationId, declared: 1, points: [{ status: 200, remaining: 0 }, ...refusals] };
}

function seen(given: Pick<Transition, 'machine' | 'from' | 'to' | 'by'> & Partial<Transition>): Transition {
  return { legal: true, times: 1, ...given };
}
