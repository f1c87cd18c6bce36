import type { RequestListener } from 'node:http';
import type { Browser } from '@playwright/test';
import { expect } from '#unit-test';
import { test as base, type Serve } from '../../http/loopback-server.js';
import { Blocked } from '../../verdicts/finding.js';
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
      const browser = await launchUnrecorded();
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
        otherOrigins: 'nothing',
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

for (const [manner, otherOrigins, deniedHosts, reached] of [
  ['no host is requested', 'nothing', [], false],
  ['a host that no run may touch is not requested', 'anything', ['denied.example', 'localhost'], false],
  ['any other host is requested', 'anything', ['denied.example', '*.example.com'], true],
] as const)
  test(`Outside the page's own origin, ${manner}, however the page leads there, and the address is recorded`, async ({
    arrive,
    serve,
  }) => {
    const { url, asked } = await counting(serve);
    const there = url.replace('127.0.0.1', 'localhost');
    const page = `<img src="${there}/a.png?key=1" alt=""><img src="/elsewhere" alt="">
      <script>new WebSocket('${there.replace('http', 'ws')}/socket')</script>`;
    await using browser = await launchUnrecorded(process.env, deniedHosts);
    const { visitor } = await arrive(
      (request, response) =>
        request.url === '/elsewhere'
          ? response.writeHead(302, { location: `${there}/b.png` }).end()
          : site({ '/': page })(request, response),
      { browser, otherOrigins },
    );
    await visitor.open('/');
    await visitor.settled(() => visitor.foreignRequests.length >= 3 && (!reached || asked.length >= 3));
    expect(visitor.foreignRequests).toEqual(
      expect.arrayContaining([`${there}/a.png`, `${there}/b.png`, `${there.replace('http', 'ws')}/socket`]),
    );
    expect(asked.toSorted()).toEqual(reached ? ['/a.png?key=1', '/b.png', '/socket'] : []);
  });

test('A crashed browser blocks the test', async ({ serve }) => {
  const browser = await launchUnrecorded();
  const baseUrl = await serve(site({ '/': 'Here' }));
  const options = { browser, who: 'The reader', place: 'a page', baseUrl, otherOrigins: 'nothing' } as const;
  const arrive = () => Visitor.arrive({ ...options, step: (_, action) => action() });
  const visitor = await arrive();
  await visitor.open('/');
  await browser.close();
  for (const action of [
    () => visitor.open('/'),
    () => visitor.texts('p'),
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
    { otherOrigins: 'anything', sendsItself: true },
  );
  const { exchange, address } = await visitor.open('/docs');
  expect([exchange.line, address]).toEqual(['GET /docs/ -> 200', '/docs/']);
});
