import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { serve } from '../src/http/loopback-server.js';
import { FormSearch } from '../src/http/secrets.js';
import { startSandbox, targetSettings } from '../src/target/sandbox-process.js';
import { CommandLines } from './command-lines/command-lines.js';
import { runConformance } from './conformance-run.js';
import { echoingProxy, echoMark, encodings } from './echoing-proxy.js';
import { textsIn } from './written-texts.js';

const certificates = fileURLToPath(new URL('certificates/', import.meta.url));
const identity = {
  key: readFileSync(join(certificates, 'server-key.pem'), 'utf8'),
  cert: readFileSync(join(certificates, 'server.pem'), 'utf8'),
};

const specs = [
  'authentication/lapsed-keys',
  'authentication/refused-keys',
  'reference-data/',
  'webhooks/same-url',
];
const chosen = 'brands|countries|Countries|Brands|expired|revoked|Two webhook';

test('no file, output, process title or foreign request of a failing run contains a secret, in any encoding', async () => {
  const received: unknown[] = [];
  await using elsewhere = await serve(({ url, headers }, response) => {
    received.push([url, headers]);
    response.end('{}');
  });
  await using sandbox = await startSandbox();
  await using target = await echoingProxy(sandbox.url, identity, {
    elsewhere: elsewhere.url,
    echoes: ['/api/v1/brands/'],
    redirects: ['/api/v1/countries/', '/api/v1/docs/openapi.json'],
  });
  await using control = await echoingProxy(sandbox.control.url, identity, {
    elsewhere: elsewhere.url,
    echoes: [],
    redirects: [],
  });
  const canaries = Array.from({ length: 5 }, () => `sk_${randomBytes(24).toString('base64url')}~/+`);
  const [first, second, other, expired, revoked] = canaries;
  const folder = test.info().outputPath('reports');
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
    TARGET_CA_FILE: join(certificates, 'authority.pem'),
    PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'playwright'),
    PLAYWRIGHT_HTML_OPEN: 'never',
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: join(folder, 'junit.xml'),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'playwright.json'),
    PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blob'),
  };
  using commandLines = new CommandLines(test.info().outputPath());
  const run = await runConformance(
    { ...settings, ...commandLines.environment },
    ...specs.map((spec) => `specs/${spec}`),
    ...['--grep', chosen, '--trace', 'on', '--reporter', 'list,html,junit,json,blob'],
  );
  expect(run.exitCode, run.output).toBe(1);
  expect(run.report.requirements.find(({ id }) => id === 'AUTH-11')?.verdict).toBe('failed');
  expect(received, 'what was sent to another origin').toEqual([]);

  const texts = new Map([...textsIn(folder), ['terminal', run.output], ['command lines', commandLines.text]]);
  const names = [...texts.keys()];
  expect(texts.get('command lines'), 'the run and a worker of it').toMatch(
    /main\.ts run [\s\S]*workerProcessEntry/,
  );
  // Findings show echoes; only the parts that repeat a secret are hidden.
  for (const shown of ['conformance.json', 'index.html', 'junit.xml', 'playwright.json', 'terminal'])
    expect(texts.get(shown), shown).toContain(echoMark);
  for (const written of [
    /^summary\.md$/,
    /^playwright\/index\.html\/.*\.json$/,
    /^blob\/.*\.jsonl$/,
    /trace\.zip\//,
    /^history\//,
  ])
    expect(names, String(written)).toContainEqual(expect.stringMatching(written));

  const secrets = new Set([...canaries, sandbox.control.token, ...control.secrets, ...target.secrets]);
  expect(secrets.size).toBeGreaterThan(30);
  const search = new FormSearch();
  for (const secret of secrets) for (const form of formsOf(secret)) search.add(form);
  expect(names.filter((name) => search.firstIn(texts.get(name) ?? '') !== undefined)).toEqual([]);
});

test('no file, output or process title of a failing run contains a key or password that a browser held', async () => {
  await using sandbox = await startSandbox('--fault', 'hides-whole-keys-in-list');
  const folder = test.info().outputPath('reports');
  using commandLines = new CommandLines(test.info().outputPath());
  const run = await runConformance(
    {
      ...targetSettings(sandbox),
      ...commandLines.environment,
      PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'playwright'),
      PLAYWRIGHT_HTML_OPEN: 'never',
      PLAYWRIGHT_JUNIT_OUTPUT_FILE: join(folder, 'junit.xml'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'playwright.json'),
    },
    ...['specs/settings-area/', '--trace', 'on', '--reporter', 'list,html,junit,json'],
  );
  expect(run.exitCode, run.output).toBe(1);
  const texts = new Map([...textsIn(folder), ['terminal', run.output], ['command lines', commandLines.text]]);
  expect(texts.get('command lines'), 'a browser of the run').toContain('--headless');
  // The report shows the finding, and the page with it.
  expect(texts.get('conformance.json')).toContain('data-key=\\"[redacted]\\"');
  expect([...texts.keys()]).toContainEqual(expect.stringMatching(/trace\.zip\//));
  expect(texts.get('playwright.json')).toContain('The Admin presses \\"Confirm\\"');
  const search = new FormSearch();
  // Each key and each password of the sandbox begins like this: the beginning is enough to find it.
  for (const beginning of ['sk_sandbox_', 'pw_sandbox_'])
    for (const form of beginningsOf(beginning)) search.add(form);
  expect([...texts].filter(([, text]) => search.firstIn(text) !== undefined).map(([name]) => name)).toEqual(
    [],
  );
  expect([...texts].filter(([, text]) => /settings_session=\w/.test(text)).map(([name]) => name)).toEqual([]);
});

/** The parts of a beginning that are the same in each encoding, whatever comes before and after it. */
function beginningsOf(beginning: string): string[] {
  const { plain = '', percent = '', hex = '', 'hex-capitals': capitals = '' } = encodings(beginning);
  const inBase64 = ['', 'u', 'us'].map((before) =>
    Buffer.from(before + beginning)
      .toString('base64')
      .slice(4, -4),
  );
  return [plain, percent, hex, capitals, ...inBase64];
}

/**
 * The rest of a secret, in each encoding, if a character at either end is wrong, missing, or shared with a neighbour.
 */
function formsOf(secret: string): string[] {
  return Object.entries(encodings(secret)).map(([name, form]) =>
    name.startsWith('base64') ? form.slice(4, -6) : form.slice(4, -2),
  );
}
