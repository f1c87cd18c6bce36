import { expect, test } from '@playwright/test';
import type { ProductStatus } from '../domain/products/product.js';
import { mergeProductItem, type ProductItem } from '../domain/products/product-item.js';
import { createReferenceData } from '../domain/reference-data/index.js';
import { SIGNATURE_HEADER } from '../domain/webhook-delivery.js';
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.js';
import { productItem } from '../testing/product-item.js';
import type { Fault, Workings } from './fault.js';
import { plantedOptions } from './planted-app.js';
import { CLEAN } from './workings.js';

/** A delivery of an event that was sent. */
export interface Delivery {
  url: string;
  body: string;
  signature: string | undefined;
}

/** Deliveries to URLs with this in them are answered 503, all others 200. */
export const BROKEN_RECEIVER = 'broken';

/** How a lie is told from the truth: what to ask a sandbox, and what one with the fault says. */
export interface Lie {
  ask(sandbox: OpenSandbox, deliveries: readonly Delivery[]): Promise<unknown>;
  lie: unknown;
}

const referenceData = createReferenceData(1);

/** Tests that every fault lies as its entry says, and that a clean sandbox doesn't. */
export function testLies(faults: readonly Fault[], lies: Readonly<Record<string, Lie>>): void {
  test('every fault is asked for its lie', () => {
    expect(Object.keys(lies).toSorted()).toEqual(faults.map(({ id }) => id).toSorted());
  });

  for (const fault of faults) {
    const { ask, lie } = lies[fault.id] ?? { ask: async () => undefined, lie: undefined };
    test(fault.id, async () => {
      const failures: unknown[] = [];
      const said = async (plant: Fault['plant']) => {
        const deliveries: Delivery[] = [];
        const base: Workings = { ...CLEAN, rules: { ...CLEAN.rules, deliver: receiverOf(deliveries) } };
        const workings = { ...base, ...plant(base, (id) => fault.operations?.includes(id) ?? true) };
        const sandbox = openSandbox({
          referenceData,
          rules: workings.rules,
          onError: (error) => failures.push(error),
          ...plantedOptions(() => workings),
        });
        const answer = await ask(sandbox, deliveries);
        await sandbox.app.close();
        return answer;
      };
      expect(await said(fault.plant), 'with the fault').toEqual(lie);
      expect(await said(() => ({})), 'without it').not.toEqual(lie);
      expect(failures, 'failures of the sandbox itself').toEqual([]);
    });
  }
}

/** A receiver that notes what is sent to it. */
function receiverOf(deliveries: Delivery[]): Workings['rules']['deliver'] {
  return async (url, body, headers = {}) => {
    deliveries.push({ url, body: String(body), signature: headers[SIGNATURE_HEADER] });
    const isBroken = url.includes(BROKEN_RECEIVER);
    return { delivered: !isBroken, status: isBroken ? 503 : 200 };
  };
}

/** Puts a product into the catalogue of a sandbox, in a status, without asking anybody. */
export function putProduct(
  { merchants, merchant }: OpenSandbox,
  change: Partial<ProductItem> = {},
  status: ProductStatus = 'active',
): void {
  const item = productItem(merchants, merchant, change);
  merchant.catalogue.put(mergeProductItem(item, undefined));
  const product = merchant.catalogue.find(item.sku);
  if (product !== undefined) product.status = status;
}
