import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The specs with a test of the smoke profile, recognised by their call of inSmoke(). Loading all the others just to
 * leave them out would take longer than the run.
 * @param folder the folder of the specs, searched recursively
 * @returns their paths, for Playwright's testMatch
 */
export function smokeFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => join(folder, file))
    .filter((file) => /\binSmoke\(/.test(readFileSync(file, 'utf8')));
}
