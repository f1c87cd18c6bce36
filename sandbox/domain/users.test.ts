import { expect, test } from '#testing/unit-test';
import { newSecret } from './secrets.js';
import { createUserDirectory, hashPassword, isPassword } from './users.js';

const password = { salt: Buffer.alloc(16), hash: Buffer.alloc(64) };
const admin = { merchantId: 'm', email: 'Admin@m.example', role: 'Admin', password } as const;

test('a password has 256 random bits, and each of its hashes has a different salt', async () => {
  const value = newSecret('pw', '');
  expect(value).toMatch(/^pw_sandbox_[\w-]{43}$/);
  expect(newSecret('pw', '')).not.toBe(value);
  const [one, other] = await Promise.all([hashPassword(value), hashPassword(value)]);
  expect([one.salt.equals(other.salt), one.hash.equals(other.hash)]).toEqual([false, false]);
  expect(await Promise.all([isPassword(value, one), isPassword(value, other)])).toEqual([true, true]);
  for (const wrong of ['', value.slice(0, -1), `${value} `, value.toLowerCase()])
    expect(await isPassword(wrong, one)).toBe(false);
  // Without a user, no password is right.
  for (const any of ['', value]) expect(await isPassword(any)).toBe(false);
});

test('an e-mail belongs to one user, until the merchant of that user is forgotten', () => {
  const users = createUserDirectory();
  const { id, email } = users.add(admin);
  expect(() => users.add({ ...admin, merchantId: 'n', email: 'admin@m.example' })).toThrow('e-mail');
  users.forget('m');
  expect([users.find(id), users.findByEmail(email)]).toEqual([undefined, undefined]);
  expect(users.add({ ...admin, merchantId: 'n' }).email).toBe(email);
});
