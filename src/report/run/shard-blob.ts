import { readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { specsFolder, suiteFolder } from '../../contract/documents/folders.js';
import { limits } from '../../contract/values/limits.js';
import { fileExcess } from '../../http/json-excess.js';

/**
 * Reads the Playwright blob of a shard, which comes from another machine, and leaves only what a merge may use. Playwright
 * shows the lines around each location in its report, whichever file the blob names, and copies the control characters
 * of its strings into XML.
 * @param file path of the archive
 * @returns the archive to merge
 * @throws Error with a reason if the archive is damaged or too large
 */
export function harmlessBlob(file: string): Uint8Array {
  let size = 0;
  const entries = unzipSync(readFileSync(file), {
    filter: ({ originalSize }) => {
      size += originalSize;
      if (size > limits.blobBytes) throw new Error(`${file} unpacks to more than ${limits.blobBytes} bytes`);
      return true;
    },
  });
  const harmless = Object.entries(entries).map(([name, bytes]) => [
    name,
    name.endsWith('.jsonl') ? strToU8(harmlessEvents(file, bytes)) : bytes,
  ]);
  return zipSync(Object.fromEntries(harmless), { level: 0 });
}

/** The events of a blob, one in each line. */
function harmlessEvents(file: string, bytes: Uint8Array): string {
  const excess = fileExcess(Buffer.from(bytes));
  if (excess !== undefined) throw new Error(`${file} ${excess}`);
  return strFromU8(bytes)
    .split('\n')
    .map((line) => (line === '' ? '' : JSON.stringify(JSON.parse(line, harmlessMember))))
    .join('\n');
}

function harmlessMember(name: string, value: unknown): unknown {
  if (typeof value === 'string') {
    // Playwright replaces it by that of this system, in every path.
    if (name === 'pathSeparator') return value === '\\' ? '\\' : '/';
    return value.replaceAll(unprintable, '\ufffd');
  }
  if (name === 'location') return isInSource(value) ? value : undefined;
  return name === 'errors' && Array.isArray(value) ? value.map(placedError) : value;
}

/** Control characters that begin no style, and the other characters that XML forbids. */
const unprintable = /\p{Cc}(?<![\t\n\r])(?!\[[\d;]*m)|[\ufffe\uffff]/gu;

/** Whether a location is in a source of the suite. */
function isInSource(location: unknown): boolean {
  const path = relative(suiteFolder, resolve(specsFolder, fileOf(location).replaceAll('\\', '/')));
  return !path.startsWith('..') && !isAbsolute(path) && /\.[cm]?[jt]sx?$/.test(path);
}

/** Playwright resolves the location of an error from the folder of the user, where the suite has no source. */
function placedError(error: unknown): unknown {
  return isAbsolute(fileOf(Object(error).location)) ? error : { ...Object(error), location: undefined };
}

function fileOf(location: unknown): string {
  return String(Object(location).file);
}
