import { expect } from '#unit-test';
import type { OpenSandbox } from '../testing/open-sandbox.js';
import { type Lies, testLies } from './lies.js';
import { ask, body, header, type Look, status, UNKNOWN_ID, WEBHOOK, webhooks } from './looks.js';
import { rateLimitsFaults } from './rate-limits.js';

const LIMIT = 10;

/** The answers to requests for the reports, whose limit is 10, behind the first `skipped` ones. */
async function reports(sandbox: OpenSandbox, skipped: number, count = 1, key?: string) {
  const answers = [];
  for (let index = 0; index < skipped + count; index++)
    answers.push(await ask(sandbox, 'GET /reports/', undefined, key));
  return answers.slice(skipped);
}

/** The statuses of so many requests behind those of a whole window. */
function overLimit(count: number): Look {
  return async (sandbox) => (await reports(sandbox, LIMIT, count)).map(({ status }) => status);
}

function remaining(skipped: number, count = 1): Look {
  return async (sandbox) =>
    (await reports(sandbox, skipped, count)).map(({ headers }) => headers['x-ratelimit-remaining']);
}

/** The status of a request so many seconds behind an exhausted window, and what then remains. */
function seconds(pause: number, exceeded = 0): Look {
  return async (sandbox) => {
    await reports(sandbox, LIMIT, exceeded);
    sandbox.pass(pause);
    const [answer] = await reports(sandbox, 0);
    return [answer?.status, answer?.headers['x-ratelimit-remaining']];
  };
}

/** What remains for one operation after a request for another one. */
function shared(first: Look, second: `GET /${string}`, key?: (sandbox: OpenSandbox) => string): Look {
  return async (sandbox) => {
    await first(sandbox);
    return (await ask(sandbox, second, undefined, key?.(sandbox))).headers['x-ratelimit-remaining'];
  };
}

/** A sandbox that was asked for the reports once. */
async function asked(sandbox: OpenSandbox): Promise<OpenSandbox> {
  await reports(sandbox, 0);
  return sandbox;
}

/** Exhausts the creation of webhooks, and returns how many there are more than passed. */
const createTooMany: Look = async (sandbox) => {
  let passed = 0;
  for (let index = 0; index < 52; index++)
    if ((await ask(sandbox, 'POST /webhooks', WEBHOOK)).status === 200) passed++;
  return webhooks(sandbox) - passed;
};

const statusReset =
  (pause: number): Look =>
  async (sandbox) => {
    await ask(sandbox, 'GET /results/status');
    sandbox.pass(pause);
    return (await ask(sandbox, 'GET /results/status')).headers['x-ratelimit-reset'];
  };

const lies: Lies = {
  'sends-no-limit-headers': [header('GET /brands/', 'x-ratelimit-limit'), undefined],
  'sends-no-limit-headers-with-refusals': [header('GET /products/?page=0', 'x-ratelimit-limit'), undefined],
  'sends-limit-with-its-unit': [header('GET /brands/', 'x-ratelimit-limit'), '50 per minute'],
  'counts-remaining-below-zero': [remaining(LIMIT), ['-1']],
  'declares-twice-the-limit': [header('GET /brands/', 'x-ratelimit-limit'), '100'],
  'sends-reset-as-time': [async (sandbox) => Number(await statusReset(0)(sandbox)) > 1e9, true],
  'sends-reset-in-milliseconds': [statusReset(0), '60000'],
  'sends-reset-with-fraction': [statusReset(10), '50.25'],
  'never-counts-reset-down': [statusReset(10), '60'],
  'sends-reset-as-word': [header('GET /brands/', 'x-ratelimit-reset'), 'soon'],
  'sends-429-without-retry-after': [
    async (sandbox) => (await reports(sandbox, LIMIT)).map(({ headers }) => headers['retry-after']),
    [undefined],
  ],
  'sends-429-without-body': [
    async (sandbox) => (await reports(sandbox, LIMIT)).map(({ raw }) => raw.length),
    [0],
  ],
  'sends-429-with-code-alone': [
    async (sandbox) => (await reports(sandbox, LIMIT)).map(({ body }) => body),
    [{ code: 'rate_limited' }],
  ],
  'sends-429-without-limit-headers': [remaining(LIMIT), [undefined]],
  'tells-of-one-remaining-with-429': [remaining(LIMIT), ['1']],
  'allows-ten-more-than-documented': [header('GET /brands/', 'x-ratelimit-limit'), '60'],
  'declares-another-limit': [
    async (sandbox) => {
      const { paths } = (await sandbox.app.inject('/api/v1/docs/openapi.json')).json();
      const page = (await sandbox.app.inject('/api/v1/docs/json')).json();
      return [
        await header('GET /brands/', 'x-ratelimit-limit')(sandbox),
        paths['/api/v1/brands/'].get['x-rate-limit'],
        page.paths['/api/v1/brands/'].get.summary,
      ];
    },
    ['60', 60, expect.stringContaining('Limit: 60 requests')],
  ],
  'skips-every-fifth-remaining': [remaining(3, 2), ['6', '4']],
  'keeps-remaining-on-refusals': [
    async (sandbox) => {
      const before = await ask(sandbox, 'GET /products/');
      const after = await ask(sandbox, 'GET /products/?page=0');
      return [before, after].map(({ headers }) => headers['x-ratelimit-remaining']);
    },
    ['999', '999'],
  ],
  'never-tells-that-none-remains': [remaining(LIMIT - 1), ['1']],
  'passes-one-too-many': [overLimit(2), [200, 429]],
  'refuses-last-of-window': [
    async (sandbox) => (await reports(sandbox, LIMIT - 2, 2)).map(({ status }) => status),
    [200, 429],
  ],
  'never-refuses': [overLimit(2), [200, 200]],
  'passes-every-other-over-limit': [overLimit(3), [429, 200, 429]],
  'answers-503-over-limit': [overLimit(1), [503]],
  'loses-counts-in-parallel': [
    async (sandbox) => {
      await reports(sandbox, LIMIT / 2);
      const answers = await Promise.all(
        Array.from({ length: LIMIT }, () => status('GET /reports/')(sandbox)),
      );
      return answers.filter((each) => each === 200).length;
    },
    LIMIT,
  ],
  'counts-all-operations-together': [shared(status('GET /countries/'), 'GET /brands/'), '48'],
  'counts-methods-of-path-together': [shared(status('POST /webhooks', WEBHOOK), 'GET /webhooks'), '48'],
  'counts-all-results-together': [shared(status('GET /results/ship'), 'GET /results/status'), '198'],
  'counts-each-id-apart': [shared(status('GET /webhooks/a'), `GET /webhooks/${UNKNOWN_ID}`), '49'],
  'counts-keys-of-merchant-together': [
    shared(status('GET /brands/'), 'GET /brands/', ({ secondApiKey }) => secondApiKey),
    '48',
  ],
  'counts-merchants-together': [
    shared(status('GET /brands/'), 'GET /brands/', ({ otherApiKey }) => otherApiKey),
    '48',
  ],
  'counts-keyless-requests-to-last-key': [
    async (sandbox) => {
      const { app } = sandbox;
      return shared(() => app.inject('/api/v1/reports/'), 'GET /reports/')(await asked(sandbox));
    },
    '7',
  ],
  'counts-wrong-keys-to-last-key': [
    async (sandbox) =>
      shared((s) => ask(s, 'GET /reports/', undefined, 'wrong'), 'GET /reports/')(await asked(sandbox)),
    '7',
  ],
  'never-opens-another-window': [seconds(61), [429, '0']],
  'has-windows-of-two-minutes': [seconds(61), [429, '0']],
  'has-windows-of-half-a-minute': [seconds(31), [200, '9']],
  'ends-windows-a-few-seconds-early': [seconds(56), [200, '9']],
  'slides-window-with-each-request': [
    async (sandbox) => {
      await reports(sandbox, LIMIT);
      sandbox.pass(50);
      return seconds(11)(sandbox);
    },
    [429, '0'],
  ],
  'carries-excess-into-next-window': [seconds(61, 3), [200, '6']],
  'carries-out-write-over-limit': [createTooMany, 2],
  'carries-out-batch-over-limit-later': [
    async (sandbox) => {
      await Promise.all(
        Array.from({ length: 51 }, () => ask(sandbox, 'POST /orders/cancel', { items: [{ id: 1 }] })),
      );
      let submitted = 0;
      const { batches } = sandbox.merchant;
      Object.assign(batches, { submit: () => `${submitted++}` });
      sandbox.pass(61);
      await body('GET /brands/')(sandbox);
      return submitted;
    },
    1,
  ],
};

testLies(rateLimitsFaults, lies);
