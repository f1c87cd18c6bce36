import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@playwright/test';
import { load } from 'js-yaml';
import { runLine } from '../src/cli/conformance-process.js';
import { openApiProblem } from '../src/contract/openapi-validity.js';
import { ledgerFolder } from '../src/footprint/ledger/ledger.js';
import { SharedMerchant, TestThings } from '../src/footprint/ledger/shared-merchant.js';
import { createClient, validKey } from '../src/http/client.js';
import { quote } from '../src/http/shown-exchange.js';
import { undiciTransport } from '../src/http/transport.js';
import { runSpeed, startSandbox } from '../src/target/sandbox-process.js';
import { readSettings } from '../src/target/settings.js';
import { changingProxy, encodings, speaking } from './proxies.js';
import { namesOfTextsWith, textsIn } from './searched-texts.js';

const program = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

/** A few tests that read lists, errors, the live description and the documentation page. */
const few = ['--grep', '@REF-05|@ERR-0[12]|@VER-0[1-8]', '--seed', '1', '--workers', '1'];

/** Calls commands in the folder of a user, with a target named shop. */
function userOf(folder: string, settings: Readonly<Record<string, string>>, environment = {}) {
  mkdirSync(join(folder, 'targets'), { recursive: true });
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, '.env.shop'), lines.join(''));
  return async (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const command = [process.execPath, '--import', import.meta.resolve('tsx'), program, ...args];
    const { exitCode, output } = await runLine(
      `cd ${quote(folder)} && exec ${command.map(quote).join(' ')}`,
      { CONFORMANCE_KNOWN_FAILURES: 'none', ...environment, ...more },
    );
    return { exitCode, output };
  };
}

test('no command prints or writes a key that a service repeats everywhere, in any encoding', async () => {
  await using sandbox = await startSandbox('--speed', runSpeed);
  const lapsed = Array.from({ length: 2 }, () => `sk_${randomBytes(24).toString('base64url')}~/+`);
  const keys = [sandbox.apiKey, ...lapsed];
  let description: 'valid' | 'invalid' | 'different' = 'invalid';
  const texts = keys.flatMap((key) => Object.values(encodings(key)));
  let isSilent = false;
  const spoken = speaking(texts, () => description);
  await using target = await changingProxy(sandbox.url, (answer) => {
    if (isSilent) return {};
    const isList = answer.to === 'GET /api/v1/webhooks/' && Array.isArray(answer.json);
    return isList ? { json: withForged(answer.json, texts) } : spoken(answer);
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
  await expectSilence('plan', ['plan', '--target', 'shop'], /^Based on /m);
  await expectSilence('run', ['run', '--target', 'shop', ...few], /\[redacted\][\s\S]*^Verdict /m);
  const latest = join(folder, 'reports/latest/conformance.json');
  const kept = join(folder, 'kept.json');
  writeFileSync(kept, readFileSync(latest));
  await expectSilence('report', ['report', 'kept.json', '--output', 'page.html'], /page\.html/);
  isSilent = true;
  await expectSilence('the other run', ['run', '--target', 'shop', ...few], /^Verdict /m, {
    CONFORMANCE_REPORTS: join(folder, 'reports/other'),
  });
  isSilent = false;
  const both = ['compare', 'kept.json', 'reports/other/conformance.json'];
  await expectSilence('compare', both, /\[redacted\][\s\S]*^Result /m);
  const compared = await expectSilence('compare --json', [...both, '--json'], /\[redacted\]/);
  expect(JSON.parse(compared).exitCode).toBe(1);

  await leaveSubscription({ ...settings, TARGET_NAME: 'shop', TARGET_WRITES: 'allow' }, folder);
  await expectSilence('cleanup', ['cleanup', '--target', 'shop'], /left: .*\[redacted\]/, {
    TARGET_WRITES: 'allow',
    CONFORMANCE_REPORTS: folder,
  });

  const names = ['listBrands', 'listReports', 'listWebhooks'];
  const operations = names.map(
    (name, index) => `  ${name}: { response: { inside: { "": "${keys[index]}" } } }`,
  );
  writeFileSync(
    join(folder, 'targets/renamed.yaml'),
    `contract: 1.3.0\noperations:\n${operations.join('\n')}\n`,
  );
  const contract = await expectSilence('contract', ['contract', '--target', 'renamed'], /\[redacted\]/);
  expect(await openApiProblem(load(contract))).toBeUndefined();

  // The settings are a user's own, and so is the file with which the contract was asked for.
  const written = [...textsIn(folder)].filter(([name]) => !/^\.env|^targets\/renamed\.yaml$/.test(name));
  expect(written.map(([name]) => name)).toEqual(
    expect.arrayContaining(['page.html', 'targets/shop.yaml', 'reports/latest/index.html']),
  );
  const all = new Map([...outputs, ...written]);
  expect(namesOfTextsWith(keys, all)).toEqual([]);
  // Nor a key that was cut.
  const beginnings = keys.map((key) => key.slice(0, 20));
  const cut = [...all].filter(([, text]) => beginnings.some((beginning) => text.includes(beginning)));
  expect(cut.map(([name]) => name)).toEqual([]);
});

test('no process of a run prints or writes a key that the target made for another test', async () => {
  await using sandbox = await startSandbox();
  const keys = new Set<string>();
  await using control = await changingProxy(sandbox.control.url, ({ to: asked, json }) => {
    const made = asked === 'POST /merchants' ? Object.entries(Object(json)) : [];
    for (const [name, value] of made) if (name.endsWith('Key')) keys.add(String(value));
    return {};
  });
  // Every list of brands repeats all keys so far, of all merchants, and breaks the contract so that a report quotes it.
  await using target = await changingProxy(sandbox.url, ({ to: asked, status }) =>
    asked === 'GET /api/v1/brands/' && status === 200
      ? {
          json: [...keys].flatMap((key) => Object.values(encodings(key))).map((name) => ({ id: name, name })),
        }
      : {},
  );
  const folder = test.info().outputPath('project');
  const call = userOf(folder, {
    TARGET_URL: target.url,
    TARGET_CONTROL_URL: control.url,
    TARGET_CONTROL_TOKEN: sandbox.control.token,
    TARGET_WRITES: 'allow',
  });
  const reporters = ['--reporter', 'list,html,json,junit,blob', '--trace', 'on'];
  const run = await call(['run', '--target', 'shop', '--grep', '@REF-', '--workers', '2', ...reporters], {
    PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'playwright'),
    PLAYWRIGHT_HTML_OPEN: 'never',
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'playwright.json'),
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: join(folder, 'junit.xml'),
    PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blob'),
  });
  expect(run.exitCode, run.output).toBe(1);
  expect(run.output).toContain('[redacted]');
  expect(keys.size).toBeGreaterThan(10);
  const all = new Map([...textsIn(folder), ['output', run.output]]);
  expect([...all.keys()]).toContainEqual(expect.stringMatching(/trace\.zip\//));
  expect(namesOfTextsWith(keys, all)).toEqual([]);
});

const prefix = 'ct-a1b2c3-';

/** A list of subscriptions, with one that a run could have left and whose id is made of the texts. */
function withForged(list: readonly object[], texts: readonly string[]): readonly object[] {
  return [...list, { id: texts.join(' '), url: `https://receiver.invalid/${prefix}2`, events: [] }];
}

/** Leaves a subscription, as a run that was killed would. */
async function leaveSubscription(environment: Readonly<Record<string, string>>, folder: string) {
  const settings = readSettings(environment);
  const [key = ''] = settings.apiKeys;
  const shared = new SharedMerchant(settings, prefix, { CONFORMANCE_REPORTS: folder });
  const transport = undiciTransport();
  const over = shared.over(transport, new TestThings());
  const api = createClient({ baseUrl: settings.baseUrl, transport: over, credentials: validKey(key) });
  const body = { url: `https://receiver.invalid/${prefix}1`, events: ['stock.updated'] };
  expect((await api.createWebhook({ body })).status).toBeLessThan(300);
  await transport.close();
  shared.close();
  const ledgers = ledgerFolder({ CONFORMANCE_REPORTS: folder }, settings.name);
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
  await using target = await changingProxy(sandbox.url, (answer) =>
    answer.to === 'GET /api/v1/brands/'
      ? { ...spoken(answer), text: `[{"id":1,\n${commands.join('\n')}\n"name":"a"}]` }
      : spoken(answer),
  );
  const folder = test.info().outputPath('project');
  const call = userOf(
    folder,
    {
      TARGET_URL: target.url,
      TARGET_API_KEY: sandbox.apiKey,
      TARGET_WRITES: 'deny',
      TARGET_CLOCK_SPEED: runSpeed,
    },
    { CI: 'true', GITHUB_ACTIONS: 'true', FORCE_COLOR: '1' },
  );
  const learned = await call(['learn', '--target', 'shop']);
  expect(learned.output).toContain('describes a different API, "');
  description = 'valid';
  const run = await call(['run', '--target', 'shop', ...few, '--reporter', 'list']);
  for (const shown of [
    ': :error',
    ': :stop-commands',
    '# #[error]',
    '# #[add-mask]',
    '# #vso[',
    '# #teamcity[',
  ])
    expect(run.output).toContain(shown);
  const name = JSON.stringify('::error file=README.md,line=1::forged ##[error]forged');
  const closing = `listBrands:\n    response: { inside: { "": ${name} } }`;
  writeFileSync(join(folder, 'targets/shop.yaml'), `contract: 1.3.0\noperations:\n  ${closing}\n`);
  const contract = await call(['contract', '--target', 'shop']);
  expect(JSON.stringify(load(contract.output))).toContain(name);
  expect([learned, run, contract].flatMap(({ output }) => commandsIn(output))).toEqual([]);
});

/** References to schemas by their names. */
const to = (...names: readonly string[]) => names.map((name) => ({ $ref: `#/components/schemas/${name}` }));

/** Schemas in layers, made by the number of the layer and the names in the next one. */
function inLayers(layers: number, width: number, make: (next: readonly string[], at: number) => object) {
  const namesOf = (layer: number) => Array.from({ length: width }, (_, index) => `Layer${layer}No${index}`);
  return Object.fromEntries(
    Array.from({ length: layers }, (_, layer) =>
      namesOf(layer).map((name, index) => [name, layer + 1 < layers ? make(namesOf(layer + 1), index) : {}]),
    ).flat(),
  );
}

/** Fields with these schemas, as the description of a service names them. */
const fieldsWith = (schemas: readonly object[]) => ({
  type: 'object',
  properties: Object.fromEntries(schemas.map((schema, index) => [`further_${index}`, schema])),
});

const nodeOptions = '--max-old-space-size=512';

/**
 * Live descriptions that say nothing false about brands, next to schemas that take all time or memory of a naive reader.
 */
const intricate: readonly {
  readonly title: string;
  readonly schemas?: Readonly<Record<string, unknown>>;
  /** What stands next to the schema of the answer. */
  readonly next?: object;
  /** A further member of the document, in JSON. */
  readonly member?: string;
  /** How `learn` and a run say that they can't read it; absent if they can. */
  readonly learned?: string;
  readonly blocked?: string;
}[] = [
  {
    title: 'is nested 10,000 levels deep',
    member: '['.repeat(10_000) + ']'.repeat(10_000),
    learned: 'its JSON is nested deeper than 150 levels, the most that the suite reads',
    blocked: 'its JSON is nested deeper than 150 levels, the most that the suite reads',
  },
  {
    title: 'has a schema with 200,000 properties',
    schemas: { Wide: fieldsWith(Array(200_000).fill({})) },
    learned: 'its JSON has more than 300000 values, the most that the suite reads',
    blocked: 'its JSON has more than 300000 values, the most that the suite reads',
  },
  {
    title: 'has a schema that contains itself in four fields',
    schemas: { Node: fieldsWith(to('Node', 'Node', 'Node', 'Node')) },
    next: { items: fieldsWith(to('Node')) },
  },
  {
    title: 'has fields whose schemas contain each other in 40 layers',
    schemas: inLayers(40, 4, (next) => fieldsWith(to(...next))),
    next: { items: fieldsWith(to('Layer0No0')) },
    learned: "can't be read, because its schemas have more than 20000 places",
  },
  {
    title: 'has a schema in 300 layers with two references each',
    schemas: inLayers(300, 1, ([next = '']) => ({ allOf: to(next, next) })),
    next: to('Layer0No0')[0],
    learned: "can't be read, because one of its schemas has more than 64 layers of references and branches",
    blocked: 'one of its schemas has more than 64 layers of references and branches',
  },
  {
    title: 'combines 400 ordinary schemas with each other',
    schemas: inLayers(8, 50, (next, at) => ({
      ...fieldsWith(Array(6).fill({ type: 'string', description: `A property of record ${at}.` })),
      required: [`further_${at % 6}`],
      allOf: to(...next.slice(at % 25, (at % 25) + 25)),
      oneOf: to(...next.slice(25 - (at % 25), 50 - (at % 25))),
    })),
    next: { anyOf: [{}, ...to('Layer0No0')] },
    learned: "can't be read, because its schemas take more than 1000000 steps to read",
    blocked: 'its schemas take more than 1000000 steps to read',
  },
];

for (const { title, schemas = {}, next = {}, member = 'null', learned, blocked } of intricate)
  test(`a live description that ${title} keeps no command from ending, and is not a finding`, async () => {
    await using sandbox = await startSandbox('--speed', runSpeed);
    await using target = await changingProxy(sandbox.url, ({ to: asked, text }) => {
      if (!asked.endsWith('openapi.json')) return {};
      const document = JSON.parse(text);
      const { content } = document.paths['/api/v1/brands/'].get.responses['200'];
      content['application/json'].schema = { allOf: [content['application/json'].schema, next] };
      Object.assign(document.components.schemas, schemas);
      return { text: `{"x-member":${member},${JSON.stringify(document).slice(1)}` };
    });
    const folder = test.info().outputPath('project');
    const settings = { TARGET_URL: target.url, TARGET_API_KEY: sandbox.apiKey, TARGET_WRITES: 'deny' };
    const call = userOf(folder, { ...settings, TARGET_CLOCK_SPEED: runSpeed }, { NODE_OPTIONS: nodeOptions });
    const run = await call(['run', '--target', 'shop', '--grep', '@VER-04|@REF-05', '--workers', '1']);
    expect(run.exitCode, run.output).toBe(blocked === undefined ? 0 : 3);
    const report = JSON.parse(readFileSync(join(folder, 'reports/latest/conformance.json'), 'utf8'));
    expect(report.requirements.flatMap(({ findings }: { findings: object[] }) => findings)).toEqual([]);
    const verdict = report.requirements.find(({ id }: { id: string }) => id === 'VER-04');
    expect(['blocked', 'partial'].includes(verdict.verdict)).toBe(blocked !== undefined);
    expect(JSON.stringify(verdict)).toContain(blocked ?? '"verdict":"passed"');
    const learning = await call(['learn', '--target', 'shop']);
    expect(learning.output).toMatch(/^Written: /m);
    if (learned === undefined) expect(learning.output).not.toContain('learning goes on without it');
    else expect(learning.output).toContain(`${learned}`);
    expect(`${run.output}${learning.output}`).not.toMatch(/^\s+at .*:\d+:\d+\)?$|heap limit/m);
  });
