import { expect, test } from '#testing/unit-test';
import type { ExchangeRequest } from '../exchange.js';
import { TransportError } from './network-trouble.js';
import { heedingOutages } from './outages.js';

const response = { status: 200, headers: {}, body: Buffer.alloc(0) };
const url = 'http://target.invalid/api/v1/brands/';
const read = { method: 'GET', url: `${url}?key=sk-good-1`, headers: { 'x-api-key': 'sk-good-1' } };
/** The same read without its key and its query. */
const probe = { method: 'GET', url, headers: { accept: '*/*' } };
const write = { ...read, method: 'POST' };

/** A host that answers from a time on, and records its requests. Its time passes only during `sleep`. */
function host() {
  const sent: ExchangeRequest[] = [];
  const state = { upAt: 0, now: 0 };
  const sleep = async (milliseconds: number) => {
    state.now += milliseconds;
  };
  const send = async (request: ExchangeRequest) => {
    sent.push(request);
    if (state.now >= state.upAt) return response;
    throw new TransportError(request, { kind: 'other', reason: 'connection refused', wayOut: 'start it' });
  };
  const ask = heedingOutages(send, { now: () => state.now, sleep });
  const lose = async (times: number) => {
    state.upAt = Number.POSITIVE_INFINITY;
    for (let lost = 0; lost < times; lost += 1)
      await expect(ask(write)).rejects.toThrow('connection refused');
  };
  return { sent, state, sleep, ask, lose };
}

test('if a host stops answering, requests wait for it to come back', async () => {
  const { sent, state, ask, lose } = host();
  // Fewer lost requests in a row change nothing.
  await lose(2);
  state.upAt = 0;
  await ask(read);
  await lose(3);
  state.upAt = 3000;
  const responses = await Promise.all([ask(write), ask(write), ask(write)]);
  expect(responses).toEqual([response, response, response]);
  // The probes carried no key and used a URL that had answered; no write was sent in vain.
  expect(sent.slice(6)).toEqual([probe, probe, probe, probe, write, write, write]);
});

test('later requests fail immediately, with the host, the time and the reason, until the host answers a probe', async () => {
  const { sent, state, sleep, ask, lose } = host();
  await lose(3);
  const gone =
    /^target\.invalid has given no complete response since \d\d:\d\d:\d\d UTC \(connection refused\), so nothing more was sent; start it$/;
  await expect(ask(write)).rejects.toMatchObject({ trouble: { kind: 'gone' } });
  expect(state.now, 'the time of the last probe that fits into the hold').toBe(14_000);
  await sleep(1000);
  const before = sent.length;
  for (const probes of [0, 1]) {
    for (let count = 0; count < 10; count += 1) await expect(ask(write)).rejects.toThrow(gone);
    expect(sent.length - before, 'one probe in each pause').toBe(probes);
    await sleep(5000);
  }
  await expect(ask({ ...read, url: 'http://other.invalid/' })).rejects.toThrow('connection refused');
  state.upAt = 0;
  expect(await ask(write)).toBe(response);
});

test('a host that redirects all requests gives no response, but one that redirects a single path does', async () => {
  const moved = new Set<string>();
  const redirection = { ...response, status: 302, headers: { location: '/login' } };
  const ask = heedingOutages(async ({ url }) => (moved.has(url) ? redirection : response));
  const [one, other] = ['http://target.invalid/one', 'http://target.invalid/other'] as const;
  for (const url of [one, other]) await ask({ ...read, url });
  moved.add(one);
  expect(await ask({ ...read, url: one })).toBe(redirection);
  moved.add(other);
  await expect(ask({ ...read, url: one })).rejects.toThrow('it redirects requests that it answered');
});
