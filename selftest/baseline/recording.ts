import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { runCommand, runConformance } from '#testing/started-command';
import { suiteFolder } from '../../src/contract/documents/folders.js';
import { runSpeed } from '../../src/target/processes/embedded-sandbox.js';

/** The parts of a recording: the proof with all faults, two runs with their reports, and the worlds. */
export const parts = ['proof', 'runs', 'worlds'] as const;
export type Part = (typeof parts)[number];

/** The runs of a recording, and the faults of their sandbox: they show most of what a report can show. */
const recordedRuns: Readonly<Record<string, readonly string[]>> = {
  clean: [],
  violated: [
    ...['declares-refusals-as-text@getWebhook', 'adds-stock-instead-of-setting-it'],
    ...['goes-back-to-pending', 'refuses-last-of-window', 'deactivates-draft'],
  ],
};

const seed = '1';

/** Milliseconds after which a command hangs: on a busy machine, the worlds take an hour. */
const patience = 10_800_000;

/**
 * Records what this checkout finds: `proof/detection.json` and `proof/findings.json`, `conformance.json` and
 * `index.html` of each run, and those of each world with its learned file.
 * @param folder gets one folder for each part
 * @throws Error with the output of a command that ended without a result
 */
export async function record(folder: string, wanted: readonly Part[], signal: AbortSignal): Promise<void> {
  if (wanted.includes('runs'))
    for (const [name, faults] of Object.entries(recordedRuns)) {
      await using sandbox = await startSandbox(
        '--speed',
        runSpeed,
        '--seed',
        seed,
        ...(faults.length === 0 ? [] : ['--fault', faults.join('+')]),
      );
      // With a name and a prefix of its own, two recordings differ only by what they find.
      const settings = {
        ...targetSettings(sandbox),
        TARGET_NAME: 'shop',
        CONFORMANCE_RUN_PREFIX: 'ct-baseline-',
        CONFORMANCE_HISTORY: 'off',
      };
      const reports = join(folder, 'runs', name);
      const { exitCode, output } = await runConformance(settings, reports, ['--seed', seed], signal);
      if (exitCode !== (faults.length === 0 ? 0 : 1)) throw endedEarly(`The ${name} run`, exitCode, output);
    }
  if (wanted.includes('proof')) {
    const reports = join(folder, 'proof');
    const args = ['selftest/prove', '--seed', seed, '--every-test', '--no-null-servers', '--output', reports];
    const { exitCode, output } = await runCommand(args, {}, patience, signal);
    if (exitCode !== 0 && exitCode !== 1) throw endedEarly('The proof', exitCode, output);
  }
  if (wanted.includes('worlds')) {
    const { exitCode, output } = await runCommand(['selftest/worlds', '--seed', seed], {}, patience, signal);
    if (exitCode !== 0 && exitCode !== 1) throw endedEarly('The worlds', exitCode, output);
    const results = join(suiteFolder, 'reports/worlds');
    for (const world of readdirSync(results))
      for (const file of readdirSync(join(results, world), { recursive: true, encoding: 'utf8' }))
        if (/(^|\/)conformance\.json$|^[^/]+\.yaml$/.test(file))
          cpSync(join(results, world, file), join(folder, 'worlds', world, file));
  }
}

function endedEarly(what: string, exitCode: number | null, output: string): Error {
  return new Error(`${what} ended with ${exitCode ?? 'a signal'}:\n${output}`);
}
