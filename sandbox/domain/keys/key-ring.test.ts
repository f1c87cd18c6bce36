import { expect, test } from '#unit-test';
import { isKeyValid, keyStatus, revokeKey } from './api-key.js';
import { createKeyRing } from './key-ring.js';

const request = { merchantId: 'm', label: 'Shop', createdBy: 'Admin', createdAt: 0 } as const;

test('a key is found by its value, and its value is kept nowhere', () => {
  const ring = createKeyRing();
  const { value, key } = ring.issue(request);
  expect(value).toMatch(/^sk_sandbox_[\w-]{43}$/);
  expect(ring.find(value)).toBe(key);
  for (const other of ['', value.slice(0, -1), `${value}x`, value.toUpperCase(), ` ${value}`])
    expect(ring.find(other)).toBeUndefined();
  expect(key.lastFour).toBe(value.slice(-4));
  expect(JSON.stringify(ring.keysOf('m'))).not.toContain(value.slice(-5));
});

test('a key is valid until it expires or is revoked', () => {
  const { key } = createKeyRing().issue({ ...request, expiresAt: 100 });
  expect([isKeyValid(key, 99), isKeyValid(key, 100)]).toEqual([true, false]);
  expect([keyStatus(key, 99), keyStatus(key, 100)]).toEqual(['Active', 'Expired']);
  revokeKey(key, 50);
  expect(isKeyValid(key, 60)).toBe(false);
  expect([keyStatus(key, 60), keyStatus(key, 100)]).toEqual(['Revoked', 'Revoked']);
});

test('all keys of all merchants can be looked through', () => {
  const ring = createKeyRing();
  const issued = ['m', 'n', 'm'].map((merchantId) => ring.issue({ ...request, merchantId }).key);
  expect(new Set(ring.filter(() => true))).toEqual(new Set(issued));
  expect(ring.filter(({ merchantId }) => merchantId === 'm')).toEqual([issued[0], issued[2]]);
});

test('a merchant that is forgotten has no keys', () => {
  const ring = createKeyRing();
  const { value } = ring.issue(request);
  const other = ring.issue({ ...request, merchantId: 'n' });
  ring.forget('m');
  expect(ring.find(value)).toBeUndefined();
  expect(ring.find(other.value)).toBe(other.key);
});
