import { expect, test } from '#unit-test';
import { shownCounterexample } from './counterexample.js';

test('a sequence of commands brings its own path, and a long value is cut', () => {
  const shown = (value: unknown) =>
    shownCounterexample({ value, seed: 1, path: '0:1', example: 5, shrinks: 2 });
  const commands = { toString: () => 'publish(a)\npoll /*replayPath="AAB:C"*/' };
  expect(shown(commands)).toEqual({
    value: 'publish(a)\npoll /*replayPath="AAB:C"*/',
    example: 5,
    shrinks: 2,
    seed: 1,
    path: '0:1',
    commandsPath: 'AAB:C',
  });
  expect(shown('x'.repeat(5000)).value).toMatch(/x\.\.\. \(5002 characters\)$/);
});
