import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { runCommand, runConformance } from '#testing/started-command';
import { suiteFolder } from '../../src/contract/documents/folders.js';
import { runSpeed } from '../../src/target/processes/embedded-sandbox.js';
import type { Judgement } from '../../src/verdicts/finding.js';
import type { Result } from '../faults/alterations.js';
import type { ObservedTest } from '../faults/observing-reporter.js';

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
    const args = ['selftest/prove', '--seed', seed, '--every-test', '--output', reports];
    const { exitCode, output } = await runCommand(args, {}, patience, signal);
    if (exitCode !== 0 && exitCode !== 1) throw endedEarly('The proof', exitCode, output);
    writeProof(reports);
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

/** A proof with the verdict about each fault, as `detection.json`. */
export interface RecordedProof {
  readonly faults: readonly { readonly fault: string; readonly violates: string; readonly caught: boolean }[];
  readonly errors: readonly string[];
}

/** What one test found about one requirement in the sandbox with one fault, in `findings.json`. */
export interface ProofFinding {
  readonly fault: string;
  readonly test: string;
  readonly requirement: string;
  /** `inconclusive` if the test covers the requirement, and neither verified it nor found it violated. */
  readonly judgement: Judgement | 'blocked' | 'inconclusive';
  readonly gaps: readonly string[];
  readonly place?: string;
}

/** Writes the results of a proof in the form in which recordings of all commits are compared. */
function writeProof(reports: string): void {
  const proof: { readonly results: readonly Result[]; readonly problems: readonly string[] } = JSON.parse(
    readFileSync(join(reports, 'proof.json'), 'utf8'),
  );
  const faults = proof.results.map(({ id, violates = '', outcome }) => {
    return { fault: id, violates, caught: outcome === 'right' };
  });
  const detection: RecordedProof = {
    faults,
    errors: proof.problems.filter((each) => each.startsWith('The suite failed: ')),
  };
  const findings = proof.results.flatMap(({ id, observed = [] }) =>
    observed.flatMap((test) => findingsOf(id, test)),
  );
  writeFileSync(join(reports, 'detection.json'), JSON.stringify(detection));
  writeFileSync(join(reports, 'findings.json'), JSON.stringify(findings));
}

function findingsOf(fault: string, observed: ObservedTest): readonly ProofFinding[] {
  const { name: test, findings, blocked, inapplicable, covers, verified } = observed;
  const told = [...findings, ...blocked, ...inapplicable].map(({ requirement }) => requirement as string);
  const others = [
    ...blocked.map(({ requirement }) => [requirement, 'blocked'] as const),
    ...covers.filter((id) => ![...told, ...verified].includes(id)).map((id) => [id, 'inconclusive'] as const),
  ];
  return [
    ...findings.map(({ requirement, judgement, gaps = [], at }) => {
      return { fault, test, requirement, judgement, gaps: gaps.toSorted(), place: at };
    }),
    ...others.map(([requirement, judgement]) => ({ fault, test, requirement, judgement, gaps: [] })),
  ];
}

function endedEarly(what: string, exitCode: number | null, output: string): Error {
  return new Error(`${what} ended with ${exitCode ?? 'a signal'}:\n${output}`);
}
