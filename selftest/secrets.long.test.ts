import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { serve } from '#testing/loopback-server';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { homeOf } from '#testing/started-command';
import { runSpeed } from '../src/target/processes/embedded-sandbox.js';
import { runConformance } from './conformance-run.js';
import { authorityFile, type Change, changingProxy, formsOf, identity } from './proxies.js';
import { namesOfTextsWithSecrets, textsIn, writtenIn } from './searched-texts.js';
import { userOf } from './user.js';

/** The text of an echo next to a key, which shows where reports contain echoes. */
const echoMark = 'an-echo-of-a-canary';

test('no file, output, command line or request to a different origin contains a key of a failing run, in any form, its own or one that the target made for another test', async () => {
  const received: unknown[] = [];
  await using elsewhere = await serve(({ url, headers }, response) => {
    received.push([url, headers]);
    response.end('{}');
  });
  await using sandbox = await startSandbox();
  /** Maps each key of a merchant to all of that merchant's keys. */
  const made = new Map<string, readonly string[]>();
  await using control = await changingProxy(sandbox.control.url, ({ to, json }) => {
    const merchant = to === 'POST /merchants' ? Object.entries(Object(json)) : [];
    const own = merchant.flatMap(([name, value]) => (name.endsWith('Key') ? [String(value)] : []));
    for (const key of own) made.set(key, own);
    return {};
  });
  /** The keys of all merchants whose tests have begun. */
  const keys = new Set<string>();
  // The worst target: it repeats keys in each form, in headers and bodies, and redirects with the key.
  const repeating: Change = ({ to, key = '' }) => {
    for (const each of [key, ...(made.get(key) ?? [])]) keys.add(each);
    if (key !== '' && /(countries\/|openapi\.json)$/.test(to)) {
      const query = Object.entries(formsOf(key)).map(([name, form]) => `${name}=${form}`);
      return { status: 302, headers: { location: `${elsewhere.url}/${key}?${query.join('&')}` }, text: '' };
    }
    if (to !== 'GET /api/v1/brands/') return {};
    const echoes = Object.entries(formsOf(key)).map(([name, form]) => [`x-echo-${name}`, form]);
    const headers = { 'content-type': 'application/json', ...Object.fromEntries(echoes) };
    const names = [...keys].flatMap((each) => Object.values(formsOf(each)));
    return {
      status: 200,
      headers,
      json: [echoMark, ...names].map((name) => ({ id: echoMark, name: { name } })),
    };
  };
  await using target = await changingProxy(sandbox.url, repeating, identity);
  const [first, second, other, expired, revoked] = Array.from(
    { length: 5 },
    () => `sk_sandbox_${randomBytes(24).toString('base64url')}`,
  );
  const settings = {
    TARGET_URL: target.url,
    TARGET_API_KEY: `${first},${second}`,
    TARGET_OTHER_API_KEY: other ?? '',
    TARGET_EXPIRED_API_KEY: expired ?? '',
    TARGET_REVOKED_API_KEY: revoked ?? '',
    // Each test gets a merchant with new keys, which must not appear either.
    TARGET_CONTROL_URL: control.url,
    TARGET_CONTROL_TOKEN: sandbox.control.token,
    TARGET_CONFIRMED_GAPS: 'all',
    TARGET_WRITES: 'allow',
    TARGET_CA_FILE: authorityFile,
  };
  // Reads, lapsed keys, and two webhooks with the same URL.
  const { run, strings, names } = await failingRun(settings, '@REF-|authentication.*@AUTH-(04|10)|@WHK-02');
  expect(run.report.requirements.find(({ id }) => id === 'AUTH-11')?.verdict).toBe('failed');
  expect(keys.size).toBeGreaterThan(10);
  expect(received, 'requests to a different origin').toEqual([]);

  expect(strings.get('command lines'), 'the run and a worker of it').toMatch(
    /cli\/main run [\s\S]*workerProcessEntry/,
  );
  // Findings show echoes; only the parts that repeat a secret are hidden.
  for (const shown of ['conformance.json', 'index.html', 'junit.xml', 'playwright.json', 'terminal'])
    expect(strings.get(shown), shown).toContain(echoMark);
  for (const written of [
    /^summary\.md$/,
    /^playwright\/index\.html\/.*\.json$/,
    /^blob\/.*\.jsonl$/,
    /trace\.zip\//,
    /\/exchanges\.har$/,
  ])
    expect(names, String(written)).toContainEqual(expect.stringMatching(written));
  expect(namesOfTextsWithSecrets(strings)).toEqual([]);
});

test('no file, output or command line of a failing run contains a key or password from a browser', async () => {
  await using sandbox = await startSandbox('--fault', 'hides-whole-keys-in-list');
  // These tests create, show and revoke keys.
  const { strings, names } = await failingRun(targetSettings(sandbox), 'settings-area.*(@KEYS-03|@AUTH-10)');
  expect(strings.get('command lines'), 'a browser of the run').toContain('--headless');
  // The report shows the finding, and the page with it.
  expect(strings.get('conformance.json')).toContain('data-key=\\"[redacted]\\"');
  expect(names).toContainEqual(expect.stringMatching(/trace\.zip\//));
  expect(strings.get('playwright.json')).toContain('The Admin presses \\"Confirm\\"');
  expect(namesOfTextsWithSecrets(strings)).toEqual([]);
  expect(names.filter((name) => /settings_session=\w/.test(strings.get(name) ?? ''))).toEqual([]);
});

test('no file or output contains the secret of a subscription or a key that a delivery repeats, in any form', async () => {
  await using sandbox = await startSandbox('--speed', runSpeed);
  await using target = await repeatingDeliveries(sandbox.url, sandbox.apiKey);
  const own = { TARGET_URL: target.url, TARGET_CLOCK_SPEED: runSpeed, TARGET_WRITES: 'allow' };
  const { strings } = await failingRun({ ...own, TARGET_API_KEY: sandbox.apiKey }, '@WHK-0[1-4]');
  expect(target.repeated).toBeGreaterThan(0);
  for (const shown of ['conformance.json', 'index.html', 'junit.xml', 'terminal'])
    expect(strings.get(shown), shown).toContain(echoMark);

  const before = target.repeated;
  const folder = test.info().outputPath('project');
  const call = userOf(folder, { ...own, TARGET_API_KEY: sandbox.apiKey });
  const learned = await call(['learn', '--target', 'shop']);
  expect(target.repeated, learned.output).toBeGreaterThan(before);
  expect(learned.output).toContain('Written: ');
  const all = new Map([...strings, ...writtenIn(folder), ['output of learn', learned.output]]);
  expect(namesOfTextsWithSecrets(all)).toEqual([]);
});

/**
 * A target that writes its secrets into each delivery: into a string before the signature, into other headers, and into
 * every string of the body, which it signs correctly.
 * @returns also how many deliveries repeated one
 */
async function repeatingDeliveries(target: string, apiKey: string) {
  const secretOf = new Map<string, string>();
  let repeated = 0;
  const deliverer = await serve(async (incoming, outgoing) => {
    const url = Buffer.from(String(incoming.url).slice(1), 'base64url').toString();
    const { subscription_id: id = '', ...delivery } = JSON.parse((await incoming.toArray()).join(''));
    const own = secretOf.get(id) ?? '';
    const said = [echoMark, ...[own, apiKey].flatMap((each) => Object.values(formsOf(each)))].join(' ');
    const body = JSON.stringify({ ...delivery, event: said, said, subscription_id: id, [said]: said });
    const signature = createHmac('sha256', own).update(body).digest('hex');
    const headers = { 'x-signature': `${said} sha256=${signature}`, 'x-said': said };
    // The receiver of a test that has ended is gone.
    const { status } = await fetch(url, { method: 'POST', headers, body }).catch(() => ({ status: 503 }));
    repeated += 1;
    outgoing.writeHead(status).end();
  });
  const proxy = await serve(async (incoming, outgoing) => {
    const text = (await incoming.toArray()).join('');
    const led = (url: string) => `${deliverer.url}/${Buffer.from(url).toString('base64url')}`;
    // Only what the receiver of the suite gets is of interest.
    const body = text.replace(/(?<="url":")http:\/\/127[^"]+/, led);
    const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers;
    const { method = '' } = incoming;
    const response = await fetch(target + incoming.url, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
      body: body === '' ? null : body,
    });
    const received = await response.text();
    const [, id, secret] = /"id":"([^"]+)".*"client_secret":"([^"]+)"/.exec(received) ?? [];
    if (id !== undefined && secret !== undefined) secretOf.set(id, secret);
    const back = received.replaceAll(new RegExp(`${deliverer.url}/([\\w-]+)`, 'g'), (__, coded) =>
      Buffer.from(coded, 'base64url').toString(),
    );
    const kept = [...response.headers].filter(
      ([name]) => !/^(content-length|transfer-|connection|keep-)/.test(name),
    );
    // So that the run fails.
    outgoing.setHeader('x-said', apiKey).writeHead(response.status, Object.fromEntries(kept)).end(back);
  });
  return {
    url: proxy.url,
    get repeated() {
      return repeated;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([proxy, deliverer].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

/**
 * Runs tests of which some must fail, with every kind of report.
 * @returns the run, and everything that it wrote and printed, by name
 */
async function failingRun(settings: Readonly<Record<string, string>>, grep: string) {
  const folder = test.info().outputPath('reports');
  const starts = test.info().outputPath('starts');
  const run = await runConformance(
    {
      ...settings,
      // Each process writes down its command line and those of the processes that it starts.
      COMMAND_LINES_FILE: starts,
      NODE_OPTIONS: `--import=${new URL('record-starts.mjs', import.meta.url).href}`,
      PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'playwright'),
      PLAYWRIGHT_HTML_OPEN: 'never',
      PLAYWRIGHT_JUNIT_OUTPUT_FILE: join(folder, 'junit.xml'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'playwright.json'),
      PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blob'),
    },
    ...['--grep', grep, '--workers', '2', '--trace', 'on', '--reporter', 'list,html,junit,json,blob'],
  );
  expect(run.exitCode, run.output).toBe(1);
  const strings = new Map([
    ...textsIn(folder),
    ...textsIn(homeOf(folder)),
    ['terminal', run.output],
    ['command lines', readFileSync(starts, 'utf8')],
  ]);
  return { run, strings, names: [...strings.keys()] };
}
