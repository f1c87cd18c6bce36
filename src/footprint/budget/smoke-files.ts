import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The specs that hold a test of the profile smoke, known by their call of inSmoke(): to load all the others, only to
 * leave them out, would take longer than the run.
 * @param folder of the specs, searched to its bottom
 * @returns their paths, for Playwright's testMatch
 */
export function smokeFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => join(folder, file))
    .filter((file) => /\binSmoke\(/.test(readFileSync(file, 'utf8')));
}
