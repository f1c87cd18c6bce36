import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { load } from 'js-yaml';
import { baseContract } from './base-document.js';
import { documents, readDocument } from './folders.js';
import { requireValidContract } from './openapi-validity.js';

/**
 * Writes the documents of `schemas` as JSON, after making sure that the contract is valid: the code that a build makes
 * relies on both.
 * @param folder to write to
 * @throws ContractError if the contract is not valid, Error if JSON can't hold a document
 */
export async function buildDocuments(folder: string): Promise<void> {
  await requireValidContract(baseContract);
  mkdirSync(folder, { recursive: true });
  for (const name of documents) {
    const value = readDocument(name, (yaml) => load(yaml));
    const text = JSON.stringify(value);
    if (!isDeepStrictEqual(JSON.parse(text), value))
      throw new Error(`${name}.json would lose a part of its content.`);
    writeFileSync(join(folder, `${name}.json`), text);
  }
}
