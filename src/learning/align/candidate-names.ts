import { lastName } from '../../contract/values/path.js';
import type { Survey } from '../survey/survey.js';
import { synonymsOf } from './names.js';

/** The number of names that are tried for one of our fields. */
const mostNames = 12;

/**
 * The names under which a target may know one of our fields, the most likely first: ours, its names for the same field
 * elsewhere, and other words for it, written as the target writes names.
 * @param near - operations whose names count more
 * @param further - names from other sources, likelier than other words
 * @param taken - names that mean something else
 */
export function candidateNames(
  survey: Survey,
  path: string,
  {
    near = [],
    further = [],
    taken,
  }: {
    readonly near?: readonly string[];
    readonly further?: readonly string[];
    readonly taken: ReadonlySet<string>;
  },
): readonly string[] {
  const name = lastName(path);
  const { vocabulary } = survey;
  const isNear = (places: ReadonlySet<string>) =>
    [...places].some((place) => near.some((id) => place.startsWith(`${id} `)));
  const elsewhere = [...(vocabulary.get(name) ?? [])]
    .sort(([, a], [, b]) => Number(isNear(b)) - Number(isNear(a)))
    .map(([theirs]) => theirs);
  const known = [...vocabulary.values()].flatMap((names) => [...names.keys()]);
  const isCamel = known.some((each) => /[a-z][A-Z]/.test(each)) && !known.some((each) => each.includes('_'));
  const others = synonymsOf(name).map((words) => written(words, isCamel));
  return [...new Set([name, ...elsewhere, ...further, ...others])]
    .filter((each) => !taken.has(each))
    .slice(0, mostNames);
}

function written(words: string, isCamel: boolean): string {
  return isCamel
    ? words.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())
    : words.replaceAll(' ', '_');
}
