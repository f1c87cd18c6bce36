import type { JsonObject } from './base-document.js';
import { target } from './closings/target.js';

export { contractVersion, isJsonObject, type JsonObject, parseContract } from './base-document.js';

/**
 * The contract in our words. If `CONFORMANCE_TARGET_FILE` names the target's file, it includes what that file closes:
 * what the target requires, its bounds, and its answers.
 */
export const contract: JsonObject = target.ours;
