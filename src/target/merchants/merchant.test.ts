import { expect, test } from '#testing/unit-test';
import { readSettings } from '../settings.js';
import { lessAndLessOften, merchantFor } from './merchant.js';

test('configured keys are distributed over the workers', async () => {
  const keys = { TARGET_API_KEY: 'sk-1,sk-2', TARGET_OTHER_API_KEY: 'sk-3' };
  const settings = readSettings({ TARGET_URL: 'https://staging.example.com', ...keys });
  const given = [0, 1, 2].map((worker) => merchantFor(settings, worker, 1, { mark: '' }));
  const merchants = await Promise.all(given);
  expect(merchants.map(({ apiKey }) => apiKey)).toEqual(['sk-1', 'sk-2', 'sk-1']);
  expect(merchants[0]).toMatchObject({ secondApiKey: 'sk-2', otherApiKey: 'sk-3', shared: true });
});

test('the pause between checks doubles up to 8 s, and the last check is at the deadline', () => {
  for (const [deadline, isHeld, times] of [
    [25, false, [1, 3, 7, 15, 23, 25]],
    [0.5, false, [0.5]],
    [25, true, [3, 7, 15, 23, 25]],
    [1, true, [1]],
  ] as const)
    expect([...lessAndLessOften(deadline, { isHeld })]).toEqual(times);
});
