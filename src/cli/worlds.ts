import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { targetFileVariable } from '../contract/closings/target-file-path.js';
import { runSpeed, startSandbox, targetSettings } from '../target/sandbox-process.js';
import { runCommand, runConformance } from './conformance-process.js';
import { largestSeed, seedIn } from './seed.js';
import { isRightVerdict, type WorldRun, worldTable } from './world-runs.js';

/**
 * `npm run worlds -- [--seed N] [--files FOLDER] [NAME...]`: runs the suite in the worlds of the sandbox, with nothing
 * confirmed, or with what FOLDER/NAME.yaml says of each, and prints a table of what came of it. The exit code is 0 where every verdict is right, 1 where a must failed, nothing can be said or a
 * blocked requirement names no gap, and 2 where the command line can't be understood or was interrupted.
 */
const reports = fileURLToPath(new URL('../../reports/worlds', import.meta.url));
/** Milliseconds after which a run is ended: a world in which much is blocked waits for many batches. */
const atMost = 1_800_000;
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const asked = parsed(args);
  if ('problem' in asked) return fail(asked.problem);
  const worlds = await listWorlds();
  const unknown = asked.names.find((name) => !worlds.includes(name));
  if (unknown !== undefined)
    return fail(`There is no world "${unknown}": the worlds are ${worlds.join(', ')}.`);
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const runs: WorldRun[] = [];
  for (const world of asked.names.length > 0 ? asked.names : worlds) {
    const run = await runIn(world, asked, stop.signal);
    if (stop.signal.aborted) return fail('The runs were interrupted.');
    process.stdout.write(`${world}: ${run.seconds.toFixed(0)} s, ${join(reports, world)}\n`);
    runs.push(run);
  }
  process.stdout.write(`\n${worldTable(runs)}`);
  return runs.every(isRightVerdict) ? 0 : 1;
}

interface Asked {
  readonly seed: string;
  readonly names: readonly string[];
  /** Where the worlds' target files lie. */
  readonly files?: string;
}

function parsed(args: readonly string[]): Asked | { readonly problem: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { seed: { type: 'string', default: '1' }, files: { type: 'string' } },
    });
    const seed = seedIn(values.seed);
    if (seed === undefined) return { problem: `--seed must be a whole number up to ${largestSeed}.` };
    return {
      seed,
      names: positionals,
      ...(values.files === undefined ? {} : { files: resolve(values.files) }),
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The names of all worlds, as the sandbox lists them. */
async function listWorlds(): Promise<string[]> {
  const { exitCode, output } = await runCommand(['sandbox/main.ts', '--list-worlds'], {}, atMost);
  const names = [...output.matchAll(/^([a-z-]+): /gm)].map(([, name = '']) => name);
  if (exitCode !== 0 || names.length === 0) throw new Error(`The sandbox lists no worlds: ${output}`);
  return names;
}

/** Runs the suite in a world, as somebody would who knows nothing of it. */
async function runIn(world: string, { seed, files }: Asked, signal: AbortSignal): Promise<WorldRun> {
  await using sandbox = await startSandbox('--world', world, '--speed', runSpeed, '--seed', seed);
  const settings = {
    ...targetSettings(sandbox),
    TARGET_CONFIRMED_GAPS: '',
    ...(files === undefined ? {} : { [targetFileVariable]: join(files, `${world}.yaml`) }),
    // Each run's target is another one, and no run of it is news.
    CONFORMANCE_HISTORY: '0',
  };
  const folder = join(reports, world);
  rmSync(folder, { recursive: true, force: true });
  const args = ['--seed', seed, '--output', join(folder, 'artifacts')];
  const run = await runConformance(settings, folder, args, signal);
  const { exitCode, milliseconds, report } = run;
  return { world, exitCode, seconds: milliseconds / 1000, report };
}

function fail(problem: string): number {
  process.stderr.write(`${problem}\n`);
  return 2;
}
