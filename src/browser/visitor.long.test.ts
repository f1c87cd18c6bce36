import type { RequestListener } from 'node:http';
import { test as base } from '#testing/loopback-server';
import { expect } from '#testing/unit-test';
import { Blocked } from '../verdicts/finding.js';
import { launchUnrecorded } from './browser.js';
import { openWindow, Visitor, type VisitorOptions } from './visitor.js';

type Arrive = (url: string, options?: Partial<VisitorOptions>) => Promise<Visitor>;

const test = base.extend<{ arrive: Arrive }>({
  arrive: async ({}, use) => {
    await using browser = await launchUnrecorded(process.env);
    await use(async (baseUrl, given) => {
      const step: VisitorOptions['step'] = (_, action) => action();
      const reach = { from: baseUrl, deniedHosts: [] };
      const usual = { browser, who: 'The reader', place: 'a page', baseUrl, reach, step };
      return new Visitor(await openWindow({ ...usual, ...given }));
    });
  },
});

const page =
  (content: string): RequestListener =>
  (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('set-cookie', 'session=canary-1; HttpOnly');
    response.end(`<!doctype html><link rel="icon" href="data:,">${content}`);
  };

test('A missing part of a page blocks the test and reports the steps that led to the page; so does a page that cannot be opened', async ({
  arrive,
  serve,
  refusingUrl,
}) => {
  const visitor = await arrive(await serve(page('Empty')));
  await visitor.open('/');
  expect(JSON.stringify((await visitor.view()).exchange)).not.toContain('canary-1');
  for (const [action, what] of [
    [() => visitor.follow('Keys'), 'link "Keys"'],
    [() => visitor.press('Confirm'), 'button "Confirm"'],
    [() => visitor.fill('Label', 'a'), 'field "Label"'],
    [() => visitor.form('Confirm'), 'form with a button "Confirm"'],
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

/** Ways in which a page can lead a browser to another origin, by what they request there. */
const ways: Readonly<Record<string, (there: string) => string>> = {
  image: (url) => `<img src="${url}" alt="">`,
  frame: (url) => `<iframe src="${url}"></iframe>`,
  prefetch: (url) => `<link rel="prefetch" href="${url}">`,
  fetch: (url) => `<script>fetch('${url}', { mode: 'no-cors' })</script>`,
  socket: (url) => `<script>new WebSocket('${url.replace('http', 'ws')}')</script>`,
  window: (url) => `<script>open('${url}')</script>`,
  refresh: (url) => `<iframe srcdoc="<meta http-equiv=refresh content='0;url=${url}'>"></iframe>`,
  worker: (url) => `<script>new Worker(URL.createObjectURL(new Blob(["fetch('${url}')"])))</script>`,
  redirect: () => '<img src="/redirect" alt="">',
};

/** No visitor lets a page register a service worker. */
const serviceWorker = `<script>navigator.serviceWorker.register('/service-worker.js')</script>`;

/** Targets, denied hosts, hosts to which a page leads, and whether the requests reach those hosts. */
for (const [what, from, denied, host, isReached] of [
  ['no denied host is requested', 'http://127.0.0.1', 'localhost', 'localhost', false],
  ['no address further inside the network is requested', 'http://203.0.113.1', '', '127.0.0.1', false],
  ['no name of such an address is requested', 'http://203.0.113.1', '', 'localhost', false],
  ['any other host is requested', 'http://127.0.0.1', '*.example.com', 'localhost', true],
] as const)
  test(`Outside the page's own origin, ${what}, no matter how the page leads there, and the address is recorded`, async ({
    arrive,
    serve,
  }) => {
    const asked: string[] = [];
    const url = await serve((request, response) => {
      asked.push(`${request.url}`.slice(1));
      response.end('');
    });
    const there = `${url.replace('127.0.0.1', host)}/`;
    const leading = Object.entries(ways).map(([name, way]) => way(there + name));
    const pages: Readonly<Record<string, RequestListener>> = {
      '/': page(leading.join('') + serviceWorker),
      '/moving': page(`<script>location = '${there}moved'</script>`),
      '/redirect': (_, response) => response.writeHead(302, { location: `${there}redirect` }).end(),
      '/service-worker.js': (_, response) =>
        response.setHeader('content-type', 'text/javascript').end(`fetch('${there}service-worker')`),
    };
    const own = await serve((request, response) => pages[`${request.url}`]?.(request, response));
    const reach = { from, deniedHosts: [denied] };
    for (const [path, names] of [
      ['/', Object.keys(ways)],
      ['/redirect', ['redirect']],
      ['/moving', ['moved']],
    ] as const) {
      asked.length = 0;
      const visitor = await arrive(own, { reach });
      const requested = () => [...visitor.foreignRequests].map((each) => each.split('/').at(-1)).toSorted();
      // It doesn't matter here whether the browser shows an error page of its own.
      await visitor
        .open(path, 'domcontentloaded')
        .catch((error: unknown) => expect(error).toBeInstanceOf(Blocked));
      await expect.poll(requested).toEqual(names.toSorted());
      await expect.poll(() => asked.toSorted()).toEqual(isReached ? names.toSorted() : []);
    }
  });

test('A crashed browser blocks the test', async ({ arrive, serve }) => {
  const browser = await launchUnrecorded(process.env);
  const url = await serve(page('Here'));
  const visitor = await arrive(url, { browser });
  await visitor.open('/');
  await browser.close();
  for (const action of [() => visitor.open('/'), () => visitor.form('Send'), () => arrive(url, { browser })])
    await expect(action()).rejects.toThrow(/^The reader .+, but the browser failed: .+ has been closed/);
});
