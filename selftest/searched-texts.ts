import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { FormSearch } from '../src/http/shown/secrets.js';
import { formsOf } from './proxies.js';

/** The names of the strings that contain a secret, in any form. */
export function namesOfTextsWith(
  secrets: Iterable<string>,
  strings: ReadonlyMap<string, string>,
): readonly string[] {
  const search = new FormSearch();
  for (const secret of secrets) for (const form of innerFormsOf(secret)) search.add(form);
  return [...strings.keys()].filter((name) => search.firstIn(strings.get(name) ?? '') !== undefined);
}

/** The rest of a secret, in each form, if a character at either end is wrong, missing, or shared with a neighbour. */
function innerFormsOf(secret: string): string[] {
  return Object.entries(formsOf(secret)).map(([name, form]) =>
    name.startsWith('base64') ? form.slice(4, -6) : form.slice(4, -2),
  );
}

/**
 * Every file below a folder as text, by its path: archives, including Playwright's packed page data, are unpacked.
 */
export function textsIn(folder: string): ReadonlyMap<string, string> {
  const strings = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (statSync(path).isFile()) add(strings, name, readFileSync(path));
  }
  return strings;
}

function add(strings: Map<string, string>, name: string, bytes: Uint8Array): void {
  const text = Buffer.from(bytes).toString('latin1');
  strings.set(name, text);
  const packed = text.startsWith('PK') ? bytes : packedIn(text);
  for (const [entry, content] of Object.entries(packed === undefined ? {} : unzipSync(packed)))
    add(strings, `${name}/${entry}`, content);
}

function packedIn(html: string): Uint8Array | undefined {
  const [, base64] = /data:application\/zip;base64,([A-Za-z0-9+/=]+)/.exec(html) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}
