import type { RequestListener } from 'node:http';
import type { Browser } from '@playwright/test';
import { test as base, type Serve } from '#testing/loopback-server';
import { expect } from '#testing/unit-test';
import { Blocked } from '../verdicts/finding.js';
import { launchUnrecorded } from './browser.js';
import { Visitor, type VisitorOptions } from './visitor.js';

interface Arrival {
  /** A visitor, and a site that answers as the listener does. */
  readonly arrive: (
    site: string | RequestListener,
    options?: Partial<VisitorOptions>,
  ) => Promise<{ readonly visitor: Visitor; readonly url: string }>;
}

const test = base.extend<Arrival, { browser: Browser }>({
  browser: [
    async ({}, use) => {
      const browser = await launchUnrecorded(process.env);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  arrive: async ({ browser, serve }, use) => {
    const visitors: Visitor[] = [];
    await use(async (site, options) => {
      const url = typeof site === 'string' ? site : await serve(site);
      const visitor = await Visitor.arrive({
        browser,
        who: 'The reader',
        place: 'a page',
        baseUrl: url,
        step: (_, action) => action(),
        ...options,
      });
      visitors.push(visitor);
      return { visitor, url };
    });
    await Promise.all(visitors.map((visitor) => visitor.leave()));
  },
});

/** Answers with these pages, by their paths, and with 404 for all others. */
function site(pages: Readonly<Record<string, string>>): RequestListener {
  return ({ url = '' }, response) => {
    const page = pages[url];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      page === undefined ? 'nothing here' : `<!doctype html><link rel="icon" href="data:,">${page}`,
    );
  };
}

/** A site that counts the requests for each path. */
async function counting(serve: Serve) {
  const asked: (string | undefined)[] = [];
  const url = await serve(({ url: path }, response) => {
    asked.push(path);
    response.end('');
  });
  return { url, asked };
}

test('A form is filled in and sent with its cookies, which no exchange shows', async ({ arrive }) => {
  const sent: unknown[] = [];
  const { visitor } = await arrive(async (request, response) => {
    const body = (await request.toArray()).join('');
    sent.push([request.method, request.url, request.headers.cookie, body]);
    response.setHeader('set-cookie', 'session=canary-1; HttpOnly; SameSite=Strict');
    response.setHeader('content-type', 'text/html');
    if (request.method === 'POST') return void response.writeHead(303, { location: '/done' }).end();
    response.end(`<link rel="icon" href="data:,"><form method="post" action="/send">
      <input type="hidden" name="token" value="own"><label>Name <input name="name"></label><button>Send</button></form>`);
  });
  await visitor.open('/');
  await visitor.fill('Name', 'a & b');
  expect(await visitor.form('Send')).toEqual({ action: '/send', fields: { token: 'own', name: 'a & b' } });
  const done = await visitor.press('Send');
  expect(done.trail.at(-1)).toBe('The reader presses "Send" -> 200');
  expect(done.address).toBe('/done');
  await visitor.send({ action: '/other', fields: { token: 'of somebody else', name: 'c' } });
  expect(sent).toEqual([
    ['GET', '/', undefined, ''],
    ['POST', '/send', 'session=canary-1', 'token=own&name=a+%26+b'],
    ['GET', '/done', 'session=canary-1', ''],
    ['POST', '/other', 'session=canary-1', 'token=own&name=c'],
    ['GET', '/done', 'session=canary-1', ''],
  ]);
  expect(done.exchange.request.headers).toEqual({
    accept: expect.any(String),
    cookie: '[redacted]',
    referer: expect.any(String),
  });
  expect(JSON.stringify(done.exchange)).not.toContain('canary-1');
});

test('A missing part of a page blocks the test, and the reason names the steps that led there', async ({
  arrive,
}) => {
  const { visitor } = await arrive(site({ '/': 'Empty' }));
  await visitor.open('/');
  const lacking = [
    [() => visitor.follow('Keys'), 'link "Keys"'],
    [() => visitor.press('Confirm'), 'button "Confirm"'],
    [() => visitor.fill('Label', 'a'), 'field "Label"'],
  ] as const;
  for (const [action, what] of lacking)
    await expect(action()).rejects.toThrow(
      new Blocked(`The reader found no ${what} at / (The reader opens / -> 200)`),
    );
  expect(await visitor.form('Confirm')).toBeUndefined();
  expect(await visitor.hasField('Label')).toBe(false);
});

test('A failure to open a page blocks the test', async ({ arrive, refusingUrl }) => {
  const { visitor } = await arrive(refusingUrl);
  await expect(visitor.open('/')).rejects.toThrow(
    new Blocked('The reader opens /, but the browser failed: net::ERR_CONNECTION_REFUSED'),
  );
  await expect(visitor.view()).rejects.toThrow('The reader has opened no page yet');
});

/** Ways in which a page leads a browser to another origin, by what they request there. */
const ways: Readonly<Record<string, (there: string) => string>> = {
  image: (url) => `<img src="${url}" alt="">`,
  frame: (url) => `<iframe src="${url}"></iframe>`,
  script: (url) => `<script src="${url}"></script>`,
  module: (url) => `<script type="module">import('${url}')</script>`,
  style: (url) => `<link rel="stylesheet" href="${url}">`,
  font: (url) =>
    `<style>@font-face { font-family: f; src: url('${url}') } b { font-family: f }</style><b>f</b>`,
  object: (url) => `<object data="${url}"></object>`,
  video: (url) => `<video src="${url}" autoplay muted></video>`,
  prefetch: (url) => `<link rel="prefetch" href="${url}">`,
  fetch: (url) => `<script>fetch('${url}', { mode: 'no-cors' })</script>`,
  beacon: (url) => `<script>navigator.sendBeacon('${url}', 'a')</script>`,
  events: (url) => `<script>new EventSource('${url}')</script>`,
  socket: (url) => `<script>new WebSocket('${url.replace('http', 'ws')}')</script>`,
  window: (url) => `<script>open('${url}')</script>`,
  form: (url) =>
    `<form method="post" action="${url}" target="_blank"></form><script>document.forms[0].submit()</script>`,
  refresh: (url) => `<iframe srcdoc="<meta http-equiv=refresh content='0;url=${url}'>"></iframe>`,
  worker: (url) => `<script>new Worker(URL.createObjectURL(new Blob(["fetch('${url}')"])))</script>`,
  'service-worker': () => `<script>navigator.serviceWorker.register('/service-worker.js')</script>`,
  redirect: () => '<img src="/redirect" alt="">',
};

/** Where a visitor may be led from a page at a URL, the host to which it leads, and whether that gets the requests. */
const reaches: readonly (readonly [
  what: string,
  reach: (url: string) => Partial<VisitorOptions>,
  host: string,
  isReached: boolean,
])[] = [
  ['no host is requested', () => ({}), 'localhost', false],
  ['no port of the same host is requested', () => ({}), '127.0.0.1', false],
  [
    'a host that no run may touch is not requested',
    (from) => ({ reach: { from, deniedHosts: ['denied.example', 'localhost'] } }),
    'localhost',
    false,
  ],
  [
    'no address further in than the target is requested',
    () => ({ reach: { from: 'http://203.0.113.1', deniedHosts: [] } }),
    '127.0.0.1',
    false,
  ],
  [
    'no name of an address further in than the target is requested',
    () => ({ reach: { from: 'http://203.0.113.1', deniedHosts: [] } }),
    'localhost',
    false,
  ],
  [
    'any other host is requested',
    (from) => ({ reach: { from, deniedHosts: ['denied.example', '*.example.com'] } }),
    'localhost',
    true,
  ],
];

for (const [what, reach, host, isReached] of reaches) {
  test(`Outside the page's own origin, ${what}, however the page leads there, and the address is recorded`, async ({
    arrive,
    serve,
  }) => {
    const { url, asked } = await counting(serve);
    const there = `${url.replace('127.0.0.1', host)}/`;
    const page = Object.entries(ways).map(([name, way]) => way(there + name));
    const own = await serve((request, response) => {
      if (request.url === '/redirect') response.writeHead(302, { location: `${there}redirect` }).end();
      else if (request.url === '/service-worker.js')
        response.setHeader('content-type', 'text/javascript').end(`fetch('${there}service-worker')`);
      else site({ '/': page.join('') })(request, response);
    });
    const { visitor } = await arrive(own, reach(own));
    await visitor.open('/', 'domcontentloaded');
    // No visitor lets a page register a service worker.
    const leading = Object.keys(ways).filter((name) => name !== 'service-worker');
    const named = () => visitor.foreignRequests.map((each) => each.slice(each.lastIndexOf('/') + 1));
    const expected = isReached ? leading.length : 0;
    await visitor.settled(() => named().length >= leading.length && asked.length >= expected);
    expect(named().toSorted()).toEqual(leading.toSorted());
    expect(asked.toSorted()).toEqual(isReached ? leading.map((name) => `/${name}`).toSorted() : []);
  });

  for (const [how, page] of [
    ['redirects', undefined],
    ['refreshes itself', (to: string) => `<meta http-equiv="refresh" content="0;url=${to}">`],
    ['moves on', (to: string) => `<script>location = '${to}'</script>`],
  ] as const)
    test(`Outside the page's own origin, ${what}, if the page itself ${how}`, async ({ arrive, serve }) => {
      const { url, asked } = await counting(serve);
      const there = `${url.replace('127.0.0.1', host)}/there`;
      const own = await serve((request, response) => {
        if (page === undefined) response.writeHead(302, { location: there }).end();
        else site({ '/': page(there) })(request, response);
      });
      const { visitor } = await arrive(own, reach(own));
      // Whether the browser shows an error of its own says nothing here.
      await visitor.open('/').catch((error: unknown) => expect(error).toBeInstanceOf(Blocked));
      await expect.poll(() => visitor.foreignRequests).toEqual([there]);
      await expect.poll(() => asked.length > 0).toBe(isReached);
    });
}

test('A crashed browser blocks the test', async ({ serve }) => {
  const browser = await launchUnrecorded(process.env);
  const baseUrl = await serve(site({ '/': 'Here' }));
  const options = { browser, who: 'The reader', place: 'a page', baseUrl } as const;
  const arrive = () => Visitor.arrive({ ...options, step: (_, action) => action() });
  const visitor = await arrive();
  await visitor.open('/');
  await browser.close();
  for (const action of [
    () => visitor.open('/'),
    () => visitor.strings('p'),
    () => visitor.form('Send'),
    arrive,
  ])
    await expect(action()).rejects.toThrow(/^The reader .+, but the browser failed: .+ has been closed/);
  await visitor.leave();
});

test("If this process sends the browser's requests, pages look the same and redirects lead to the same address", async ({
  arrive,
}) => {
  const { visitor } = await arrive(
    (request, response) => {
      if (request.url === '/docs') return void response.writeHead(301, { location: 'docs/' }).end();
      site({ '/docs/': '<script src="here.js"></script>', '/docs/here.js': 'document.body.append(1)' })(
        request,
        response,
      );
    },
    { sendsItself: true },
  );
  const { exchange, address } = await visitor.open('/docs');
  expect([exchange.line, address]).toEqual(['GET /docs/ -> 200', '/docs/']);
});
