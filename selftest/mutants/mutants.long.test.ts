import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#testing/unit-test';
import { suiteFolder } from '../../src/contract/documents/folders.js';
import { bundleMutated, mutate, startMutated } from './mutants.js';

test('each mutant has a sandbox of its own, and one that cannot start does not end the others', async () => {
  const cache = join(suiteFolder, 'node_modules/.cache/seller-api-conformance');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'mutants-test-'));
  try {
    const mutated = await mutate();
    const bundle = join(folder, 'sandbox.mjs');
    await bundleMutated(mutated, bundle);
    const named = (end: string) => mutated.mutants.find(({ id }) => id.endsWith(end))?.number ?? '';
    const names = [
      'none',
      named('service/webhooks.ts webhookOperations: \'GET\' → ""'),
      named('service/reference-data.ts referenceDataOperations: \'/brands/\' → ""'),
    ];
    const crashed = join(folder, 'crashed');
    await using sandboxes = await startMutated(bundle, 1, names, crashed);
    const statuses = sandboxes.settings.map(
      async (settings) => settings && (await fetch(`${settings.TARGET_URL}/api/v1/brands/`)).status,
    );
    // Without a key, a path that is served is refused with 401, and any other with 404.
    expect(await Promise.all(statuses)).toEqual([401, undefined, 404]);
    expect(readFileSync(crashed, 'utf8')).toBe(`${names[1]}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
