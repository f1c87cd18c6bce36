import { expect, test } from '#testing/unit-test';
import { inFile, type Step } from './findings.js';
import { fitting } from './fitting.js';

const [part, evidence] = ['response', 'seen'] as const;
const status: Step = { part, kind: 'rename', at: 'items[].status', to: 'state', evidence };

/** What fits of an operation whose response led to these steps. */
const fitted = (steps: readonly Step[], operationId = 'listOrders') =>
  fitting({ place: ['operations', operationId], steps, questions: [], found: new Set() });

for (const [title, misfit, problem] of [
  ['that contradicts another', { kind: 'move', at: status.at, to: 'meta.state' }, 'contradict each other'],
  [
    'that needs a place which is taken',
    { kind: 'rename', at: 'items[].created_at', to: 'state' },
    'would both be at "state"',
  ],
] as const)
  test(`a step ${title} is left out and becomes a question, but the others translate`, () => {
    const { findings, translation } = fitted([status, { part, evidence, ...misfit }]);
    expect(findings.steps).toEqual([status]);
    expect(translation.response.toOurs({ items: [{ state: 'open' }] })).toEqual({
      items: [{ status: 'open' }],
    });
    expect(findings.questions).toEqual([
      expect.objectContaining({
        at: misfit.at,
        candidates: [{ answer: expect.any(String), evidence: expect.stringContaining(problem) }],
      }),
    ]);
  });

test('a status that the description states is left out', () => {
  const success: Step = { kind: 'success', at: '', to: 299, evidence };
  expect(inFile([fitted([success]).findings]).operations).toEqual({ listOrders: { success: 299 } });
  expect(fitted([success], 'getStatusResults').findings.steps).toEqual([]);
});
