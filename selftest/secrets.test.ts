import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { startSandbox } from '../src/target/sandbox-process.js';
import { changingProxy } from './changing-proxy.js';
import { runConformance } from './conformance-run.js';

test('a key appears in nothing that a failing run writes or prints, in no encoding', async () => {
  await using sandbox = await startSandbox('--speed', '30');
  // The worst service: it repeats the key in an answer, and everything about that answer is shown.
  await using proxy = await changingProxy(sandbox.url, {
    'GET /api/v1/brands/': () => ({ message: `welcome, ${sandbox.apiKey}` }),
    'GET /api/v1/countries/': () => ({ hex: Buffer.from(sandbox.apiKey).toString('hex') }),
  });
  const settings = {
    TARGET_URL: proxy.url,
    TARGET_API_KEY: sandbox.apiKey,
    TARGET_CLOCK_SPEED: '30',
    TARGET_CONFIRMED_GAPS: 'all',
  };
  const run = await runConformance(
    settings,
    '--grep',
    'REF-0|AUTH-03.*brands|unknown key.*(brands|countries)',
    '--trace',
    'on',
  );
  expect(run.exitCode, run.output).toBe(1);
  expect(run.report.requirements.find(({ id }) => id === 'AUTH-11')?.verdict).toBe('failed');

  const written = textsIn(run.folder);
  for (const report of ['conformance.json', 'index.html', 'summary.md', 'junit.xml', 'playwright/index.html'])
    expect([...written.keys()]).toContain(report);
  const places = [...written, ['terminal', run.output] as const]
    .filter(([, text]) => formsOf(sandbox.apiKey).some((form) => text.includes(form)))
    .map(([name]) => name);
  expect(places).toEqual([]);
});

/** The key in the forms in which it could be carried along, and all but its last character, as a wrong key has it. */
function formsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  return [
    key.slice(1),
    key.slice(0, -1),
    bytes.toString('base64').slice(0, -4),
    bytes.toString('hex'),
    encodeURIComponent(key),
  ];
}

/** Every file below a folder as text, archives and the archive inside Playwright's HTML report unpacked. */
function textsIn(folder: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) continue;
    const bytes = readFileSync(path);
    texts.set(name, bytes.toString('latin1'));
    const packed = name.endsWith('.zip') ? bytes : packedIn(bytes.toString('latin1'));
    for (const [entry, content] of Object.entries(packed === undefined ? {} : unzipSync(packed))) {
      texts.set(`${name}/${entry}`, strFromU8(content, true));
    }
  }
  return texts;
}

function packedIn(html: string): Uint8Array | undefined {
  const [, base64] = /data:application\/zip;base64,([A-Za-z0-9+/=]+)/.exec(html) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}
