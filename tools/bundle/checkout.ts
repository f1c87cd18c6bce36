import { copyFileSync, symlinkSync } from 'node:fs';
import { bundle, programs, sourceAddresses } from './suite-bundle.js';

/** The modules that processes of a checkout load by their paths: those of users, and those of the project's own proofs. */
const modules = [
  ...programs,
  ...[
    ...[
      'prove',
      'faults/playwright.config',
      'faults/observing-reporter',
      'mutants/main',
      'mutants/sandboxes',
    ],
    ...['test', 'test-all', 'worlds', 'baseline/main'],
  ].map((name) => `selftest/${name}`),
];

/**
 * Bundles the suite of a checkout, and the programs of its proofs.
 * @param root folder of the checkout
 * @param unfinished the folder to write to
 * @param folder the place of that folder once it is complete
 */
export async function bundleCheckout(root: string, unfinished: string, folder: string): Promise<void> {
  await bundle(
    root,
    { modules, packages: [], folder: unfinished, putSource: linkOrCopy },
    {
      packages: 'external',
      define: { BUNDLE_FOLDER: JSON.stringify(folder) },
      plugins: [sourceAddresses()],
    },
  );
}

/** An editor that opens the link changes the source. Not every account on Windows may make one. */
function linkOrCopy(source: string, path: string): void {
  try {
    symlinkSync(source, path);
  } catch {
    copyFileSync(source, path);
  }
}
