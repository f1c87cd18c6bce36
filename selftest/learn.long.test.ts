import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { load } from 'js-yaml';
import { serve } from '#testing/loopback-server';
import { startSandbox } from '#testing/sandbox-process';
import { runLine } from '#testing/started-command';
import { learnCommand } from '../src/cli/commands/learn-command.js';
import { loadTarget } from '../src/contract/mapping/file/read-target-file.js';
import { runSpeed } from '../src/target/processes/embedded-sandbox.js';
import { keyOfAShop } from './user.js';

const settings = {
  TARGET_API_KEY: 'an-unknown-key-0123456789',
  TARGET_WRITES: 'deny',
  TARGET_CLOCK_SPEED: runSpeed,
};

/** Runs `npm run learn` for a target called shop, whose settings and file are in a folder of the test. */
async function learn(environment: Readonly<Record<string, string>>, options: { readonly check?: true } = {}) {
  const [printed, complaints]: [string[], string[]] = [[], []];
  const root = test.info().outputPath('project');
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, '.env.shop'), '');
  const exitCode = await learnCommand(
    { target: 'shop', ...options },
    {
      workingFolder: root,
      environment: { ...settings, ...environment },
      isTerminal: false,
      say: (sentence) => printed.push(sentence),
      print: (line) => printed.push(line),
      complain: (sentence) => complaints.push(sentence),
    },
  );
  return { exitCode, printed: printed.join('\n'), complaints, file: join(root, 'targets', 'shop.yaml') };
}

test('learn --check compares a target with its file, and no command changes a file or a proposal that a person edited', async () => {
  await using sandbox = await startSandbox('--world', 'names-and-envelopes', '--speed', runSpeed);
  const target = { TARGET_URL: sandbox.url, TARGET_API_KEY: sandbox.apiKey };
  const first = await learn(target);
  // There was no receiver for deliveries.
  expect(first.exitCode).toBe(3);
  expect(first.printed).toMatch(
    /^With TARGET_WRITES=allow, .*\nNext {6}review the file, then run npm run conformance -- --target shop$/m,
  );
  const same = await learn(target, { check: true });
  expect(same.exitCode, same.printed).toBe(0);

  const drifted = readFileSync(first.file, 'utf8').replace('"": brands', '"": labels');
  writeFileSync(first.file, drifted);
  const differs = await learn(target, { check: true });
  expect(differs.exitCode).toBe(1);
  expect(differs.printed).toMatch(/^- +'': labels\n\+ +'': brands$/m);
  expect(differs.printed).toContain(`shop no longer behaves as ${first.file} says.`);
  expect(readFileSync(first.file, 'utf8')).toBe(drifted);

  writeFileSync(first.file, drifted.replace('labels', 'brands').replace(/digest: \S+/, 'digest: stale'));
  const stale = await learn(target, { check: true });
  expect(stale.exitCode).toBe(1);
  expect(stale.printed).toMatch(/^- +digest: stale\n\+ +digest: '?[0-9a-f]{8}'?$/m);

  const edited = readFileSync(first.file, 'utf8');
  const proposed = first.file.replace('.yaml', '.proposed.yaml');
  writeFileSync(proposed, 'edited: too\n');
  const refused = await learn(target);
  expect(refused.exitCode).toBe(2);
  expect(refused.complaints).toEqual([
    expect.stringContaining(`Nothing was written: ${proposed} was edited`),
  ]);
  expect(readFileSync(first.file, 'utf8')).toBe(edited);
  expect(readFileSync(proposed, 'utf8')).toBe('edited: too\n');
});

test('learning leaves one product, which it uses again, and learn --check writes nothing', async () => {
  await using sandbox = await startSandbox('--speed', runSpeed);
  const target = { TARGET_URL: sandbox.url, TARGET_API_KEY: sandbox.apiKey, TARGET_WRITES: 'allow' };
  const left = async () => {
    const get = async (path: string) => {
      const response = await fetch(`${sandbox.url}/api/v1${path}`, {
        headers: { 'x-api-key': sandbox.apiKey },
      });
      return response.text();
    };
    return [await get('/products/?sku=ct-learn-sku'), await get('/webhooks/')] as const;
  };
  const first = await learn(target);
  expect(first.exitCode, first.printed).toBe(0);
  expect(first.printed).toContain('the product ct-learn-sku stays, out of the catalogue');
  const again = await learn(target);
  expect(again.printed).toContain('An earlier call had left it, and this one used it again.');
  const [products, webhooks] = await left();
  expect(JSON.parse(products)).toMatchObject({ items: [{ status: 'inactive' }], pagination: { total: 1 } });
  expect(webhooks).not.toContain('ct-learn-');

  const folder = test.info().outputPath('project');
  const onDisk = () =>
    readdirSync(folder, { recursive: true }).map((name) => [
      name,
      statSync(join(folder, String(name))).mtimeMs,
    ]);
  const before = onDisk();
  const checked = await learn(target, { check: true });
  expect(checked.exitCode, checked.printed).toBe(0);
  expect(checked.printed).toContain('nothing is written, there or here.');
  expect(await left()).toEqual([products, webhooks]);
  // The test itself writes the file of settings for each call.
  const isOurs = ([name]: readonly unknown[]) => name !== '.env.shop';
  expect(onDisk().filter(isOurs)).toEqual(before.filter(isOurs));
});

test('without a description, responses and sent values show names, and each other operation is one question', async () => {
  await using sandbox = await startSandbox('--world', 'undescribed', '--speed', runSpeed);
  const key = await keyOfAShop(sandbox, 1);
  const target = { TARGET_URL: sandbox.url, TARGET_API_KEY: key, TARGET_WRITES: 'allow' };
  const { exitCode, printed, file } = await learn(target);
  expect(exitCode, printed).toBe(3);
  const { operations, open = {} } = loadTarget(file).file;
  expect(operations).toMatchObject({
    listCategories: { query: { rename: { page: 'page_number', per_page: 'page_size' } } },
    listOrders: { query: { rename: { page: 'page_number' } } },
    updateProductStock: { request: { rename: { items: 'data', 'items[].sku': 'article' } } },
    getProductResults: { query: { rename: { batch_request_id: 'batch_id' } } },
  });
  const answers = load(readFileSync('selftest/worlds/undescribed.yaml', 'utf8'));
  expect(Object.keys(open).sort()).toEqual(Object.keys(Object(answers)).sort());
  const same = await learn(target, { check: true });
  expect(same.exitCode, same.printed).toBe(0);
});

test('the shape of errors and the redirects to files are learned from reads alone', async () => {
  await using sandbox = await startSandbox('--world', 'terse', '--speed', runSpeed);
  const target = { TARGET_URL: sandbox.url, TARGET_API_KEY: sandbox.apiKey };
  const { file, exitCode } = await learn(target);
  // There was no receiver for deliveries.
  expect(exitCode).toBe(3);
  const { operations, refusal, errors } = loadTarget(file).file;
  expect({ refusal, errors }).toEqual({
    refusal: 422,
    errors: {
      422: { type: 'application/problem+json', rename: { message: 'detail' } },
      429: { type: 'text/html', absent: [''] },
    },
  });
  expect(operations?.listProducts).toEqual({ refusal: 404 });
  expect([operations?.downloadReport, operations?.getDeliveryDocument]).toEqual([
    { success: 302 },
    { success: 302 },
  ]);
  const same = await learn(target, { check: true });
  expect(same.exitCode, same.printed).toBe(0);

  writeFileSync(file, readFileSync(file, 'utf8').replace('message: detail', 'message: reason'));
  const differs = await learn(target, { check: true });
  expect(differs.printed).toMatch(/^- +message: reason\n\+ +message: detail$/m);
});

const pets = JSON.stringify([{ id: 1, name: 'Rex', status: 'available' }]);
const petstore = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1.0.0' },
  paths: { '/pets': { get: { responses: { 200: { description: 'All pets.' } } } } },
});

// Unit tests show the other servers that are not the Seller API.
for (const [title, listener, says] of [
  [
    'is described as a different API',
    ({ url = '' }, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(url.includes('openapi') ? petstore : pets),
    /is not the Seller .* the same JSON to each, and the live description at \S+ describes a different API, "Pets";/,
  ],
  ['hangs on every request', () => {}, /^No usable response from TARGET_URL .* \(no response within 3 s\)/],
] satisfies readonly (readonly [string, RequestListener, RegExp])[])
  test(`a server that ${title} ends learning in one sentence, and receives nothing but reads`, async () => {
    const methods = new Set<string | undefined>();
    await using server = await serve((request, response) => {
      methods.add(request.method);
      listener(request, response);
    });
    const learned = await learn({ TARGET_URL: server.url, TARGET_WRITES: 'allow' });
    expect(learned).toMatchObject({ exitCode: 2, complaints: [expect.stringMatching(says)] });
    expect(learned.printed.split('\n')).toEqual([
      expect.stringContaining(`Learning how ${server.url} differs from the contract, `),
    ]);
    expect(existsSync(learned.file)).toBe(false);
    expect([...methods]).toEqual(['GET']);
  });

/** A mapping of an operation that no run could use, and the sentence that refuses it: unit tests have the others. */
const wrongFile = 'contract: 1.3.0\noperations:\n  listBrand: {}\n';
const refusal = 'line 3, column 3: there is no operation "listBrand"';

test('a wrong file is refused before any request is sent, and stays unchanged', async () => {
  const { file } = await learn({ TARGET_URL: 'http://127.0.0.1:9' });
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, wrongFile);
  for (const options of [{}, { check: true }] as const) {
    const { exitCode, complaints } = await learn({ TARGET_URL: 'http://127.0.0.1:9' }, options);
    expect({ exitCode, complaints }).toEqual({ exitCode: 2, complaints: [expect.stringContaining(refusal)] });
  }
  expect(readFileSync(file, 'utf8')).toBe(wrongFile);
});

/** The commands that read the file of a target before they do anything else. */
const commands = [
  ...['run', 'plan', 'cleanup'].map((name) => `node tools/bundle/start.mjs src/cli/main ${name}`),
  'npx playwright test',
];

for (const command of commands)
  test(`\`${command}\` refuses a wrong file in one sentence`, async () => {
    const file = test.info().outputPath('shop.yaml');
    writeFileSync(file, wrongFile);
    const settings = { TARGET_URL: 'http://127.0.0.1:9', CONFORMANCE_TARGET_FILE: file };
    const { exitCode, output } = await runLine(command, settings);
    expect(exitCode, output).toBe(2);
    expect(output.trim().split('\n')).toEqual([expect.stringContaining(`shop.yaml, ${refusal}`)]);
  });
