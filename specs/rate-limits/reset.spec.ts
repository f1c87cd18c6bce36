import { covers, expect, test } from '#fixtures';
import { countDownWithTheClock } from '#src/verdicts/oracles/rate-limit';

test(
  'X-RateLimit-Reset counts down the seconds until the window ends, and starts again in the next window',
  covers('LIM-04'),
  async ({ bulk, given, note, verify, windows }) => {
    // If the clock can't be moved, the test has to wait for a whole window.
    test.slow();
    const request = await given.requestFor('getStatusResults');
    const pauses = [0, 1, 2, 7, 20, 32, 3];
    const answers = await windows.follow(() => bulk.getStatusResults(request), pauses);
    if (answers.exchange.header('x-ratelimit-reset') === undefined)
      note('LIM-04', 'the status results have no X-RateLimit-Reset, which is allowed');
    const readings = await windows.ofReset(answers);
    await verify('LIM-04', readings, expect(readings.all).to(countDownWithTheClock));
  },
);
