import { expect, test } from '#unit-test';
import { SIGNATURE_HEADER } from '../domain/webhook-delivery.js';
import type { OpenSandbox } from '../testing/open-sandbox.js';
import type { Fault, Workings } from './fault.js';
import { cleanSandbox, plantedSandbox } from './planted-sandbox.js';

/** A delivery of an event that was sent. */
export interface Delivery {
  url: string;
  body: string;
  signature: string | undefined;
}

/** Deliveries to URLs with this in them are answered 503, all others 200. */
export const BROKEN_RECEIVER = 'broken';

/** What can be seen of a fault: something to look at, and what is seen where the fault is planted. */
export type Lie = readonly [
  look: (sandbox: OpenSandbox, deliveries: readonly Delivery[]) => unknown,
  lie: unknown,
];

export type Lies = Readonly<Record<string, Lie>>;

/** Tests that each fault shows its lie, and that a sandbox without it does not. */
export function testLies(faults: readonly Fault[], lies: Lies): void {
  test('each fault has a lie to show', () => {
    expect(Object.keys(lies).toSorted()).toEqual(faults.map(({ id }) => id).toSorted());
  });

  for (const [id, [look, lie]] of Object.entries(lies))
    test(id, async () => {
      const failures: unknown[] = [];
      const seen = async (start: typeof cleanSandbox) => {
        const deliveries: Delivery[] = [];
        const sandbox = start(receiverOf(deliveries), (error) => failures.push(error));
        const shown = await look(sandbox, deliveries);
        await sandbox.app.close();
        return shown;
      };
      expect(await seen((...parts) => plantedSandbox(id, ...parts)), 'with the fault').toEqual(lie);
      expect(await seen(cleanSandbox), 'without it').not.toEqual(lie);
      expect(failures, 'failures of the sandbox itself').toEqual([]);
    });
}

/** A receiver that notes what is sent to it. */
function receiverOf(deliveries: Delivery[]): Workings['rules']['deliver'] {
  return async (url, body, headers = {}) => {
    deliveries.push({ url, body: String(body), signature: headers[SIGNATURE_HEADER] });
    const isBroken = url.includes(BROKEN_RECEIVER);
    return { delivered: !isBroken, status: isBroken ? 503 : 200 };
  };
}
