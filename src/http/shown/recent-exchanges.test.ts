import { type ExampleExchange, exampleExchange } from '#testing/example-exchange';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { Exchange } from '../exchange.js';
import { RecentExchanges } from './recent-exchanges.js';
import { shownExchange } from './shown-exchange.js';

const redact = (text: string) => text.replaceAll('sk-good', '[redacted]');

/** An exchange that began at this time, in milliseconds since the epoch. */
const sentAt = (startedAt: number, given: ExampleExchange = {}) =>
  new Exchange({ ...exampleExchange(given), startedAt });

/** The last of some exchanges, one in each millisecond. */
function lastOf(exchanges: number, given?: ExampleExchange): RecentExchanges {
  const recent = new RecentExchanges();
  for (let time = 0; time < exchanges; time += 1) recent.add(sentAt(time, given));
  return recent;
}

test('the exchange of a violation says so, and is in the text even if it is not kept', () => {
  const violations = ['1 BAT-09: one', '1 BAT-10: two', '2 BAT-11: three'].map((violation) => ({
    violation,
    exchange: shownExchange(sentAt(Number(violation[0]), { body: 'sk-good' }), redact),
  }));
  const recent = new RecentExchanges();
  for (const time of [3, 1]) recent.add(sentAt(time, { body: 'sk-good' }));
  expectGolden('exchanges.txt', { 'three exchanges': recent.asText(violations, redact) });
});

test('only the last 200 exchanges are kept, fewer if their bodies are huge, and the text says how many it lacks', () => {
  const textOf = (recent: RecentExchanges) => recent.asText([], redact).split('\n\n\n');
  expect(textOf(lastOf(250))).toMatchObject({ length: 201, 0: '50 earlier exchanges are left out.' });
  expect(textOf(lastOf(5, { body: Buffer.alloc(3_000_000) }))).toHaveLength(3);
  expect(textOf(lastOf(5, { body: Buffer.alloc(9_000_000) })), 'the last one always stays').toHaveLength(2);
});

test('the exchanges before a given one are found, also if others came later or it is no longer kept', () => {
  const recent = lastOf(250);
  const before = (time: number, atMost: number) => {
    const { exchanges, earlier } = recent.before(shownExchange(sentAt(time), redact), atMost);
    return [exchanges.map(({ startedAt }) => startedAt), earlier];
  };
  expect(before(240, 3)).toEqual([[237, 238, 239], 237]);
  expect(before(50, 3)).toEqual([[], 50]);
  expect(before(7, 3)).toEqual([[247, 248, 249], 247]);
});
