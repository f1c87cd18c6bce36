import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { suiteFolder } from '../contract/documents/folders.js';

/** The versions of the suite, of the contract that it tests against, and of what runs it, in one line. */
export function versions(): string {
  const { name, version } = JSON.parse(readFileSync(join(suiteFolder, 'package.json'), 'utf8'));
  const playwright: { readonly version: string } = createRequire(import.meta.url)(
    '@playwright/test/package.json',
  );
  // Parsing the whole contract takes longer than everything else that this command does.
  const contract = readFileSync(join(suiteFolder, 'schemas/openapi.yaml'), 'utf8');
  const [, declared = 'unknown'] = /^info:$[\s\S]*?^ {2}version: ["']?([^\s"']+)/m.exec(contract) ?? [];
  return `${name} ${version} (contract ${declared}, Playwright ${playwright.version}, Node.js ${process.versions.node})`;
}
