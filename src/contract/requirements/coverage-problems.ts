import type { Requirement } from './requirement.js';

/**
 * Compares the catalogue with the existing checks: each requirement has either a check or a reason why it has none,
 * never both.
 * @param catalogue the requirements, or the part of each that counts here
 * @param covered ids of the requirements that a spec or an always-on check covers, in any order
 * @returns a line for each problem, with the id; empty if there are none
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
        return [`requirement ${id}: has a check, but key "notTested" says that it has none`];
      if (!hasCheck && !notTested)
        return [`requirement ${id}: has neither a check nor a key "notTested" that gives the reason`];
      return [];
    }),
    ...[...unknown].map((id) => `requirement ${id}: is covered, but is not in the catalogue`),
  ];
}
