import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import {
  admit,
  carryTheLimit,
  countDownFrom,
  countDownWithTheClock,
  leaveAllButOneOf,
  leaveOneLessThan,
  leaveOneLessWithItsOwnLimitThan,
  startAnewWith,
} from './rate-limit.js';

const responses = (...statuses: readonly number[]) => statuses.map((status) => exampleExchange({ status }));

oracleTest("a limit other than the table's is a warning, and exactly as many requests pass", () => {
  const limited = exampleExchange({ headers: { 'x-ratelimit-limit': '75' } });
  const anew = 'header x-ratelimit-limit: 75, as the live description declares too, a warning';
  return [
    [carryTheLimit(limited, 50, 75), anew, ['50, as in the table of limits']],
    [admit(responses(200, 200, 429, 429), 3, 1), 'holds'],
    [admit(responses(200, 429, 429, 429), 3, 1), 'status: 1 such responses'],
    [admit(responses(200, 200, 200), 3), 'inconclusive: no more requests were sent than the limit says'],
  ];
});

const left = (remaining?: string, status = 200) =>
  exampleExchange({ status, headers: remaining === undefined ? {} : { 'x-ratelimit-remaining': remaining } });
const row = (...remaining: readonly string[]) => remaining.map((each) => left(each));
const at = 'header x-ratelimit-remaining';

oracleTest('the remaining requests of a fresh window count down from one less than the limit to zero', () => [
  // Whether requests pass over the limit is a separate requirement.
  [countDownFrom(row('2', '1', '0', '0'), 3), 'holds'],
  [countDownFrom(row('2', '0'), 3, 1), 'holds'],
  [countDownFrom([left('0', 429)], 3), 'inconclusive: no request of the window passed'],
]);

oracleTest('after the next request, one fewer remains, or as many as a new window allows', () => [
  [
    leaveOneLessThan(left('48'), left('8'), 49),
    `${at}: "48", with status 200`,
    ['7, with a status other than 429', '49, with a status other than 429'],
  ],
  [leaveOneLessThan(left('6'), left('8'), undefined, 1), 'holds'],
  // Without an earlier header, nothing is acceptable.
  [leaveOneLessThan(left('7'), left()), `${at}: "7", with status 200`, []],
  [leaveOneLessWithItsOwnLimitThan(left('3'), left('5')), `${at}: "3", with status 200 [G-20], a warning`],
]);

oracleTest('only fewer requests that remain show that one without a valid key was counted', () => [
  [
    leaveAllButOneOf(left('8'), left('8')),
    'inconclusive: X-RateLimit-Remaining did not go down with the valid request either',
  ],
]);

/** A response whose request was counted somewhere between two given seconds. */
const reading = (from: number, to: number, reset?: string) => ({
  exchange: exampleExchange({ headers: reset === undefined ? {} : { 'x-ratelimit-reset': reset } }),
  from,
  to,
});
/** Readings at seconds of a frozen clock. */
const frozen = (...readings: readonly (readonly [seconds: number, reset?: string])[]) =>
  countDownWithTheClock(readings.map(([seconds, reset]) => reading(seconds, seconds, reset)));
const running = (reset: string) => countDownWithTheClock([reading(0, 0.4, '60'), reading(5.1, 5.6, reset)]);
const resetAt = 'header x-ratelimit-reset';

oracleTest('the seconds until the reset go down with the clock, and start again after the window', () => [
  [frozen([0, '60']), 'inconclusive: no two responses carry X-RateLimit-Reset'],
  [frozen([0, '60'], [5, '56']), `${resetAt}: "56"`, ['55']],
  // At the window's end, both are right.
  ...['0', '58', '60'].map((reset) => [frozen([0, '5'], [5, reset]), 'holds'] as const),
  [frozen([0, '5'], [5, '30']), `${resetAt}: "30"`, ['0', '58 to 60']],
  // On a running clock, the duration of requests leaves room.
  ...['54', '55', '56'].map((reset) => [running(reset), 'holds'] as const),
  ...['53', '57'].map((reset) => [running(reset), `${resetAt}: "${reset}"`, ['54 to 56']] as const),
]);

oracleTest(
  'the seconds until the reset of a new window are those of a minute, less what may be gone of it',
  () => {
    const opened = (reset?: string) =>
      exampleExchange({
        headers: { 'x-ratelimit-remaining': '49', ...(reset && { 'x-ratelimit-reset': reset }) },
      });
    return [
      [startAnewWith({ opened: opened('56'), gone: 3.2 }, 50), 'holds'],
      [startAnewWith({ opened: opened('55'), gone: 3.2 }, 50), `${resetAt}: "55"`],
      [startAnewWith({ opened: opened('0'), gone: 75 }, 50), 'holds'],
      [startAnewWith({ opened: opened('30') }, 50), 'holds'],
    ];
  },
);
