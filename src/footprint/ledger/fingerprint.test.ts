import { expect, test } from '#unit-test';
import type { RunEntry } from './entry.js';
import { fingerprints, keyOfRun } from './fingerprint.js';

const prefix = 'ct-a1b2c3-';
const [first, second, other] = ['sk-first', 'sk-second', 'sk-other'];
const line: RunEntry = {
  kind: 'run',
  prefix,
  at: '2030-01-02T03:04:05.678Z',
  processes: [],
  keys: fingerprints({ apiKeys: [first, second], otherApiKey: other }, prefix),
};

test('a key is known again wherever it stands now, and no key can be read from what tells it', () => {
  const now = { apiKeys: [second, first], otherApiKey: other };
  expect(keyOfRun('TARGET_API_KEY 1', [line], now)).toBe(first);
  expect(keyOfRun('TARGET_API_KEY 2', [line, line], now)).toBe(second);
  expect(keyOfRun('TARGET_OTHER_API_KEY', [line], now)).toBe(other);
  expect(JSON.stringify(line)).not.toContain('sk-');
});

test('a key that is not set any more, or of which nothing was written down, is none', () => {
  expect(keyOfRun('TARGET_API_KEY 2', [line], { apiKeys: [first] })).toBeUndefined();
  const { keys: _, ...older } = line;
  expect(keyOfRun('TARGET_API_KEY 1', [line, older], { apiKeys: [first] })).toBeUndefined();
});

test('two runs write the same key differently', () => {
  const keys = { apiKeys: [first] };
  expect(fingerprints(keys, prefix)).not.toEqual(fingerprints(keys, 'ct-ffffff-'));
});
