import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { renderRequirementIds, requirementIdsFile } from '../contract/requirements/generate-ids.js';
import { contractTypes } from '../contract/typegen/contract-types.js';

/** A file of the project that is written by a program, and how to write it. */
export interface Generator {
  /** Where the file stands, relative to the project's root. */
  readonly output: string;
  /** The text that the file should have now. */
  readonly text: () => Promise<string>;
}

const root = new URL('../../', import.meta.url);

/** Every generated file of the project. Each is committed, and a test fails when one is stale. */
export const generators: readonly Generator[] = [
  {
    output: 'src/contract/types.generated.ts',
    text: async () => contractTypes(await readFile(new URL('schemas/openapi.yaml', root), 'utf8')),
  },
  { output: requirementIdsFile, text: async () => renderRequirementIds() },
];

async function generate(): Promise<void> {
  for (const { output, text } of generators) {
    await writeFile(new URL(output, root), await text());
    console.log(`wrote ${output}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await generate();
}
