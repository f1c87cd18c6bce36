import type { Session } from 'fastify';
import { expect, test } from '#unit-test';
import { createSessionStore, LIFETIME, MOST_SESSIONS } from './session-store.js';

const cookie = { originalMaxAge: null };

function openStore() {
  let now = 0;
  const store = createSessionStore(() => now);
  let held: Session | null | undefined;
  return {
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    set: (id: string, session: Partial<Session> = {}) =>
      store.set(id, { cookie, ...session }, () => undefined),
    destroy: (id: string) => store.destroy(id, () => undefined),
    get(id: string) {
      store.get(id, (_error, session) => {
        held = session;
      });
      return held ?? undefined;
    },
  };
}

test('a session is kept with what it holds, and without the request that it was part of', () => {
  const store = openStore();
  store.set('a', Object.assign({ userId: 'u', sentForms: ['f'] }, { request: 'r' }));
  expect(store.get('a')).toEqual({ cookie, userId: 'u', sentForms: ['f'] });
  expect(JSON.stringify(store.get('a'))).not.toContain('request');
  expect(store.get('b')).toBeUndefined();
});

test('a session ends eight hours after it began, however much it is used', () => {
  const store = openStore();
  store.set('a', { userId: 'u' });
  store.pass(LIFETIME - 1);
  store.set('a', { userId: 'v' });
  expect(store.get('a')?.userId).toBe('v');
  store.pass(1);
  expect(store.get('a')).toBeUndefined();
});

test('a session that has ended is not brought back by what is still being answered in it', () => {
  const store = openStore();
  store.set('a', { userId: 'u' });
  store.destroy('a');
  store.set('a', { userId: 'u' });
  expect(store.get('a')).toBeUndefined();
});

test('of too many sessions the oldest ones are forgotten', () => {
  const store = openStore();
  for (let index = 0; index <= MOST_SESSIONS; index++) store.set(`s${index}`, { userId: 'u' });
  expect(store.get('s0')).toBeUndefined();
  expect([store.get('s1')?.userId, store.get(`s${MOST_SESSIONS}`)?.userId]).toEqual(['u', 'u']);
});
