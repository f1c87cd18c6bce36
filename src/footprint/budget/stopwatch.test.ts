import { expect, test } from '#unit-test';
import { Stopwatch } from './stopwatch.js';

test('what goes on at the same time is measured once, and what fails is measured too', async () => {
  let now = 1000;
  const stopwatch = new Stopwatch(() => now);
  const [first, second, third] = [pending(), pending(), pending()];
  const firstTwo = [stopwatch.during(first.promise), stopwatch.during(second.promise)];
  now += 40;
  first.resolve();
  await firstTwo[0];
  expect(stopwatch.milliseconds, 'what still goes on is not counted').toBe(0);
  now += 20;
  second.resolve();
  await firstTwo[1];
  expect(stopwatch.milliseconds).toBe(60);
  now += 1000;
  const failing = stopwatch.during(third.promise);
  now += 5;
  third.reject(new Error('wrong'));
  await expect(failing).rejects.toThrow('wrong');
  expect(stopwatch.milliseconds).toBe(65);
});

/** A promise that the test settles. */
function pending() {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}
