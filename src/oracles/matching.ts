import { inWords } from './in-words.js';
import type { Unmet, Unseen } from './unmet.js';

/** An entry of a list, and whether it is what a filter asks for. */
export interface Candidate {
  readonly name: string;
  readonly matches: boolean;
}

/**
 * A list that was narrowed by a filter holds all entries that match, each once, and no others (gap G-11). Where none
 * matches, a list without entries is right and shows nothing.
 * @param known entries of the whole list
 * @param query the filter as it was asked for
 */
export function holdExactlyWhatMatches(
  listed: readonly Candidate[],
  known: readonly Candidate[],
  query: unknown,
): Unmet | Unseen | undefined {
  const at = 'body items';
  const names = listed.map(({ name }) => name);
  const strange = listed.find(({ matches }) => !matches);
  if (strange !== undefined)
    return { expected: [`only what matches ${inWords(query)}`], actual: strange.name, at };
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return { expected: ['each entry once'], actual: `${twice} again`, at };
  const missing = known.find(({ name, matches }) => matches && !names.includes(name));
  if (missing === undefined)
    return [...listed, ...known].some(({ matches }) => matches)
      ? undefined
      : { unseen: `nothing in the whole list matches ${inWords(query)}` };
  return {
    expected: [`${missing.name} among what matches ${inWords(query)}`],
    actual: inWords(names),
    at,
  };
}
