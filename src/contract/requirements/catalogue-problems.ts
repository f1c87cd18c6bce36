import type { CatalogueDocument, RequirementEntry } from './catalogue-document.js';

/**
 * Finds problems that no schema can express: ids that occur twice or refer to nothing, and entries in the wrong order.
 * @returns a line for each problem, with the id and the key; empty if there are none
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

/** The ids of the gaps on which a requirement rests, wholly or in part. */
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
    problems.push('needs either key "verified" or key "notTested" with a reason why there is no check');
  return problems.map((problem) => `requirement ${entry.id}: ${problem}`);
}

function unknownOperations(
  key: string,
  members: readonly string[],
  { operationSets }: CatalogueDocument,
): string[] {
  return members
    .filter((operationId) => !operationSets.all.includes(operationId))
    .map((operationId) => `key "${key}" names ${operationId}, which is not in the set all`);
}

function orderProblems({ topics, requirements }: CatalogueDocument): string[] {
  const ranks = requirements.map(({ id }) => topics.findIndex(({ prefix }) => id.startsWith(`${prefix}-`)));
  return requirements.flatMap(({ id }, index) => {
    const rank = ranks[index] ?? -1;
    const previous = requirements[index - 1]?.id ?? '';
    const previousRank = ranks[index - 1] ?? 0;
    if (rank === -1) return [`requirement ${id}: key "id" has a prefix that is not a topic`];
    const isLater = rank > previousRank || (rank === previousRank && id >= previous);
    return isLater ? [] : [`requirement ${id}: key "id" must come before ${previous}`];
  });
}

function unused({ id }: { readonly id: string }): string {
  return `gap ${id}: key "id" is not named by any requirement`;
}

function duplicates(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
