import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { command } from '../../src/cli/program.js';
import { suiteFolder } from '../../src/contract/documents/folders.js';
import { standardError, standardOutput } from '../../src/report/terminal/terminal.js';
import { differences } from './differences.js';
import { type Part, parts, record } from './recording.js';

/**
 * `npm run baseline -- record FOLDER [--commit REF] [--parts PART,...]` records everything that this checkout finds, or
 * that of a commit. `npm run baseline -- compare FOLDER [--parts PART,...]` records this checkout too, and prints what
 * differs. The exit code is 0 if nothing does, 1 if something does, and 2 if a command ended without a result. It shows
 * that a change that should change nothing that users see, indeed doesn't.
 */
const stop = new AbortController();
process.on('SIGINT', () => stop.abort()).on('SIGTERM', () => stop.abort());

const made = command('baseline', 'compare everything that two states of the suite find');
const partsOption = () =>
  new Option('--parts <parts>', `some of ${parts.join(', ')}, separated by commas`)
    .argParser(chosenParts)
    .default(parts);
made
  .command('record')
  .argument('<folder>')
  .option('--commit <ref>', 'record this commit in place of the checkout')
  .addOption(partsOption())
  .action((folder: string, asked: { commit?: string; parts: readonly Part[] }) =>
    attempt(async () => {
      const absolute = emptied(folder, asked.parts);
      if (asked.commit === undefined) await record(absolute, asked.parts, stop.signal);
      else recordCommit(asked.commit, absolute, asked.parts);
      return `Recorded in ${absolute}.`;
    }),
  );
made
  .command('compare')
  .argument('<folder>')
  .addOption(partsOption())
  .action((folder: string, asked: { parts: readonly Part[] }) =>
    attempt(async () => {
      const missing = asked.parts.find((part) => !existsSync(join(folder, part)));
      if (missing !== undefined)
        throw new Error(`${folder} has no ${missing}: record it with npm run baseline -- record.`);
      const own = emptied(join(suiteFolder, 'reports/baseline/checkout'), asked.parts);
      await record(own, asked.parts, stop.signal);
      const found = differences(folder, own);
      if (found.length > 0) process.exitCode = 1;
      return found.length === 0 ? 'No difference.' : found.join('\n');
    }),
  );
await made.parseAsync();

async function attempt(action: () => Promise<string>): Promise<void> {
  try {
    standardOutput.printAsIs(await action());
  } catch (error) {
    standardError.printAsIs(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}

/** Removes these parts of an earlier recording. @returns the absolute path of the folder */
function emptied(folder: string, asked: readonly Part[]): string {
  const absolute = resolve(folder);
  mkdirSync(absolute, { recursive: true });
  for (const part of asked) rmSync(join(absolute, part), { recursive: true, force: true });
  return absolute;
}

/** Records a commit by its own command, in a checkout that is removed afterwards. */
function recordCommit(ref: string, folder: string, asked: readonly Part[]): void {
  const checkout = join(mkdtempSync(join(tmpdir(), 'baseline-')), 'checkout');
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: suiteFolder });
  git('worktree', 'add', '--detach', checkout, ref);
  try {
    const options = { cwd: checkout, stdio: 'inherit' } as const;
    execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], options);
    execFileSync('npm', ['run', 'baseline', '--', 'record', folder, '--parts', asked.join()], options);
  } finally {
    git('worktree', 'remove', '--force', checkout);
  }
}

function chosenParts(value: string): readonly Part[] {
  const chosen = value.split(',');
  const unknown = chosen.find((each) => !parts.some((part) => part === each));
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is not a part.`);
  return parts.filter((part) => chosen.includes(part));
}
