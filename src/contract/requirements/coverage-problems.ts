import type { Requirement } from './requirement.js';

/**
 * Compares the catalogue with the checks there are: a requirement has a check or a reason why it has none,
 * and never both.
 * @param catalogue the requirements, or the part of each that counts here
 * @param covered ids of the requirements that a spec or an always-on check covers, in any order
 * @returns a line for each problem, with the id; empty where there is none
 */
export function coverageProblems(
  catalogue: readonly Pick<Requirement, 'id' | 'notTested'>[],
  covered: readonly string[],
): string[] {
  const unknown = new Set(covered.filter((id) => !catalogue.some((entry) => entry.id === id)));
  return [
    ...catalogue.flatMap(({ id, notTested }) => {
      const hasCheck = covered.includes(id);
      if (hasCheck && notTested)
        return [`requirement ${id}: has a check, and yet key "notTested" says that it has none`];
      if (!hasCheck && !notTested)
        return [`requirement ${id}: has no check, and no key "notTested" that says why`];
      return [];
    }),
    ...[...unknown].map((id) => `requirement ${id}: is covered, but is not in the catalogue`),
  ];
}
