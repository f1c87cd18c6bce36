import { expect, test } from '#unit-test';
import {
  createUserDirectory,
  hashPassword,
  isPassword,
  MOST_USERS,
  newPassword,
  TooManyUsers,
} from './users.js';

const password = { salt: Buffer.alloc(16), hash: Buffer.alloc(64) };
const admin = { merchantId: 'm', email: 'Admin@m.example', role: 'Admin', password } as const;

test('a password has 128 random bits, and is kept as a hash with a salt of its own', async () => {
  const value = newPassword();
  expect(value).toMatch(/^pw_sandbox_[\w-]{22}$/);
  expect(newPassword()).not.toBe(value);
  const [one, other] = await Promise.all([hashPassword(value), hashPassword(value)]);
  expect(one.salt.equals(other.salt)).toBe(false);
  expect(one.hash.equals(other.hash)).toBe(false);
  expect(await Promise.all([isPassword(value, one), isPassword(value, other)])).toEqual([true, true]);
  for (const wrong of ['', value.slice(0, -1), `${value} `, value.toLowerCase()])
    expect(await isPassword(wrong, one)).toBe(false);
});

test('where there is no user, no password is right', async () => {
  for (const value of ['', newPassword()]) expect(await isPassword(value)).toBe(false);
});

test('an e-mail belongs to one user', () => {
  const users = createUserDirectory();
  users.add(admin);
  expect(() => users.add({ ...admin, merchantId: 'n', email: 'admin@m.example' })).toThrow('e-mail');
});

test('a merchant has a hundred users, and other merchants have theirs', () => {
  const users = createUserDirectory();
  for (let index = 0; index < MOST_USERS; index++) users.add({ ...admin, email: `${index}@m.example` });
  expect(() => users.add(admin)).toThrow(TooManyUsers);
  expect(users.add({ ...admin, merchantId: 'n' }).merchantId).toBe('n');
});

test('a merchant that is forgotten has no users, and their e-mails are free', () => {
  const users = createUserDirectory();
  const user = users.add(admin);
  const other = users.add({ ...admin, merchantId: 'n', email: 'admin@n.example' });
  users.forget('m');
  expect([users.find(user.id), users.findByEmail(user.email)]).toEqual([undefined, undefined]);
  expect(users.find(other.id)).toBe(other);
  expect(users.add(admin).email).toBe(user.email);
});
