import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { formsOf } from './proxies.js';

/** How the keys, passwords, subscriptions' secrets and control tokens of each sandbox begin. */
const beginnings = ['sk', 'pw', 'cs', 'ct'].map((kind) => `${kind}_sandbox_`);

/** The names of the texts that contain a secret of a sandbox or its beginning, in any form. */
export function namesOfTextsWithSecrets(texts: ReadonlyMap<string, string>): readonly string[] {
  const forms = beginnings.flatMap(formsOfBeginning);
  return [...texts].filter(([, text]) => forms.some((form) => text.includes(form))).map(([name]) => name);
}

/** The characters of a beginning that don't depend on the text before and after it, in each form. */
function formsOfBeginning(beginning: string): readonly string[] {
  const { plain, percent, hex, capitals } = formsOf(beginning);
  // Three bytes make four characters.
  const inBase64 = [0, 1, 2].map((before) => {
    const first = Math.ceil((before * 8) / 6);
    const afterLast = Math.floor(((before + beginning.length) * 8) / 6);
    return Buffer.from('u'.repeat(before) + beginning)
      .toString('base64')
      .slice(first, afterLast);
  });
  return [plain, percent, percent.toLowerCase(), hex, capitals, ...inBase64];
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

/** The texts that the commands of a user wrote: the settings are the user's own. */
export function writtenIn(folder: string): readonly (readonly [string, string])[] {
  return [...textsIn(folder)].filter(([name]) => !name.startsWith('.env'));
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
