import { expect, test } from '#testing/unit-test';
import { operation } from '../../contract/operations.js';
import type { WireRequest } from '../../http/transports/transport.js';
import { Pace } from './pace.js';

const request: WireRequest = {
  method: 'GET',
  url: 'http://127.0.0.1/api/v1/brands/',
  headers: { 'X-API-Key': 'k' },
  operation: operation('listBrands'),
};

test('a 429 without rate limit headers ends the window, and a 429 that contradicts the headers is passed on', async () => {
  for (const [names, expected] of [
    [[], ['sent', 61, 'sent']],
    [['x-ratelimit-limit'], ['sent']],
  ] as const) {
    const headers = Object.fromEntries(names.map((name) => [name, '10']));
    const happened: (string | number)[] = [];
    const send = async () => {
      happened.push('sent');
      return { status: 429, headers, body: Buffer.alloc(0) };
    };
    const pace = new Pace({ wait: async (seconds) => void happened.push(seconds) });
    expect((await pace.over({ send }).send(request)).status).toBe(429);
    expect(happened).toEqual(expected);
  }
});
