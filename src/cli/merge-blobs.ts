import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const config = fileURLToPath(new URL('../report/merge.config.ts', import.meta.url));

/**
 * Makes one Playwright report and one JUnit file from the blobs of all shards, in the folder of the run's reports.
 * @param blobs paths of their archives
 * @returns a sentence if that failed
 */
export function mergeBlobs(blobs: readonly string[]): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-blobs-'));
  try {
    for (const [index, blob] of blobs.entries()) copyFileSync(blob, join(folder, `report-${index + 1}.zip`));
    const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [cli, 'merge-reports', '--config', config, folder],
      { encoding: 'utf8' },
    );
    return status === 0
      ? undefined
      : `Playwright's reports could not be merged: ${errorIn(stderr + stdout)}.`;
  } catch (error) {
    return `Playwright's reports could not be merged: ${(error as Error).message}.`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function errorIn(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim());
  return (lines.find((line) => /error/i.test(line)) ?? lines.find((line) => line !== '') ?? 'no reason given')
    .replace(/^Error: /, '')
    .replace(/\.$/, '');
}
