import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Residue } from './residue.js';

/**
 * Passes the outcome of a run's removal from the end of its tests to its report.
 * @param folder the folder of the target's ledgers
 */
export function noteResidue(folder: string, residue: Residue): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(folder, residue.prefix), JSON.stringify(residue));
}

/** Reads the note of a run and deletes it; undefined if there is none. */
export function takeResidue(folder: string, prefix: string): Residue | undefined {
  const file = fileOf(folder, prefix);
  try {
    const text = readFileSync(file, 'utf8');
    rmSync(file, { force: true });
    return JSON.parse(text);
  } catch {
    // The run ended before it could look, or created nothing.
    return undefined;
  }
}

function fileOf(folder: string, prefix: string): string {
  return join(folder, `${prefix}residue.json`);
}
