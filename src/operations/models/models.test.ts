import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { commandList, commandsIn, replayPathIn } from './command-list.js';
import { answerInWords, batchRefused, type ExpectedOutcome, judgeOutcomes, StrictJudge } from './judge.js';

const good: ExpectedOutcome<'GOOD'> = {
  requirement: 'GOOD',
  at: 'a good item',
  outcomes: ['success'],
  mayRefuseBatch: false,
};
const untimely: ExpectedOutcome<'BAD'> = {
  requirement: 'BAD',
  at: 'an untimely item',
  outcomes: ['failed'],
  mayRefuseBatch: true,
};
const malformed: ExpectedOutcome<'BAD'> = { ...untimely, at: 'a malformed item', malformed: true };
const either: ExpectedOutcome<'BAD'> = { ...untimely, outcomes: ['success', 'failed'] };

test('a judge counts what holds, and says what was expected of what does not', async () => {
  const judge = new StrictJudge<'A' | 'B'>();
  await judge.judge('A', { at: 'x', expected: ['1', '2'], actual: '2' });
  await judge.judge('A', { at: 'x', expected: ['1'], actual: '1' });
  const failing = judge.judge('B', { at: 'x', expected: ['1', '2'], actual: '3' });
  await expect(failing).rejects.toThrow('B: expected 1, or 2 at x, but got 3');
  expect([...judge.verified]).toEqual([['A', 2]]);
});

test('each item of a batch is held to its own outcome', async () => {
  const judge = new StrictJudge<'GOOD' | 'BAD'>();
  await judgeOutcomes(judge, ['success', 'failed', 'failed'], [good, untimely, either]);
  expect([...judge.verified]).toEqual([
    ['GOOD', 1],
    ['BAD', 1],
  ]);
  await expect(judgeOutcomes(judge, ['failed'], [good])).rejects.toThrow(/^GOOD: expected success/);
  await expect(judgeOutcomes(judge, ['success'], [untimely])).rejects.toThrow(/^BAD: expected failed/);
  await expect(judgeOutcomes(judge, [], [good])).rejects.toThrow('but got no outcome');
});

test('a whole batch is refused for its only items or for a malformed one, not for an untimely one among good ones', async () => {
  const judge = new StrictJudge<'GOOD' | 'BAD'>();
  await judgeOutcomes(judge, batchRefused, [untimely]);
  await judgeOutcomes(judge, batchRefused, [untimely, either]);
  await judgeOutcomes(judge, batchRefused, [good, malformed]);
  await expect(judgeOutcomes(judge, batchRefused, [untimely, good])).rejects.toThrow(
    'GOOD: expected success at outcome of a good item, but got batch refused',
  );
  expect(answerInWords(batchRefused)).toBe('batch refused');
  expect(answerInWords(['success', 'failed'])).toBe('success, failed');
});

test('lists of commands are as long as they may be, and no longer', () => {
  const command = { check: () => true, run: async () => {}, toString: () => 'wait' };
  const lists = commandList<object, object>([[1, fc.constant(command)]], { maxCommands: 12 });
  const lengths = fc.sample(lists, { seed: 1, numRuns: 200 }).map((list) => [...list].length);
  expect(Math.max(...lengths)).toBe(12);
});

test('a failing list is shown as its commands and its replay path', () => {
  const shown = 'set style 1 to draft,poll /*replayPath="AAB:F"*/';
  expect(commandsIn(shown)).toEqual(['set style 1 to draft', 'poll']);
  expect(replayPathIn(shown)).toBe('AAB:F');
  expect(commandsIn('')).toEqual([]);
  expect(replayPathIn('poll')).toBeUndefined();
});
