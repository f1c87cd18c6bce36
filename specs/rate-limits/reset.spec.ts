import { covers, expect, test } from '../../fixtures/index.js';

test(
  'X-RateLimit-Reset of the status results counts the seconds until the window ends, and then anew',
  covers('LIM-04'),
  async ({ bulk, requestFor, verify, windows }) => {
    // Where the clock can't be moved, a whole window has to be waited for.
    test.slow();
    const request = await requestFor('getStatusResults');
    const pauses = [0, 1, 2, 7, 20, 32, 3];
    const readings = await windows.follow(() => bulk.getStatusResults(request), pauses);
    await verify('LIM-04', readings, () => expect(readings.all).toCountDownWithTheClock());
  },
);
