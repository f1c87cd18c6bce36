import { type SandboxProcess, startSandbox } from '#testing/sandbox-process';
import { expect, test } from '#testing/unit-test';
import { createClient, validKey } from '../../http/client.js';
import { type Transport, undiciTransport } from '../../http/transports/transport.js';
import { Batches } from '../../operations/batches.js';
import type { KnownDrafts } from '../../operations/prerequisites/merchant-data.js';
import { Prerequisites } from '../../operations/prerequisites/prerequisites.js';
import { runningClock } from '../../target/merchants/merchant.js';
import { ProductDesk } from './product-desk.js';

const speed = '200';
const key = 'a key';
let sandbox: SandboxProcess;
let transport: Transport;

test.beforeAll(async () => {
  sandbox = await startSandbox('--speed', speed);
  transport = undiciTransport();
});
test.afterAll(async () => {
  await transport.close();
  await sandbox[Symbol.asyncDispose]();
});

/** What a test of a run is given, on a merchant that others use too. */
function givenWith(desk: ProductDesk, seed: number): Prerequisites {
  const api = createClient({ baseUrl: sandbox.url, transport, credentials: validKey(sandbox.apiKey) });
  const clock = runningClock(Number(speed));
  const merchant = { apiKey: sandbox.apiKey, clock, shared: true, release: async () => {} };
  const knownDrafts: KnownDrafts = {
    take: async (...wish) => desk.take(key, ...wish),
    giveBack: async (drafts) => desk.giveBack(key, drafts),
  };
  const batches = new Batches(api, clock, 120);
  const options = {
    api,
    batches,
    merchant,
    writes: 'allow',
    prefix: 'ct-a1b2c3-',
    seed,
    deadline: 120,
  } as const;
  return new Prerequisites({ ...options, knownDrafts });
}

test('a test gets the drafts that another test left, as they were; an overwritten one is upserted again', async () => {
  const desk = new ProductDesk();
  const first = givenWith(desk, 1);
  const [kept, changed, published] = await first.newDrafts(3);
  if (kept === undefined || changed === undefined || published === undefined)
    throw new Error('There are three.');
  await first.leaveDrafts(() => true);
  const { name, ...others } = await first.productItem();
  const { sku, style_key, category } = changed;
  await first.batch('upsertProducts', {
    body: { items: [{ ...others, name: `${name}!`, sku, style_key, category }] },
  });
  await first.published([published.style_key]);

  const next = givenWith(desk, 2);
  const left = await next.leftDrafts(5);
  expect(left.map((each) => each.sku)).toEqual([kept.sku, sku]);
  expect(left).toMatchObject([kept, { ...changed, name: expect.not.stringContaining(changed.name) }]);
  const { entries } = await next.everyPage('listProducts', { sku });
  expect(entries).toMatchObject([{ weight: changed.weight, quantity: changed.quantity, status: 'draft' }]);
  expect(await next.leftDrafts(1)).toEqual([]);
  expect(next.productsMadeOf(new Set([sku, 'own']))).toBe(1);
});

test('a test that needs drafts of a category gets no others', async () => {
  const desk = new ProductDesk();
  const drafts = [1, 2, 1].map((category, index) =>
    Object.assign(Object.create(null), { category, sku: `${index}` }),
  );
  desk.giveBack(key, drafts);
  expect(desk.take(key, 1, 1)).toEqual([drafts[0]]);
  expect(desk.take(key, 3, 1)).toEqual([drafts[2]]);
  expect(desk.take('another key', 1)).toEqual([]);
  expect(desk.take(key, 3)).toEqual([drafts[1]]);
});
