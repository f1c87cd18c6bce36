import { expect, test } from '#testing/unit-test';
import { newSecret } from './secrets.js';
import { createUserDirectory, hashPassword } from './users.js';

const password = { salt: Buffer.alloc(16), hash: Buffer.alloc(64) };
const admin = { merchantId: 'm', email: 'Admin@m.example', role: 'Admin', password } as const;

test('a password has 256 random bits, and each of its hashes has a different salt', async () => {
  const value = newSecret('pw', '');
  expect(value).toMatch(/^pw_sandbox_[\w-]{43}$/);
  expect(newSecret('pw', '')).not.toBe(value);
  const [one, other] = await Promise.all([hashPassword(value), hashPassword(value)]);
  expect([one.salt.equals(other.salt), one.hash.equals(other.hash)]).toEqual([false, false]);
  const users = createUserDirectory();
  for (const [email, password] of Object.entries({ one, other })) {
    const user = users.add({ ...admin, email, password });
    expect(await users.signIn(email, value)).toBe(user);
    for (const wrong of ['', value.slice(0, -1), `${value} `, value.toLowerCase()])
      expect(await users.signIn(email, wrong)).toBeUndefined();
  }
  for (const any of ['', value]) expect(await users.signIn('nobody', any)).toBeUndefined();
});

test('an e-mail belongs to one user, until the merchant of that user is forgotten', () => {
  const users = createUserDirectory();
  const { id, email } = users.add(admin);
  expect(() => users.add({ ...admin, merchantId: 'n', email: 'admin@m.example' })).toThrow('e-mail');
  users.forget('m');
  expect([users.find(id), users.findByEmail(email)]).toEqual([undefined, undefined]);
  expect(users.add({ ...admin, merchantId: 'n' }).email).toBe(email);
});
