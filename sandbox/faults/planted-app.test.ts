import { expect, test } from '#testing/unit-test';
import { mergeProductItem } from '../domain/products.js';
import { openSandbox, productItem } from '../testing/open-sandbox.js';
import { conditionsOf } from './conditions.js';
import { workingsWith } from './fault.js';
import { findPlanting } from './index.js';
import { plantedOptions } from './planted-app.js';

test('a name that leads to no fault, operation or condition is refused in one sentence', () => {
  for (const [name, refusal] of [
    ['nothing-like-it', 'There is no fault "nothing-like-it"'],
    ['forbids-valid-key@getNothing', "can't be planted in"],
    ['forbids-valid-key~never', 'can\'t show only under "never", but under beyond, again'],
    ['accepts-expired-key~grown', 'under no condition'],
    ['__proto__', 'There is no fault'],
    ['toString@listBrands', 'There is no fault'],
    ['a+'.repeat(100_000), 'There is no fault'],
  ] as const)
    expect(() => findPlanting(name)).toThrow(refusal);
});

type Opened = ReturnType<typeof openSandbox>;

function put({ catalogue }: Opened['merchant'], sandbox: Opened, sku: string, status?: 'rejected') {
  catalogue.put(mergeProductItem(productItem(sandbox, { sku }), undefined), status);
}

/** How each condition comes about, and a request that is under it afterwards. */
const comings: Readonly<Record<string, (sandbox: Opened) => unknown>> = {
  beyond: () => '/products/?page=2',
  again: () => '/products/',
  'other-key': () => '/products/',
  async meanwhile(sandbox) {
    for (const sku of ['one', 'two'])
      await sandbox.send('POST', '/products/', { items: [productItem(sandbox, { sku })] });
  },
  grown(sandbox) {
    for (let number = 0; number < 21; number++) put(sandbox.merchant, sandbox, `sku-${number}`);
  },
  later: ({ pass }) => pass(601),
  combined: () => '/products/?page=1&per_page=2',
  history: (sandbox) => put(sandbox.merchant, sandbox, 'one', 'rejected'),
  twin(sandbox) {
    for (const merchant of sandbox.merchants.all()) put(merchant, sandbox, 'one');
  },
};

test('a fault under a condition shows only then', async () => {
  expect(Object.keys(comings)).toEqual(conditionsOf({}));
  for (const [condition, come] of Object.entries(comings)) {
    const planting = findPlanting(`forbids-valid-key@listProducts~${condition}`);
    const sandbox = openSandbox(plantedOptions(workingsWith(planting)));
    const status = async (url: unknown, key?: string) =>
      (await sandbox.send('GET', typeof url === 'string' ? url : '/products/?page=1', undefined, key)).status;
    expect(await status('/products/'), condition).toBe(200);
    const url = await come(sandbox);
    expect(await status('/brands/'), condition).toBe(200);
    const key = condition === 'other-key' ? sandbox.secondApiKey : sandbox.apiKey;
    expect(await status(url, key), condition).toBe(403);
    await sandbox.app.close();
  }
});
