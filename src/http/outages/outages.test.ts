import { expect, test } from '#testing/unit-test';
import type { ExchangeRequest } from '../exchange.js';
import { TransportError } from './network-trouble.js';
import { heedingOutages, type Send } from './outages.js';

const response = { status: 200, headers: {}, body: Buffer.alloc(0) };
const asked: ExchangeRequest = {
  method: 'GET',
  url: 'http://target.invalid/api/v1/brands/?key=sk-good-1',
  headers: { 'x-api-key': 'sk-good-1' },
};
/** The same read without its key and its query. */
const probe = { method: 'GET', url: 'http://target.invalid/api/v1/brands/', headers: { accept: '*/*' } };
const write: ExchangeRequest = { ...asked, method: 'POST' };

/** A host that a test can turn off, and that records its requests. Its time passes only during `sleep`. */
function host() {
  const sent: ExchangeRequest[] = [];
  const state = { isUp: true, upAt: Number.POSITIVE_INFINITY, now: 0 };
  const time = {
    now: () => state.now,
    sleep: async (milliseconds: number) => {
      state.now += milliseconds;
    },
  };
  const send: Send = async (request) => {
    sent.push(request);
    if (state.isUp || state.now >= state.upAt) return response;
    throw new TransportError(request, { kind: 'other', reason: 'connection refused', wayOut: 'start it' });
  };
  const ask = heedingOutages(send, time);
  const lose = async (times: number) => {
    state.isUp = false;
    for (let time = 0; time < times; time += 1)
      await expect(ask(write)).rejects.toThrow('connection refused');
  };
  return { sent, state, time, ask, lose };
}

test('if a host stops answering, requests wait for it to come back', async () => {
  const { sent, state, ask, lose } = host();
  // Fewer lost requests in a row change nothing.
  await lose(2);
  state.isUp = true;
  await ask(asked);
  await lose(3);
  state.upAt = 3000;
  const responses = await Promise.all([ask(write), ask(write), ask(write)]);
  expect(responses).toEqual([response, response, response]);
  // The probes carried no key and used a URL that had answered; no write was sent in vain.
  const looks = sent.slice(6, -3);
  expect(looks.length).toBeGreaterThan(1);
  for (const look of looks) expect(look).toEqual(probe);
  expect(sent.slice(-3)).toEqual([write, write, write]);
});

test('later requests fail immediately, with the host, the time and the reason, until the host answers a probe', async () => {
  const { sent, state, time, ask, lose } = host();
  await lose(3);
  const gone =
    /^target\.invalid has given no complete response since \d\d:\d\d:\d\d UTC \(connection refused\), so nothing more was sent; start it$/;
  await expect(ask(write)).rejects.toMatchObject({ trouble: { kind: 'gone' } });
  expect(time.now(), 'the time of the last probe that fits into the hold').toBe(14_000);
  await time.sleep(1000);
  const before = sent.length;
  for (const probes of [0, 1]) {
    for (let count = 0; count < 10; count += 1) await expect(ask(write)).rejects.toThrow(gone);
    expect(sent.length - before, 'one probe in each pause').toBe(probes);
    await time.sleep(5000);
  }
  expect(await ask({ ...asked, url: 'http://other.invalid/' }).catch(String)).toMatch(/connection refused/);
  state.isUp = true;
  expect(await ask(write)).toBe(response);
});

test('a host that redirects all requests gives no response, but one that redirects a single path does', async () => {
  const moved = new Set<string>();
  const ask = heedingOutages(async ({ url }) =>
    moved.has(new URL(url).pathname)
      ? { ...response, status: 302, headers: { location: '/login' } }
      : response,
  );
  const [one, other] = ['/one', '/other'].map((path) => ({ ...asked, url: `http://target.invalid${path}` }));
  if (one === undefined || other === undefined) throw new Error('there are two paths');
  await ask(one);
  await ask(other);
  moved.add('/one');
  expect(await ask(one)).toMatchObject({ status: 302 });
  moved.add('/other');
  await expect(ask(one)).rejects.toThrow('it redirects requests that it answered before');
});
