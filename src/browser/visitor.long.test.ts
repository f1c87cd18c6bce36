import type { RequestListener } from 'node:http';
import type { Browser } from '@playwright/test';
import { test as base, type Serve } from '#testing/loopback-server';
import { expect } from '#testing/unit-test';
import { Blocked } from '../verdicts/finding.js';
import { launchUnrecorded } from './browser.js';
import { Visitor, type VisitorOptions } from './visitor.js';

type Arrive = (url: string, options?: Partial<VisitorOptions>) => Promise<Visitor>;

const test = base.extend<{ arrive: Arrive }, { browser: Browser }>({
  browser: [
    async ({}, use) => {
      const browser = await launchUnrecorded(process.env);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  arrive: async ({ browser }, use) => {
    const visitors: Visitor[] = [];
    await use(async (baseUrl, options) => {
      const step: VisitorOptions['step'] = (_, action) => action();
      const who = 'The reader';
      const visitor = await Visitor.arrive({ browser, who, place: 'a page', baseUrl, step, ...options });
      visitors.push(visitor);
      return visitor;
    });
    await Promise.all(visitors.map((visitor) => visitor.leave()));
  },
});

const page =
  (content: string): RequestListener =>
  (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><link rel="icon" href="data:,">${content}`);
  };

/** A site that notes the path of each request. */
async function noting(serve: Serve) {
  const asked: (string | undefined)[] = [];
  const url = await serve(({ url: path }, response) => {
    asked.push(path);
    response.end('');
  });
  return { url, asked };
}

test('A form is filled in and sent with its cookies, which no exchange shows', async ({ arrive, serve }) => {
  const sent: unknown[] = [];
  const form = page(`<form method="post" action="/send">
    <input type="hidden" name="token" value="own"><label>Name <input name="name"></label><button>Send</button></form>`);
  const url = await serve(async (request, response) => {
    sent.push([request.method, request.url, request.headers.cookie, (await request.toArray()).join('')]);
    response.setHeader('set-cookie', 'session=canary-1; HttpOnly; SameSite=Strict');
    if (request.method === 'POST') response.writeHead(303, { location: '/done' }).end();
    else form(request, response);
  });
  const visitor = await arrive(url);
  await visitor.open('/');
  await visitor.fill('Name', 'a & b');
  expect(await visitor.form('Send')).toEqual({ action: '/send', fields: { token: 'own', name: 'a & b' } });
  const done = await visitor.press('Send');
  expect([done.trail.at(-1), done.address]).toEqual(['The reader presses "Send" -> 200', '/done']);
  await visitor.send({ action: '/other', fields: { token: 'of somebody else', name: 'c' } });
  expect(sent.filter((each) => String(each).startsWith('POST'))).toEqual([
    ['POST', '/send', 'session=canary-1', 'token=own&name=a+%26+b'],
    ['POST', '/other', 'session=canary-1', 'token=own&name=c'],
  ]);
  expect(done.exchange.request.headers).toMatchObject({ cookie: '[redacted]' });
  expect(JSON.stringify(done.exchange)).not.toContain('canary-1');
});

test('A missing part of a page blocks the test with the steps that led there, as does a page that cannot be opened', async ({
  arrive,
  serve,
  refusingUrl,
}) => {
  const visitor = await arrive(await serve(page('Empty')));
  await visitor.open('/');
  for (const [action, what] of [
    [() => visitor.follow('Keys'), 'link "Keys"'],
    [() => visitor.press('Confirm'), 'button "Confirm"'],
    [() => visitor.fill('Label', 'a'), 'field "Label"'],
  ] as const)
    await expect(action()).rejects.toThrow(
      new Blocked(`The reader found no ${what} at / (The reader opens / -> 200)`),
    );
  const lost = await arrive(refusingUrl);
  await expect(lost.open('/')).rejects.toThrow(
    new Blocked('The reader opens /, but the browser failed: net::ERR_CONNECTION_REFUSED'),
  );
  await expect(lost.view()).rejects.toThrow('The reader has opened no page yet');
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
  redirect: () => '<img src="/redirect" alt="">',
};

/** No visitor lets a page register a service worker. */
const serviceWorker = `<script>navigator.serviceWorker.register('/service-worker.js')</script>`;

const further = { from: 'http://203.0.113.1', deniedHosts: [] };

/** Where a visitor may be led from a page at a URL, the host to which it leads, and whether that gets the requests. */
const reaches: readonly (readonly [
  what: string,
  reach: (url: string) => VisitorOptions['reach'],
  host: string,
  isReached: boolean,
])[] = [
  ['no host is requested', () => undefined, 'localhost', false],
  ['no port of the same host is requested', () => undefined, '127.0.0.1', false],
  ['no denied host is requested', (from) => ({ from, deniedHosts: ['localhost'] }), 'localhost', false],
  ['no address further in than the target is requested', () => further, '127.0.0.1', false],
  ['no name of an address further in is requested', () => further, 'localhost', false],
  ['any other host is requested', (from) => ({ from, deniedHosts: ['*.example.com'] }), 'localhost', true],
];

for (const [what, reach, host, isReached] of reaches) {
  test(`Outside the page's own origin, ${what}, however the page leads there, and the address is recorded`, async ({
    arrive,
    serve,
  }) => {
    const { url, asked } = await noting(serve);
    const there = `${url.replace('127.0.0.1', host)}/`;
    const leading = page(
      Object.entries(ways)
        .map(([name, way]) => way(there + name))
        .join('') + serviceWorker,
    );
    const own = await serve((request, response) => {
      if (request.url === '/redirect') response.writeHead(302, { location: `${there}redirect` }).end();
      else if (request.url === '/service-worker.js')
        response.setHeader('content-type', 'text/javascript').end(`fetch('${there}service-worker')`);
      else leading(request, response);
    });
    const visitor = await arrive(own, { reach: reach(own) });
    await visitor.open('/', 'domcontentloaded');
    const names = Object.keys(ways).toSorted();
    const named = () => visitor.foreignRequests.map((each) => each.split('/').at(-1)).toSorted();
    const expected = isReached ? names.map((name) => `/${name}`) : [];
    await visitor.settled(() => named().length >= names.length && asked.length >= expected.length);
    expect(named()).toEqual(names);
    expect(asked.toSorted()).toEqual(expected);
  });

  test(`Outside the page's own origin, ${what}, if the page itself redirects, refreshes itself or moves on`, async ({
    arrive,
    serve,
  }) => {
    const { url, asked } = await noting(serve);
    const there = `${url.replace('127.0.0.1', host)}/there`;
    const redirect: RequestListener = (_, response) => response.writeHead(302, { location: there }).end();
    for (const [index, listener] of [
      redirect,
      page(`<meta http-equiv="refresh" content="0;url=${there}">`),
      page(`<script>location = '${there}'</script>`),
    ].entries()) {
      const own = await serve(listener);
      const visitor = await arrive(own, { reach: reach(own) });
      // Whether the browser shows an error of its own says nothing here.
      await visitor.open('/').catch((error: unknown) => expect(error).toBeInstanceOf(Blocked));
      await expect.poll(() => visitor.foreignRequests).toEqual([there]);
      await expect.poll(() => asked.length).toBe(isReached ? index + 1 : 0);
    }
  });
}

test('A crashed browser blocks the test', async ({ arrive, serve }) => {
  const browser = await launchUnrecorded(process.env);
  const url = await serve(page('Here'));
  const visitor = await arrive(url, { browser });
  await visitor.open('/');
  await browser.close();
  for (const action of [() => visitor.open('/'), () => visitor.strings('p'), () => arrive(url, { browser })])
    await expect(action()).rejects.toThrow(/^The reader .+, but the browser failed: .+ has been closed/);
});
