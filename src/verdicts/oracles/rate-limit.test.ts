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

oracleTest(
  "a limit other than the table's is a warning, and lost requests may have been counted or not",
  () => {
    const limited = exampleExchange({ headers: { 'x-ratelimit-limit': '75' } });
    const anew = 'header x-ratelimit-limit: 75, as the live description declares too, a warning';
    const responses = (...statuses: readonly number[]) =>
      statuses.map((status) => exampleExchange({ status }));
    return [
      [carryTheLimit(limited, 50, 75), anew, ['50, as in the table of limits']],
      [admit(responses(200, 200, 429, 429), 3, 1), 'holds'],
      [admit(responses(200, 429, 429, 429), 3, 1), 'status: 1 such responses'],
    ];
  },
);

oracleTest('after the next request, one fewer request remains, or as many as a new window allows', () => {
  const left = (remaining: string) => exampleExchange({ headers: { 'x-ratelimit-remaining': remaining } });
  const row = (...remaining: readonly string[]) => remaining.map(left);
  const at = 'header x-ratelimit-remaining:';
  const stale = 'inconclusive: X-RateLimit-Remaining did not go down with the valid request either';
  return [
    // Whether requests beyond the limit pass is a separate requirement.
    [countDownFrom(row('2', '1', '0', '0'), 3), 'holds'],
    [countDownFrom(row('2', '0'), 3, 1), 'holds'],
    [leaveOneLessThan(left('6'), left('8'), undefined, 1), 'holds'],
    [leaveOneLessWithItsOwnLimitThan(left('3'), left('5')), `${at} "3", with status 200 [G-20], a warning`],
    [leaveAllButOneOf(left('8'), left('8')), stale],
  ];
});

oracleTest('the seconds until the reset go down with the clock, and start over after the window', () => {
  const reading = (from: number, to: number, reset: string) => ({
    exchange: exampleExchange({ headers: { 'x-ratelimit-reset': reset } }),
    from,
    to,
  });
  const frozen = (former: string, seconds: number, reset: string) =>
    countDownWithTheClock([reading(0, 0, former), reading(seconds, seconds, reset)]);
  const running = (reset: string) => countDownWithTheClock([reading(0, 0.4, '60'), reading(5.1, 5.6, reset)]);
  const at = 'header x-ratelimit-reset:';
  const opened = (reset: string, gone: number) => {
    const headers = { 'x-ratelimit-remaining': '49', 'x-ratelimit-reset': reset };
    return startAnewWith({ opened: exampleExchange({ headers }), gone }, 50);
  };
  return [
    [frozen('60', 5, '56'), `${at} "56"`, ['55']],
    // At the end of the window, the values of both windows are right.
    ...['0', '58', '60'].map((reset) => [frozen('5', 5, reset), 'holds'] as const),
    [frozen('5', 5, '30'), `${at} "30"`, ['0', '58 to 60']],
    // On a running clock, the duration of the requests leaves some leeway.
    ...['54', '56'].map((reset) => [running(reset), 'holds'] as const),
    [running('53'), `${at} "53"`, ['54 to 56']],
    // Part of a new window may already have passed.
    [opened('56', 3.2), 'holds'],
    [opened('55', 3.2), `${at} "55"`],
  ];
});
