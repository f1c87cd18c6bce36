import type { CatalogueDocument, RequirementEntry } from './catalogue-document.js';

/**
 * What no schema can see: ids that occur twice or refer to nothing, and entries that stand in the wrong place.
 * @returns a line for each problem, with the id and the key; empty where there is none
 */
export function catalogueProblems(document: CatalogueDocument): string[] {
  const { operationSets, topics, gaps, requirements } = document;
  return [
    ...duplicates(topics.map(({ prefix }) => prefix)).map(
      (prefix) => `topic ${prefix}: key "prefix" occurs twice`,
    ),
    ...duplicates(gaps.map(({ id }) => id)).map((id) => `gap ${id}: key "id" occurs twice`),
    ...duplicates(requirements.map(({ id }) => id)).map((id) => `requirement ${id}: key "id" occurs twice`),
    ...Object.entries(operationSets).flatMap(([name, members]) =>
      unknownOperations(`operationSets/${name}`, members, document).map(
        (problem) => `the catalogue: ${problem}`,
      ),
    ),
    ...requirements.flatMap((entry) => entryProblems(entry, document)),
    ...gaps.filter(({ id }) => !requirements.some((entry) => gapsOf(entry).includes(id))).map(unused),
    ...orderProblems(document),
  ];
}

/** Ids of the gaps that a requirement rests on, wholly or in part; empty where it rests on none. */
export function gapsOf(entry: RequirementEntry): readonly string[] {
  return entry.from === 'assumed' ? entry.gap : (entry.assumedPart?.gap ?? []);
}

function entryProblems(entry: RequirementEntry, document: CatalogueDocument): string[] {
  const operations = typeof entry.operations === 'string' ? [] : entry.operations;
  const gapKey = entry.from === 'assumed' ? 'gap' : 'assumedPart/gap';
  const problems = [
    ...unknownOperations('operations', operations, document),
    ...gapsOf(entry)
      .filter((gap) => !document.gaps.some(({ id }) => id === gap))
      .map((gap) => `key "${gapKey}" names ${gap}, which is not defined`),
  ];
  if (entry.notTested && entry.notTestedPart) {
    problems.push('keys "notTested" and "notTestedPart" exclude each other');
  }
  if (entry.notTested && entry.verified !== undefined)
    problems.push('keys "notTested" and "verified" exclude each other');
  if (!entry.notTested && entry.verified === undefined)
    problems.push('key "verified" is missing, or "notTested" with a reason why there is no check');
  return problems.map((problem) => `requirement ${entry.id}: ${problem}`);
}

function unknownOperations(
  key: string,
  members: readonly string[],
  { operationSets }: CatalogueDocument,
): string[] {
  return members
    .filter((operationId) => !operationSets.all.includes(operationId))
    .map((operationId) => `key "${key}" names ${operationId}, which is no operation of the set all`);
}

function orderProblems({ topics, requirements }: CatalogueDocument): string[] {
  const ranks = requirements.map(({ id }) => topics.findIndex(({ prefix }) => id.startsWith(`${prefix}-`)));
  return requirements.flatMap(({ id }, index) => {
    const rank = ranks[index] ?? -1;
    const previous = requirements[index - 1]?.id ?? '';
    const previousRank = ranks[index - 1] ?? 0;
    if (rank === -1) return [`requirement ${id}: key "id" has a prefix that is no topic`];
    const isLater = rank > previousRank || (rank === previousRank && id >= previous);
    return isLater ? [] : [`requirement ${id}: key "id" must stand before ${previous}`];
  });
}

function unused({ id }: { readonly id: string }): string {
  return `gap ${id}: key "id" is named by no requirement`;
}

function duplicates(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
