import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startSandbox } from '#testing/sandbox-process';
import { runLine } from '#testing/started-command';
import { runSpeed } from '../src/target/processes/embedded-sandbox.js';
import { userOf } from './user.js';

/** A user who learns the file of a target called shop, in a folder of the test. */
function userWith(settings: Readonly<Record<string, string>>) {
  const folder = test.info().outputPath('project');
  const call = userOf(folder, { TARGET_CLOCK_SPEED: runSpeed, ...settings });
  const learn = (...args: readonly string[]) => call(['learn', '--target', 'shop', ...args]);
  return { folder, learn, file: join(folder, 'targets/shop.yaml') };
}

test('learn --check compares a target with its file, and no command changes a file or a proposal that a person edited', async () => {
  await using sandbox = await startSandbox('--world', 'names-and-envelopes', '--speed', runSpeed);
  const { learn, file } = userWith({
    TARGET_URL: sandbox.url,
    TARGET_API_KEY: sandbox.apiKey,
    TARGET_WRITES: 'deny',
  });
  const first = await learn();
  // There was no receiver for deliveries.
  expect(first.exitCode, first.output).toBe(3);
  expect(first.output).toMatch(
    /^With TARGET_WRITES=allow, .*\nNext {6}review the file, then run npm run conformance -- --target shop$/m,
  );
  const elsewhere = await learn('--folder', 'elsewhere');
  expect(elsewhere.output).toMatch(/^Next {6}review the file, move it to targets\/shop\.yaml, then run /m);
  const learned = readFileSync(file, 'utf8');
  for (const [text, exitCode, says] of [
    [learned, 0, /./],
    [learned.replace('"": brands', '"": labels'), 1, /^- +'': labels\n\+ +'': brands$/m],
    [learned.replace(/digest: \S+/, 'digest: stale'), 1, /^- +digest: stale\n\+ +digest: '?[0-9a-f]{8}'?$/m],
  ] as const) {
    writeFileSync(file, text);
    const checked = await learn('--check');
    expect(checked.exitCode, checked.output).toBe(exitCode);
    expect(checked.output).toMatch(says);
    expect(readFileSync(file, 'utf8')).toBe(text);
  }

  const edited = readFileSync(file, 'utf8');
  const proposed = file.replace('.yaml', '.proposed.yaml');
  writeFileSync(proposed, 'edited: too\n');
  const refused = await learn();
  expect(refused.exitCode).toBe(2);
  expect(refused.output).toMatch(/Nothing was written: .*shop\.proposed\.yaml was edited/);
  expect(readFileSync(file, 'utf8')).toBe(edited);
  expect(readFileSync(proposed, 'utf8')).toBe('edited: too\n');
});

test('learning leaves one product, which it uses again, and learn --check writes nothing', async () => {
  await using sandbox = await startSandbox('--speed', runSpeed);
  const { learn, folder } = userWith({
    TARGET_URL: sandbox.url,
    TARGET_API_KEY: sandbox.apiKey,
    TARGET_WRITES: 'allow',
  });
  /** What is there, and when each file was last written. */
  const left = async () => {
    const get = async (path: string) => {
      const headers = { 'x-api-key': sandbox.apiKey };
      return (await fetch(`${sandbox.url}/api/v1${path}`, { headers })).text();
    };
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return {
      products: await get('/products/?sku=ct-learn-sku'),
      webhooks: await get('/webhooks/'),
      files: names.map((name) => [name, statSync(join(folder, name)).mtimeMs]),
    };
  };
  const first = await learn();
  expect(first.exitCode, first.output).toBe(0);
  expect(first.output).toContain('the product ct-learn-sku stays, out of the catalogue');
  expect((await learn()).output).toContain('An earlier call had left it, and this one used it again.');
  const before = await left();
  expect(JSON.parse(before.products)).toMatchObject({
    items: [{ status: 'inactive' }],
    pagination: { total: 1 },
  });
  expect(before.webhooks).not.toContain('ct-learn-');
  const checked = await learn('--check');
  expect(checked.exitCode, checked.output).toBe(0);
  expect(checked.output).toContain('nothing is written, there or here.');
  expect(await left()).toEqual(before);
});

/** A mapping of an operation that no run could use, and the sentence that refuses it: unit tests have the others. */
const wrongFile = 'contract: 1.3.0\noperations:\n  listBrand: {}\n';
const refusal = 'line 3, column 3: there is no operation "listBrand"';

test('each command that reads the file of a target refuses a wrong one in one sentence, and leaves it unchanged', async () => {
  const folder = test.info().outputPath('targets');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'shop.yaml');
  writeFileSync(file, wrongFile);
  const settings = { TARGET_URL: 'http://127.0.0.1:9', CONFORMANCE_TARGET_FILE: file };
  const main = 'node tools/bundle/start.mjs src/cli/main';
  // Learning reads the file of the target in its folder.
  const learn = `${main} learn --target shop --folder ${folder}`;
  const commands = [`${main} run`, `${main} plan`, `${main} cleanup`, learn, `${learn} --check`];
  for (const command of [...commands, 'npx playwright test']) {
    const { exitCode, output } = await runLine(command, settings);
    expect(exitCode, output).toBe(2);
    expect(output.trim().split('\n'), command).toEqual([expect.stringContaining(`shop.yaml, ${refusal}`)]);
  }
  expect(readFileSync(file, 'utf8')).toBe(wrongFile);
});
