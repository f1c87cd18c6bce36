import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@playwright/test';
import { startSandbox } from '#testing/sandbox-process';
import { ledgerFolder } from '../src/footprint/ledger/ledger.js';
import { SharedMerchant, TestThings } from '../src/footprint/ledger/shared-merchant.js';
import { createClient, validKey } from '../src/http/client.js';
import { undiciTransport } from '../src/http/transports/transport.js';
import { sharedFolders } from '../src/target/environment.js';
import { runSpeed } from '../src/target/processes/embedded-sandbox.js';
import { readSettings } from '../src/target/settings.js';
import { changingProxy, formsOf, speaking } from './proxies.js';
import { namesOfTextsWithSecrets, writtenIn } from './searched-texts.js';
import { userOf } from './user.js';

/** A few tests that read lists, errors and the live description. */
const few = ['--grep', '@REF-05|@ERR-0[12]|@VER-0[1-5]', '--seed', '1', '--workers', '1'];

test('no command prints or writes a key that a service repeats everywhere, in any form', async () => {
  await using sandbox = await startSandbox('--speed', runSpeed);
  const lapsed = Array.from({ length: 2 }, () => `sk_sandbox_${randomBytes(24).toString('base64url')}`);
  const keys = [sandbox.apiKey, ...lapsed];
  let description: 'valid' | 'invalid' | 'different' = 'invalid';
  const strings = keys.flatMap((key) => Object.values(formsOf(key)));
  let isSilent = false;
  const spoken = speaking(strings, () => description);
  await using target = await changingProxy(sandbox.url, (response) => {
    if (isSilent) return {};
    const isList = response.to === 'GET /api/v1/webhooks/' && Array.isArray(response.json);
    return isList ? { json: withForged(response.json, strings) } : spoken(response);
  });
  const folder = test.info().outputPath('project');
  const settings = {
    TARGET_URL: target.url,
    TARGET_API_KEY: sandbox.apiKey,
    TARGET_EXPIRED_API_KEY: lapsed[0] ?? '',
    TARGET_REVOKED_API_KEY: lapsed[1] ?? '',
    TARGET_WRITES: 'deny',
    TARGET_CLOCK_SPEED: runSpeed,
  };
  const call = userOf(folder, settings);
  const outputs = new Map<string, string>();
  /** @param holds what shows that the output quotes the service, or is about it */
  const expectSilence = async (name: string, args: readonly string[], holds: RegExp, more = {}) => {
    const { output } = await call(args, more);
    expect(output, name).toMatch(holds);
    outputs.set(`output of ${name}`, output);
    return output;
  };

  await expectSilence('learn, invalid', ['learn', '--target', 'shop'], /not valid OpenAPI \(.*\[redacted\]/);
  description = 'different';
  await expectSilence('learn, different', ['learn', '--target', 'shop'], /a different API, ".*\[redacted\]/);
  description = 'valid';
  await expectSilence('learn', ['learn', '--target', 'shop'], /Written: /);
  await expectSilence('learn --check', ['learn', '--target', 'shop', '--check'], /Comparing http/);
  await expectSilence('plan', ['plan', '--target', 'shop'], /^Expected /m);
  await expectSilence('run', ['run', '--target', 'shop', ...few], /\[redacted\][\s\S]*^Verdict /m);
  const latest = join(folder, 'reports/latest/conformance.json');
  const kept = join(folder, 'kept.json');
  writeFileSync(kept, readFileSync(latest));
  await expectSilence('report', ['report', 'kept.json', '--output', 'page.html'], /page\.html/);
  isSilent = true;
  const other = ['run', '--target', 'shop', ...few, '--output', 'reports/other'];
  await expectSilence('the other run', other, /^Verdict /m);
  isSilent = false;
  const both = ['compare', 'kept.json', 'reports/other/conformance.json'];
  await expectSilence('compare', both, /\[redacted\][\s\S]*^Result /m);
  const compared = await expectSilence('compare --json', [...both, '--json'], /\[redacted\]/);
  expect(JSON.parse(compared).exitCode).toBe(1);

  await leaveSubscription({ ...settings, TARGET_NAME: 'shop', TARGET_WRITES: 'allow' }, folder);
  await expectSilence('cleanup', ['cleanup', '--target', 'shop'], /left: .*\[redacted\]/, {
    TARGET_WRITES: 'allow',
  });

  const written = writtenIn(folder);
  expect(written.map(([name]) => name)).toEqual(
    expect.arrayContaining(['page.html', 'targets/shop.yaml', 'reports/latest/index.html']),
  );
  const all = new Map([...outputs, ...written]);
  expect(namesOfTextsWithSecrets(all)).toEqual([]);
});

const prefix = 'ct-a1b2c3-';

/** A list of subscriptions, with one that a run could have left and whose id is made of the strings. */
function withForged(list: readonly object[], strings: readonly string[]): readonly object[] {
  return [...list, { id: strings.join(' '), url: `https://receiver.invalid/${prefix}2`, events: [] }];
}

/** Leaves a subscription, as a run that was killed would. */
async function leaveSubscription(environment: Readonly<Record<string, string>>, folder: string) {
  const settings = readSettings(environment);
  const [key = ''] = settings.apiKeys;
  const folders = sharedFolders(join(folder, 'reports'));
  const shared = new SharedMerchant(settings, { prefix, folders });
  const transport = undiciTransport();
  const over = shared.over(transport, new TestThings());
  const api = createClient({ baseUrl: settings.baseUrl, transport: over, credentials: validKey(key) });
  const body = { url: `https://receiver.invalid/${prefix}1`, events: ['stock.updated'] };
  expect((await api.createWebhook({ body })).status).toBeLessThan(300);
  await transport.close();
  shared.close();
  const ledgers = ledgerFolder(folders, settings.name);
  for (const name of readdirSync(ledgers)) {
    const file = join(ledgers, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"processes":\[[\d,]*\]/, '"processes":[]'));
  }
}

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

test('no line of a job is a command that a service sent', async () => {
  await using sandbox = await startSandbox('--speed', runSpeed);
  let description: 'valid' | 'invalid' | 'different' = 'different';
  const spoken = speaking(commands, () => description);
  await using target = await changingProxy(sandbox.url, (response) =>
    response.to === 'GET /api/v1/brands/'
      ? { ...spoken(response), text: `[{"id":1,\n${commands.join('\n')}\n"name":"a"}]` }
      : spoken(response),
  );
  const own = { TARGET_WRITES: 'deny', TARGET_CLOCK_SPEED: runSpeed };
  const call = userOf(
    test.info().outputPath('project'),
    { TARGET_URL: target.url, TARGET_API_KEY: sandbox.apiKey, ...own },
    { CI: 'true', GITHUB_ACTIONS: 'true', FORCE_COLOR: '1' },
  );
  const learned = await call(['learn', '--target', 'shop']);
  expect(learned.output).toContain('describes a different API, "');
  description = 'valid';
  const run = await call(['run', '--target', 'shop', ...few, '--reporter', 'list']);
  for (const shown of [': :error', ': :stop-', '# #[error]', '# #[add-mask]', '# #vso[', '# #teamcity['])
    expect(run.output).toContain(shown);
  expect([learned, run].flatMap(({ output }) => commandsIn(output))).toEqual([]);
});
