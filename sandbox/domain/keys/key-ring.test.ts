import { expect, test } from '#unit-test';
import { isKeyValid, revokeKey } from './api-key.js';
import { createKeyRing, NotAllowed } from './key-ring.js';

const request = { merchantId: 'm', label: 'Shop', createdBy: 'Admin', createdAt: 0 } as const;

test('a key is found by its value, and its value is kept nowhere', () => {
  const ring = createKeyRing();
  const { value, key } = ring.issue(request);
  expect(value).toMatch(/^sk_sandbox_[\w-]{43}$/);
  expect(ring.find(value)).toBe(key);
  for (const other of ['', value.slice(0, -1), `${value}x`, value.toUpperCase(), ` ${value}`])
    expect(ring.find(other)).toBeUndefined();
  expect(JSON.stringify(ring.keysOf('m'))).not.toContain(value);
});

test('only an Admin gets a key', () => {
  const ring = createKeyRing();
  expect(() => ring.issue({ ...request, createdBy: 'Member' })).toThrow(NotAllowed);
  expect(ring.keysOf('m')).toEqual([]);
});

test('a key is valid until it expires or is revoked', () => {
  const { key } = createKeyRing().issue({ ...request, expiresAt: 100 });
  expect([isKeyValid(key, 99), isKeyValid(key, 100)]).toEqual([true, false]);
  revokeKey(key, 50);
  expect(isKeyValid(key, 60)).toBe(false);
});

test('a merchant that is forgotten has no keys', () => {
  const ring = createKeyRing();
  const { value } = ring.issue(request);
  const other = ring.issue({ ...request, merchantId: 'n' });
  ring.forget('m');
  expect(ring.find(value)).toBeUndefined();
  expect(ring.find(other.value)).toBe(other.key);
});
