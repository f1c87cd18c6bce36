import { type ExampleExchange, exampleExchange } from '#testing/example-exchange';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { Exchange } from '../exchange.js';
import { RecentExchanges } from './recent-exchanges.js';
import { shownExchange } from './shown-exchange.js';

const redact = (text: string) => text.replaceAll('sk-good', '[redacted]');

test('an archive has every part that HAR 1.2 demands, with names and values as they were sent and without secrets', () => {
  const recent = new RecentExchanges();
  recent.add(
    sentAt(1000, {
      method: 'PATCH',
      url: 'https://shop.example.com/api/v1/products/stock?a=1&a=%20',
      requestHeaders: { 'content-type': 'application/json', 'x-api-key': '[redacted]' },
      requestBody: '{"items":[]}',
      status: 404,
      headers: { 'content-type': 'application/json', location: '/elsewhere' },
      body: '{"message":"no"}',
    }),
  );
  recent.add(sentAt(1, { body: `sk-good ${'x'.repeat(40_000)}` }));
  recent.add(sentAt(2, { body: Buffer.from([0xff, 0, 0x41]) }));
  const { log } = recent.archive([], redact);
  const [cut, bytes, ...entries] = log.entries;
  expectGolden('archive.txt', {
    'one exchange': { log: { ...log, entries } },
    'bytes that are not text': bytes?.response.content,
  });
  expect(cut?.response.content).toMatchObject({
    size: 40_008,
    text: expect.stringMatching(/^\[redacted\] x{16373}$/),
    comment: 'cut: this is the beginning of 40008 bytes',
  });
});

test('the exchange of a violation says so, and is in the archive even if it is not kept', () => {
  const recent = new RecentExchanges();
  for (const time of [3, 1]) recent.add(sentAt(time));
  const violations = [
    [1, 'BAT-09: one sk-good'],
    [1, 'BAT-10: two'],
    [2, 'BAT-11: three'],
  ] as const;
  const { log } = recent.archive(
    violations.map(([time, violation]) => ({ violation, exchange: shownExchange(sentAt(time), redact) })),
    redact,
  );
  expect(
    log.entries.map(({ startedDateTime, comment }) => `${startedDateTime.slice(20)} ${comment}`),
  ).toEqual(['001Z BAT-09: one [redacted]\nBAT-10: two', '002Z BAT-11: three', '003Z undefined']);
});

test('only the last 200 exchanges are kept, fewer if their bodies are huge, and the archive says how many it lacks', () => {
  const many = new RecentExchanges();
  for (let time = 0; time < 250; time += 1) many.add(sentAt(time));
  const archive = many.archive([], redact);
  expect(archive.log.entries).toHaveLength(200);
  expect(archive.log.comment).toBe('The last exchanges of a test: 50 earlier ones are left out.');

  const huge = new RecentExchanges();
  const body = Buffer.alloc(3_000_000);
  for (let time = 0; time < 5; time += 1) huge.add(sentAt(time, { body }));
  expect(huge.archive([], redact).log.entries).toHaveLength(2);
  huge.add(sentAt(5, { body: Buffer.alloc(9_000_000) }));
  expect(huge.archive([], redact).log.entries, 'the last one always stays').toHaveLength(1);
});

test('the exchanges before a given one are found, also if others came later or it is no longer kept', () => {
  const recent = new RecentExchanges();
  for (let time = 0; time < 250; time += 1) recent.add(sentAt(time));
  const before = (time: number, atMost: number) => {
    const { exchanges, earlier } = recent.before(shownExchange(sentAt(time), redact), atMost);
    return [exchanges.map(({ startedAt }) => startedAt), earlier];
  };
  expect(before(240, 3)).toEqual([[237, 238, 239], 237]);
  expect(before(51, 3)).toEqual([[50], 50]);
  expect(before(50, 3)).toEqual([[], 50]);
  expect(before(7, 3)).toEqual([[247, 248, 249], 247]);
});

/** An exchange that began at this time, in milliseconds since the epoch. */
function sentAt(startedAt: number, given: ExampleExchange = {}): Exchange {
  return new Exchange({ ...exampleExchange(given), startedAt });
}
