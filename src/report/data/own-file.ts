import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '../../contract/refusal.js';
import { jsonExcess } from '../../http/json-excess.js';

/**
 * The text of a file that a run left, perhaps on a machine that can't be trusted.
 * @param absent the sentence if there is no such file
 * @throws Refusal if it is missing, unreadable, or too large to be parsed
 */
export function textOfFile(file: string, absent: string): string {
  const bytes = bytesOf(file, absent);
  const excess = jsonExcess(bytes, 'fileValues');
  if (excess !== undefined) throw new Refusal(`${file} is damaged: it ${excess}.`);
  return bytes.toString();
}

function bytesOf(file: string, absent: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Refusal(code === 'ENOENT' ? absent : `${file} can't be read (${code}).`);
  }
}

/**
 * Writes a whole file or nothing: no reader sees half of it, and if two processes write at the same time, one wins.
 * @param file its path; missing folders are created
 * @throws Error of the file system
 */
export function writeAtomically(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  // A file can be moved in one step only within its folder.
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
