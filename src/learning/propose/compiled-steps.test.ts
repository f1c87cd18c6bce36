import { expect, test } from '#testing/unit-test';
import { operation } from '../../contract/operations.js';
import { type LearnedOperation, learnOperation, mappingOf } from '../learn-operation.js';
import { compiled } from './compiled-steps.js';
import type { DraftStep } from './proposal.js';

/** An operation whose response led to these steps. */
function learnedWith(steps: readonly DraftStep[]): LearnedOperation {
  const nothingSeen = { bodies: [], successes: [], refusals: [] };
  const learned = learnOperation(operation('listOrders'), {}, nothingSeen, new Map());
  const response = { steps: steps.map((step) => ({ step, evidence: 'seen' })), questions: [], pairs: [] };
  return { ...learned, alignments: { ...learned.alignments, response } };
}

const status: DraftStep = { kind: 'rename', at: 'items[].status', to: 'state' };

test('learned steps translate a request and a response', () => {
  const { learned, translation } = compiled(learnedWith([status, { kind: 'inside', at: '', to: 'data' }]));
  expect(translation.response.toOurs({ data: { items: [{ state: 'open' }] } })).toEqual({
    items: [{ status: 'open' }],
  });
  expect(learned.alignments.response.questions).toEqual([]);
});

const flat: DraftStep = { kind: 'flat', at: 'items' };
const taken: DraftStep = { kind: 'rename', at: 'items[].created_at', to: 'state' };
const words: DraftStep = { kind: 'values', at: 'items[].order_items', word: 'open', to: 'new' };
const moved: DraftStep = { kind: 'move', at: status.at, to: 'meta.state' };

for (const [title, misfit, problem] of [
  ['that contradicts another', moved, 'contradict each other'],
  ['that needs a place which is taken', taken, 'would both be at "state"'],
  ['for an object whose place in the contract is a list', flat, 'flat applies to an object'],
  ['for the words of a value that is not a string', words, 'values applies to words'],
] as const)
  test(`a step ${title} is left out and becomes a question, but the others stay`, () => {
    const { learned, translation } = compiled(learnedWith([status, misfit]));
    expect(mappingOf(learned)).toEqual({ response: { rename: { 'items[].status': 'state' } } });
    expect(translation.response.toOurs({ items: [{ state: 'open' }] })).toEqual({
      items: [{ status: 'open' }],
    });
    expect(learned.alignments.response.questions).toEqual([
      expect.objectContaining({
        at: misfit.at,
        candidates: [{ answer: expect.any(String), evidence: expect.stringContaining(problem) }],
      }),
    ]);
  });

test('a status that the description states is left out', () => {
  const learned = { ...learnedWith([status]), success: { status: 299, evidence: 'seen' } };
  expect(mappingOf(compiled(learned).learned)).toMatchObject({ success: 299 });
  const stated = { ...learned, operation: operation('getStatusResults') };
  expect(mappingOf(compiled(stated).learned)?.success).toBeUndefined();
});
