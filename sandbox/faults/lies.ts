import { expect, test } from '@playwright/test';
import type { OpenSandbox } from '../testing/open-sandbox.js';
import type { Fault } from './fault.js';
import { cleanSandbox, plantedSandbox } from './planted-sandbox.js';

/** What can be seen of a fault: something to look at, and what is seen where the fault is planted. */
export type Lies = Readonly<Record<string, readonly [look: (sandbox: OpenSandbox) => unknown, lie: unknown]>>;

/** Tests that each fault shows its lie, and that a sandbox without it does not. */
export function testLies(faults: readonly Fault[], lies: Lies): void {
  test('each fault has a lie to show', () => {
    expect(Object.keys(lies).toSorted()).toEqual(faults.map(({ id }) => id).toSorted());
  });

  for (const [id, [look, lie]] of Object.entries(lies))
    test(id, async () => {
      const [planted, clean] = [plantedSandbox(id), cleanSandbox()];
      expect(await look(planted), 'with the fault').toEqual(lie);
      expect(await look(clean), 'without it').not.toEqual(lie);
      await Promise.all([planted.app.close(), clean.app.close()]);
    });
}
