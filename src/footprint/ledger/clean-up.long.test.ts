import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SandboxProcess, startSandbox } from '#testing/sandbox-process';
import { expect, test } from '#testing/unit-test';
import { type Client, createClient, validKey } from '../../http/client.js';
import { type Transport, undiciTransport } from '../../http/transports/transport.js';
import { Batches } from '../../operations/batches.js';
import { Prerequisites } from '../../operations/prerequisites/prerequisites.js';
import { readState } from '../../operations/prerequisites/state.js';
import { sharedFolders } from '../../target/environment.js';
import { runningClock } from '../../target/merchants/merchant.js';
import { readSettings } from '../../target/settings.js';
import { cleanUp } from './clean-up.js';
import { ledgerFolder } from './ledger.js';
import { SharedMerchant, TestThings } from './shared-merchant.js';

const prefix = 'ct-a1b2c3-';
const speed = '200';
let sandbox: SandboxProcess;
let transport: Transport;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  sandbox = await startSandbox('--speed', speed);
  transport = undiciTransport();
});
test.afterAll(async () => {
  await transport.close();
  await sandbox[Symbol.asyncDispose]();
});

const settingsOf = (more: Readonly<Record<string, string>> = {}) =>
  readSettings({
    TARGET_NAME: 'staging',
    TARGET_URL: sandbox.url,
    TARGET_API_KEY: sandbox.apiKey,
    TARGET_WRITES: 'allow',
    TARGET_CLOCK_SPEED: speed,
    ...more,
  });

function clientOver(over: Transport): Client {
  return createClient({ baseUrl: sandbox.url, transport: over, credentials: validKey(sandbox.apiKey) });
}

/** Cleans up with the ledgers of a folder, and keeps the messages. */
async function cleanedUp(folder: string, more: Readonly<Record<string, string>> = {}) {
  const said: string[] = [];
  const code = await cleanUp({
    settings: settingsOf(more),
    folders: sharedFolders(folder),
    transport,
    print: (line) => said.push(line),
    complain: (sentence) => said.push(sentence),
  });
  return { code, said: said.join('\n') };
}

/** The parts of a run that works on the sandbox's own merchant, as one of several runs. */
function runOf(folder: string): Prerequisites {
  const shared = new SharedMerchant(settingsOf(), {
    prefix,
    folders: sharedFolders(folder),
  });
  const api = clientOver(shared.over(transport, new TestThings()));
  const clock = runningClock(Number(speed));
  const merchant = { apiKey: sandbox.apiKey, clock, shared: true, release: async () => {} };
  const batches = new Batches(api, clock, 120);
  return new Prerequisites({ api, batches, merchant, writes: 'allow', prefix, seed: 1, deadline: 120 });
}

/** Makes the ledgers say that the processes of their run have ended. */
function kill(folder: string): void {
  const ledgers = ledgerFolder(sharedFolders(folder), 'staging');
  for (const name of readdirSync(ledgers)) {
    const file = join(ledgers, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"processes":\[[\d,]*\]/, '"processes":[]'));
  }
}

test('the cleanup takes the products of a killed run out of the catalogue, and nothing else', async () => {
  const folder = test.info().outputPath('killed');
  const api = clientOver(transport);
  const given = runOf(folder);
  const batches = new Batches(api, runningClock(Number(speed)), 120);
  const options = { ...optionsOf(given), api, batches, prefix: 'others-' };
  const others = await new Prerequisites(options).activeProduct();
  const theirs = { events: ['stock.updated'], url: 'https://receiver.invalid/others' };
  await api.createWebhook({ body: theirs });

  await given.webhook();
  await given.activeProduct();
  const [onItsWay] = await given.draftProducts(2);
  await given.published([onItsWay?.style_key ?? '']);
  // Nobody reads the result of this upsert, which creates nothing.
  await given.api.upsertProducts({ body: { items: [{ ...(await given.productItem()), brand: 0 }] } });

  const alive = await cleanedUp(folder);
  expect(alive).toEqual({ code: 1, said: expect.stringContaining('this run is still going on') });
  kill(folder);
  const denied = await cleanedUp(folder, { TARGET_WRITES: 'deny' });
  expect(denied).toEqual({
    code: 2,
    said: expect.stringMatching(/^TARGET_WRITES is deny, but .*set it to allow\.$/),
  });

  // A different merchant's key sees none of it, and a different target has none of it.
  const othersKey = await cleanedUp(folder, { TARGET_API_KEY: 'a-key-of-others' });
  expect(othersKey).toEqual({
    code: 2,
    said: expect.stringMatching(
      /^The ledger of ct-a1b2c3- is kept: the key that was TARGET_API_KEY 1 .*again\.$/,
    ),
  });
  const elsewhere = await cleanedUp(folder, { TARGET_URL: 'http://127.0.0.1:9' });
  expect(elsewhere).toEqual({
    code: 2,
    said: expect.stringMatching(/is kept: its run was against .* of the run\.$/),
  });

  const { code, said } = await cleanedUp(folder);
  expect(code, said).toBe(0);
  expect(said).toContain('No subscription is left, and nothing in the catalogue');
  expect(said).toContain("the API can't delete 3 products");
  const { products, webhooks } = await readState(api);
  const statuses = products.map((row) => [
    Reflect.get(Object(row), 'sku'),
    Reflect.get(Object(row), 'status'),
  ]);
  const visible = statuses.filter(([, status]) => /active$|^pending/.test(status) && status !== 'inactive');
  expect(visible).toEqual([[others.sku, 'active']]);
  expect(webhooks).toMatchObject([{ url: theirs.url }]);
  expect(await cleanedUp(folder)).toMatchObject({
    code: 0,
    said: expect.stringContaining('nothing to clean up'),
  });
});

function optionsOf(given: Prerequisites): ConstructorParameters<typeof Prerequisites>[0] {
  return Reflect.get(given, 'options');
}
