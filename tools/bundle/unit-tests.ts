import { join } from 'node:path';
import { build } from 'esbuild';
import { filesIn } from './current-build.mjs';
import { sourceAddresses } from './suite-bundle.js';

/** The modules that Playwright loads by their paths. */
const loaded = ['selftest/playwright.config', 'selftest/pages/browser', 'testing/seed'];

/**
 * Bundles all unit tests of a checkout, because compiling and loading hundreds of sources takes longer than their tests.
 * Each test file is at the same place below the folder as below the root.
 */
export async function bundleUnitTests(root: string, folder: string): Promise<void> {
  await build({
    entryPoints: [
      ...['src', 'sandbox', 'selftest', 'testing', 'tools'].flatMap((name) =>
        filesIn(join(root, name), /(?<!\.long)\.test\.ts$/),
      ),
      ...loaded.map((name) => join(root, `${name}.ts`)),
    ],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    outdir: folder,
    outbase: root,
    logLevel: 'silent',
    plugins: [sourceAddresses()],
  });
}
