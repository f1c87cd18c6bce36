import { expect, test } from '#unit-test';
import { clockSkewIn } from './clock-skew.js';
import type { Reply } from './inquiry.js';

const sentAt = Date.parse('2030-01-02T03:04:05.000Z');

function reply(date?: string, milliseconds = 100): Reply {
  return {
    status: 200,
    headers: date === undefined ? {} : { date },
    body: Buffer.alloc(0),
    startedAt: sentAt,
    milliseconds,
  };
}

test('a clock that is right to within five seconds is not spoken of', () => {
  for (const second of ['00', '04', '05', '06', '09'])
    expect(clockSkewIn([reply(`Wed, 02 Jan 2030 03:04:${second} GMT`)]), second).toBeUndefined();
});

test('a clock that is further off is told, with its direction', () => {
  expect(clockSkewIn([reply('Wed, 02 Jan 2030 03:03:35 GMT')])).toMatch(/is 30 s behind this machine's/);
  expect(clockSkewIn([reply('Wed, 02 Jan 2030 03:04:11 GMT')])).toMatch(/is 6 s ahead of this machine's/);
});

test('the quickest answer counts: a slow one may have been given at any time', () => {
  const slow = reply('Wed, 02 Jan 2030 03:04:25 GMT', 20_000);
  expect(clockSkewIn([slow, reply('Wed, 02 Jan 2030 03:04:05 GMT')])).toBeUndefined();
});

test('answers without a date, or with none that can be read, tell nothing', () => {
  expect(clockSkewIn([reply(), reply('yesterday')])).toBeUndefined();
});
