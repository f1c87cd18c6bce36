import { expect, test } from '#testing/unit-test';
import type { ExchangeRequest } from '../exchange.js';
import { NoResponse } from './network-trouble.js';
import { heedingOutages, type Send } from './outages.js';

const patience = { lost: 3, hold: 150, pause: 20, laterPause: 60, look: 10 };
const limits = { connecting: 10, milliseconds: 10, bytes: 10 };
const response = { status: 200, headers: {}, body: Buffer.alloc(0) };
const redirect = { status: 302, headers: { location: 'https://login.invalid/?to=1' }, body: Buffer.alloc(0) };
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
  let now = 0;
  const wakings: { readonly at: number; readonly act: () => void }[] = [];
  const time = {
    now: () => now,
    sleep: async (milliseconds: number) => {
      now += milliseconds;
      for (const { act } of wakings.filter(({ at }) => at <= now)) act();
    },
  };
  const state = { isUp: true, redirected: (_: string) => false };
  const send: Send = async (request) => {
    sent.push(request);
    if (state.redirected(request.url)) return redirect;
    if (state.isUp) return response;
    throw new NoResponse({ kind: 'other', reason: 'connection refused', wayOut: 'start it' });
  };
  const after = (milliseconds: number, act: () => void) => wakings.push({ at: now + milliseconds, act });
  return { sent, state, time, after, ask: heedingOutages(send, limits, patience, time) };
}

async function lose(ask: (asked: ExchangeRequest) => Promise<unknown>, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await expect(ask(write)).rejects.toThrow('connection refused');
}

test('fewer than three lost requests in a row change nothing', async () => {
  const { sent, state, ask } = host();
  for (let time = 0; time < 5; time += 1) {
    state.isUp = false;
    await lose(ask, 2);
    state.isUp = true;
    expect(await ask(asked)).toBe(response);
  }
  expect(sent).toHaveLength(15);
});

test('if a host stops answering, requests wait for it to come back', async () => {
  const { sent, state, after, ask } = host();
  await ask(asked);
  state.isUp = false;
  await lose(ask, 3);
  after(60, () => {
    state.isUp = true;
  });
  const responses = await Promise.all([ask(write), ask(write), ask(write)]);
  expect(responses).toEqual([response, response, response]);
  // The probes carried no key and used a URL that had answered; no write was sent in vain.
  const looks = sent.slice(4, -3);
  expect(looks.length).toBeGreaterThan(1);
  for (const look of looks) expect(look).toEqual(probe);
  expect(sent.slice(-3)).toEqual([write, write, write]);
});

test('later requests fail immediately, with the host, the time and the reason, until the host answers a probe', async () => {
  const { sent, state, time, ask } = host();
  state.isUp = false;
  await lose(ask, 3);
  const gone =
    /^target\.invalid has given no complete response since \d\d:\d\d:\d\d UTC \(connection refused\), so nothing more was sent$/;
  await expect(ask(write)).rejects.toMatchObject({ trouble: { kind: 'gone', wayOut: 'start it' } });
  expect(time.now(), 'the time of the last probe that fits into the hold').toBe(140);
  await time.sleep(patience.pause);
  const before = sent.length;
  for (let count = 0; count < 10; count += 1) await expect(ask(write)).rejects.toThrow(gone);
  expect(sent.length - before).toBe(0);
  await time.sleep(patience.laterPause);
  for (let count = 0; count < 10; count += 1) await expect(ask(write)).rejects.toThrow(gone);
  expect(sent.length - before, 'one probe in each pause').toBe(1);
  state.isUp = true;
  await time.sleep(patience.laterPause);
  expect(await ask(write)).toBe(response);
  expect(await ask(write)).toBe(response);
});

test('a host that is gone affects no other host', async () => {
  const { state, ask } = host();
  state.isUp = false;
  await lose(ask, 3);
  state.isUp = true;
  expect(await ask({ ...asked, url: 'http://other.invalid/' })).toBe(response);
});

test('a mistake of the suite is rethrown, and does not count as a lost request', async () => {
  const ask = heedingOutages(() => Promise.reject(new RangeError('a mistake')), limits, patience);
  for (let time = 0; time < 5; time += 1) await expect(ask(asked)).rejects.toThrow(RangeError);
});

test('redirects do not count as responses if the host redirects everything, but a single operation may redirect', async () => {
  const { state, time, ask } = host();
  const brands = { ...asked, url: 'http://target.invalid/brands' };
  const countries = { ...asked, url: 'http://target.invalid/countries' };
  await ask(brands);
  await ask(countries);
  state.redirected = (url) => url.endsWith('/brands');
  expect(await ask(brands)).toBe(redirect);
  state.redirected = () => true;
  for (let time = 0; time < 3; time += 1)
    await expect(ask(brands)).rejects.toMatchObject({
      trouble: { kind: 'redirected', reason: expect.stringContaining('(this one to https://login.invalid)') },
    });
  await expect(ask(countries)).rejects.toMatchObject({ trouble: { kind: 'gone' } });
  state.redirected = () => false;
  await time.sleep(patience.laterPause);
  expect(await ask(brands)).toBe(response);
});

test('a redirect counts as a response before any other; the probe for others carries no key and no query', async () => {
  const first = host();
  first.state.redirected = () => true;
  expect(await first.ask(asked)).toBe(redirect);
  const { sent, state, ask } = host();
  await ask(asked);
  state.redirected = (url) => url.endsWith('/report');
  expect(await ask({ ...asked, url: 'http://target.invalid/report' })).toBe(redirect);
  // So no limit counts it.
  expect(sent.at(-1)).toEqual(probe);
});
