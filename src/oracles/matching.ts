import { inWords } from './in-words.js';
import type { Unmet } from './unmet.js';

/** An entry of a list, and whether it is what a filter asks for. */
export interface Candidate {
  readonly name: string;
  readonly matches: boolean;
}

/**
 * A list that was narrowed by a filter holds all entries that match, each once, and no others (gap G-11).
 * @param known entries of the whole list
 * @param query the filter as it was asked for
 */
export function holdExactlyWhatMatches(
  listed: readonly Candidate[],
  known: readonly Candidate[],
  query: unknown,
): Unmet | undefined {
  const at = 'body items';
  const names = listed.map(({ name }) => name);
  const strange = listed.find(({ matches }) => !matches);
  if (strange !== undefined)
    return { expected: [`only what matches ${inWords(query)}`], actual: strange.name, at };
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return { expected: ['each entry once'], actual: `${twice} again`, at };
  const missing = known.find(({ name, matches }) => matches && !names.includes(name));
  if (missing === undefined) return undefined;
  return {
    expected: [`${missing.name} among what matches ${inWords(query)}`],
    actual: inWords(names),
    at,
  };
}
