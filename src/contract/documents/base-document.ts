import { load, YAMLException } from 'js-yaml';
import { readDocument } from './folders.js';

/** The contract document can't be read, or lacks a required element. This says nothing about a target. */
export class ContractError extends Error {
  override readonly name = 'ContractError';

  /**
   * @param place - the place in the document: a line and column, or a JSON Pointer
   * @param problem - what is wrong there, in words
   */
  constructor(place: string, problem: string) {
    super(`schemas/openapi.yaml, ${place}: ${problem}`);
    // The mistake is in the document, so a stack trace would not help.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** An object in the contract document; its members are unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Whether a value is a JSON object.
 *
 * @param value - anything
 * @returns false for null, arrays and everything that isn't an object
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a contract document.
 *
 * @param text - OpenAPI 3.1 as YAML
 * @returns the document's root
 * @throws ContractError with line and column when the text is not YAML, or not an OpenAPI 3.1 object
 */
function parseContract(text: string): JsonObject {
  const root = parsedYaml(text);
  if (!isJsonObject(root)) throw new ContractError('root', 'an object was expected');
  if (typeof root.openapi !== 'string' || !root.openapi.startsWith('3.1.')) {
    throw new ContractError('/openapi', 'version 3.1 was expected');
  }
  return root;
}

function parsedYaml(text: string): unknown {
  try {
    return load(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { line, column } = error.mark ?? { line: 0, column: 0 };
    throw new ContractError(`line ${line + 1}, column ${column + 1}`, error.reason);
  }
}

/** The contract for every target, from the description and the assumptions: schemas/openapi.yaml, read once. */
export const baseContract: JsonObject = readDocument('openapi', parseContract);

/** The version that the contract declares (clause 9). */
export const contractVersion: string = versionOf(baseContract);

function versionOf(document: JsonObject): string {
  const version = isJsonObject(document.info) ? document.info.version : undefined;
  if (typeof version !== 'string') throw new ContractError('/info/version', 'a string was expected');
  return version;
}
