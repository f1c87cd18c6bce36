import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { renderRequirementIds, requirementIdsFile } from '../contract/requirements/generate-ids.js';
import { contractTypes } from '../contract/typegen/contract-types.js';

/** A generated file of the project, and how to generate it. */
interface Generator {
  /** Its path, relative to the project's root. */
  readonly output: string;
  /** The text that the file should have now. */
  readonly text: () => Promise<string>;
}

const root = new URL('../../', import.meta.url);

/** All generated files of the project. They are committed, and a test fails if one is stale. */
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
