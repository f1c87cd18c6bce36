import { expect, test } from '#testing/unit-test';
import { readSettings } from '../settings.js';
import { lessAndLessOften, merchantFor } from './merchant.js';

test('configured keys are distributed over the workers', async () => {
  const settings = readSettings({
    TARGET_URL: 'https://staging.example.com',
    TARGET_API_KEY: 'sk-1,sk-2',
    TARGET_OTHER_API_KEY: 'sk-3',
  });
  const merchants = await Promise.all(
    [0, 1, 2].map((worker) => merchantFor(settings, worker, 1, { mark: '' })),
  );
  expect(merchants.map(({ apiKey }) => apiKey)).toEqual(['sk-1', 'sk-2', 'sk-1']);
  expect(merchants[0]).toMatchObject({ secondApiKey: 'sk-2', otherApiKey: 'sk-3', shared: true });
});

test('the pause between checks doubles up to 8 s, and the last check is at the deadline', () => {
  expect([...lessAndLessOften(25)]).toEqual([1, 3, 7, 15, 23, 25]);
  expect([...lessAndLessOften(0.5)]).toEqual([0.5]);
  expect([...lessAndLessOften(25, { isHeld: true })]).toEqual([3, 7, 15, 23, 25]);
  expect([...lessAndLessOften(1, { isHeld: true })]).toEqual([1]);
});
