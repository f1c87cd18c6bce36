import { test as base, expect } from '#unit-test';
import { createReferenceData } from '../domain/reference-data.js';
import { type OpenSandbox, openSandbox } from './open-sandbox.js';

export { expect };

const referenceData = createReferenceData(1);

/** A test with a sandbox of its own; it fails when an answer is not what its operation declares. */
export const test = base.extend<{ sandbox: OpenSandbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: the framework reads a fixture's needs from this pattern
  sandbox: async ({}, use) => {
    const failures: unknown[] = [];
    const sandbox = openSandbox({ referenceData, onError: (error) => failures.push(error) });
    await use(sandbox);
    await sandbox.app.close();
    expect(failures, 'failures of the sandbox itself').toEqual([]);
    expect(sandbox.broken, 'answers that their operations do not declare').toEqual([]);
  },
});
