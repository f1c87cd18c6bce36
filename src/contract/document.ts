import type { JsonObject } from './base-document.js';
import { target } from './closings/target.js';

export { contractVersion, isJsonObject, type JsonObject, parseContract } from './base-document.js';

/**
 * The contract in our words, with what the target closes otherwise where `CONFORMANCE_TARGET_FILE` names its file: what it
 * requires, bounds, and answers with.
 */
export const contract: JsonObject = target.ours;
