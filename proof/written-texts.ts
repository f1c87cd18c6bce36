import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';

/**
 * Every file below a folder as text, by its path: archives, including Playwright's packed page data, are unpacked.
 */
export function textsIn(folder: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (statSync(path).isFile()) add(texts, name, readFileSync(path));
  }
  return texts;
}

function add(texts: Map<string, string>, name: string, bytes: Uint8Array): void {
  const text = Buffer.from(bytes).toString('latin1');
  texts.set(name, text);
  const packed = text.startsWith('PK') ? bytes : packedIn(text);
  for (const [entry, content] of Object.entries(packed === undefined ? {} : unzipSync(packed)))
    add(texts, `${name}/${entry}`, content);
}

function packedIn(html: string): Uint8Array | undefined {
  const [, base64] = /data:application\/zip;base64,([A-Za-z0-9+/=]+)/.exec(html) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}
