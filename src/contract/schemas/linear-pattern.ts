import { RE2JS } from 're2js';
import { limits } from '../values/limits.js';

/**
 * Compiles a pattern of a schema, which may stem from a target, for strings of that target: it matches in time that grows
 * only with the length of a string, whatever the pattern is.
 *
 * @throws Error if it isn't a regular expression, needs backtracking (lookaround, backreferences), or is too long
 */
export function linearPattern(source: string): {
  readonly test: (text: string) => boolean;
  readonly toString: () => string;
} {
  if (source.length > limits.patternCharacters)
    throw new RangeError(`a pattern has more than ${limits.patternCharacters} characters`);
  const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  // Ajv keeps one compiled pattern for each string that this returns.
  return { test: (text) => compiled.test(text), toString: () => source };
}

/** Whether `linearPattern` can compile a pattern. */
export function isLinearPattern(source: string): boolean {
  try {
    linearPattern(source);
    return true;
  } catch {
    return false;
  }
}
