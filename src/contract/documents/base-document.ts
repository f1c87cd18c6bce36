import { load } from 'js-yaml';
import { readDocument } from './folders.js';

/** The contract document lacks a required element. This says nothing about a target. */
export class ContractError extends Error {
  override readonly name = 'ContractError';

  /**
   * @param place - the place in the document, as a JSON Pointer
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

/** The contract for every target, from the description and the assumptions: schemas/openapi.yaml, read once. */
export const baseContract: JsonObject = readDocument('openapi', (yaml) => Object(load(yaml)));

/** The version that the contract declares (clause 9). */
export const contractVersion: string = versionOf(baseContract);

function versionOf(document: JsonObject): string {
  const version = isJsonObject(document.info) ? document.info.version : undefined;
  if (typeof version !== 'string') throw new ContractError('/info/version', 'a string was expected');
  return version;
}
