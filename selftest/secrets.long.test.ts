import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@playwright/test';
import { handedOn, serve } from '#testing/loopback-server';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { homeOf } from '#testing/started-command';
import { runSpeed } from '../src/target/processes/embedded-sandbox.js';
import { runConformance } from './conformance-run.js';
import { changingProxy, formsOf, type LiveDescription, speaking } from './proxies.js';
import { namesOfTextsWithSecrets, textsIn, writtenIn } from './searched-texts.js';
import { userOf } from './user.js';

/** Commands to GitHub Actions, Azure Pipelines and TeamCity. */
const commands = [
  '::error file=README.md,line=1::forged',
  ' \t::stop-commands::forged',
  '\r::add-mask::e',
  '\u2028::set-output name=a::forged',
  'a ##[error]forged',
  '##[add-mask]e',
  '##vso[task.complete result=Succeeded;]forged',
  "##teamcity[buildStatus status='SUCCESS']",
];

/** The lines that a CI server would execute: it ends a line at every kind of line break, and may remove styles. */
function commandsIn(output: string): readonly string[] {
  return [output, stripVTControlCharacters(output)]
    .flatMap((text) => text.split(/\r\n|[\r\n\u0085\u2028\u2029]/))
    .filter((line) => /^\s*::/.test(line) || /##\w*\[/.test(line));
}

/** What makes a run write every kind of report below a folder, and each process its command line into a file. */
function everyReport(folder: string, starts: string) {
  return {
    variables: {
      COMMAND_LINES_FILE: starts,
      NODE_OPTIONS: `--import=${new URL('record-starts.mjs', import.meta.url).href}`,
      PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'playwright'),
      PLAYWRIGHT_HTML_OPEN: 'never',
      PLAYWRIGHT_JUNIT_OUTPUT_FILE: join(folder, 'junit.xml'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'playwright.json'),
      PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blob'),
    },
    args: ['--workers', '2', '--trace', 'on', '--reporter', 'list,html,junit,json,blob'],
  };
}

/** What each kind of report writes. */
const reports = [
  ...[/^conformance\.json$/, /^index\.html$/, /^junit\.xml$/, /^playwright\.json$/, /^summary\.md$/],
  ...[/^playwright\/index\.html\/.*\.json$/, /^blob\/.*\.jsonl$/, /trace\.zip\//, /\/exchanges\.txt$/],
];

test('no command prints or writes a key that a service repeats everywhere, in any form, or a line that a CI server would obey', async () => {
  await using sandbox = await startSandbox('--speed', runSpeed);
  const lapsed = Array.from({ length: 2 }, () => `sk_sandbox_${randomBytes(24).toString('base64url')}`);
  const keys = [sandbox.apiKey, ...lapsed];
  const forms = keys.flatMap((key) => Object.values(formsOf(key)));
  let description: LiveDescription = 'valid';
  const spoken = speaking([...forms, ...commands], () => description);
  await using target = await changingProxy(sandbox.url, (response) => ({
    ...spoken(response),
    // A body that isn't JSON breaks its lines itself.
    ...(response.to === 'GET /api/v1/brands/' && {
      text: `[{"id":1,\n${[...commands, ...forms].join('\n')}\n"name":"a"}]`,
    }),
  }));
  const folder = test.info().outputPath('project');
  const [every, starts] = [join(folder, 'every'), test.info().outputPath('starts')];
  const { variables, args } = everyReport(every, starts);
  const settings = {
    TARGET_URL: target.url,
    TARGET_API_KEY: sandbox.apiKey,
    TARGET_EXPIRED_API_KEY: lapsed[0] ?? '',
    TARGET_REVOKED_API_KEY: lapsed[1] ?? '',
    TARGET_WRITES: 'deny',
    TARGET_CLOCK_SPEED: runSpeed,
  };
  const ci = { CI: 'true', GITHUB_ACTIONS: 'true', FORCE_COLOR: '1' };
  const call = userOf(folder, settings, { ...ci, ...variables });
  // Tests that read lists, errors and the live description.
  const run = `run --grep @REF-05|@ERR-0[12]|@VER-0[1-5] --seed 1 --output ${every} ${args.join(' ')}`;
  const outputs = new Map<string, string>();
  for (const [described, command, shows] of [
    ['invalid', 'learn', /not valid OpenAPI \(.*\[redacted\]/],
    ['different', 'learn', /a different API, ".*\[redacted\]/],
    ['valid', 'learn', /Written: /],
    ['valid', 'learn --check', /Comparing http/],
    ['valid', 'plan', /^Expected /m],
    ['valid', run, /\[redacted\][\s\S]*^Verdict /m],
    ['valid', 'cleanup', /./],
  ] as const) {
    description = described;
    const { output } = await call([...command.split(' '), '--target', 'shop']);
    expect(stripVTControlCharacters(output), command).toMatch(shows);
    outputs.set(`output of ${command}, ${described}`, output);
  }
  for (const shown of [': :error', ': :stop-', '# #[error]', '# #[add-mask]', '# #vso[', '# #teamcity['])
    expect([...outputs.values()].join('\n')).toContain(shown);
  expect([...outputs.values()].flatMap(commandsIn)).toEqual([]);
  const lines = readFileSync(starts, 'utf8');
  expect(lines, 'the run and a worker of it').toMatch(/cli\/main run [\s\S]*workerProcessEntry/);
  for (const written of reports)
    expect([...textsIn(every).keys()]).toContainEqual(expect.stringMatching(written));
  expect(namesOfTextsWithSecrets(new Map([...outputs, ...writtenIn(folder), ['starts', lines]]))).toEqual([]);
});

test('no file, output or command line of a failing run contains a key or password from a browser', async () => {
  await using sandbox = await startSandbox('--fault', 'hides-whole-keys-in-list');
  // These tests create, show and revoke keys.
  const strings = await failingRun(targetSettings(sandbox), 'settings-area.*(@KEYS-03|@AUTH-10)');
  expect(strings.get('command lines'), 'a browser of the run').toContain('--headless');
  // The report shows the finding, and the page with it.
  expect(strings.get('conformance.json')).toContain('data-key=\\"[redacted]\\"');
  expect([...strings.keys()]).toContainEqual(expect.stringMatching(/trace\.zip\//));
  expect(strings.get('playwright.json')).toContain('The Admin presses \\"Confirm\\"');
  expect(namesOfTextsWithSecrets(strings)).toEqual([]);
  expect([...strings].filter(([, text]) => /settings_session=\w/.test(text)).map(([name]) => name)).toEqual(
    [],
  );
});

/** The text of an echo next to a secret, which shows where reports contain echoes. */
const echoMark = 'an-echo-of-a-canary';

test('no file or output contains the secret of a subscription or a key that a delivery repeats, in any form', async () => {
  await using sandbox = await startSandbox('--speed', runSpeed);
  await using target = await repeatingDeliveries(sandbox.url, sandbox.apiKey);
  const own = { TARGET_URL: target.url, TARGET_CLOCK_SPEED: runSpeed, TARGET_WRITES: 'allow' };
  const strings = await failingRun({ ...own, TARGET_API_KEY: sandbox.apiKey }, '@WHK-0[1-4]');
  expect(target.repeated).not.toEqual([]);
  for (const shown of ['conformance.json', 'index.html', 'junit.xml', 'terminal'])
    expect(strings.get(shown), shown).toContain(echoMark);

  const { length: before } = target.repeated;
  const folder = test.info().outputPath('project');
  const call = userOf(folder, { ...own, TARGET_API_KEY: sandbox.apiKey });
  const learned = await call(['learn', '--target', 'shop']);
  expect(target.repeated.length, learned.output).toBeGreaterThan(before);
  expect(learned.output).toContain('Written: ');
  const all = new Map([...strings, ...writtenIn(folder), ['output of learn', learned.output]]);
  expect(namesOfTextsWithSecrets(all)).toEqual([]);
});

/**
 * A target that writes its secrets into each delivery: into a string before the signature, into other headers, and into
 * every string of the body, which it signs correctly.
 * @returns also what deliveries repeated so far
 */
async function repeatingDeliveries(target: string, apiKey: string) {
  const secretOf = new Map<string, string>();
  const repeated: string[] = [];
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
    repeated.push(said);
    outgoing.writeHead(status).end();
  });
  const led = (url: string) => `${deliverer.url}/${Buffer.from(url).toString('base64url')}`;
  const proxy = await serve(async (incoming, outgoing) => {
    const { status, headers, bytes } = await handedOn(target, incoming, (body) =>
      // Only what the receiver of the suite gets is of interest.
      Buffer.from(body.toString().replace(/(?<="url":")http:\/\/127[^"]+/, led)),
    );
    const received = bytes.toString();
    const [, id, secret] = /"id":"([^"]+)".*"client_secret":"([^"]+)"/.exec(received) ?? [];
    if (id !== undefined && secret !== undefined) secretOf.set(id, secret);
    const back = received.replaceAll(new RegExp(`${deliverer.url}/([\\w-]+)`, 'g'), (_, coded) =>
      Buffer.from(coded, 'base64url').toString(),
    );
    // With the key, so that the run fails.
    outgoing.writeHead(status, { ...headers, 'x-said': apiKey }).end(back);
  });
  return {
    url: proxy.url,
    repeated,
    async [Symbol.asyncDispose]() {
      await Promise.all([proxy, deliverer].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

/** Runs tests of which some must fail, with every kind of report. @returns everything that it wrote, by name */
async function failingRun(settings: Readonly<Record<string, string>>, grep: string) {
  const [folder, starts] = [test.info().outputPath('reports'), test.info().outputPath('starts')];
  const { variables, args } = everyReport(folder, starts);
  const run = await runConformance({ ...settings, ...variables }, '--grep', grep, ...args);
  expect(run.exitCode, run.output).toBe(1);
  return new Map([
    ...textsIn(folder),
    ...textsIn(homeOf(folder)),
    ['terminal', run.output],
    ['command lines', readFileSync(starts, 'utf8')],
  ]);
}
