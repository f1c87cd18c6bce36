import { commandLine } from '../documents/folders.js';
import { Refusal } from '../refusal.js';
import { requirementsOfClause } from './catalogue.js';

/** A clause in a pattern for tests: `@8.1`. */
const clauseTag = /@(\d+(?:\.\d+)*)/g;

/** A clause as Playwright gets it: a group that has its number as its name. */
const clauseGroup = /\(\?<clause(\d+(?:_\d+)*)>[^()]*\)/g;

/**
 * A pattern for tests in which each clause, such as `@8.1`, stands for the tags of its requirements. Tests have no tags
 * for clauses: in a regular expression, `@8.1` would also match `@8.10`.
 * @returns the regular expression for Playwright
 * @throws Refusal if a clause has no requirements
 */
export function withTagsOfClauses(pattern: string): string {
  const clauses = [...new Set([...pattern.matchAll(clauseTag)].map(([, id = '']) => id))];
  const unknown = clauses.find((id) => requirementsOfClause(id).length === 0);
  if (unknown !== undefined)
    throw new Refusal(
      `No requirement comes from clause ${unknown}: ${commandLine('requirements')} lists them.`,
    );
  const named = new Set<string>();
  return pattern.replaceAll(clauseTag, (_tag, id: string) => {
    // A name may occur only once in a regular expression.
    const name = named.has(id) ? ':' : `<clause${id.replaceAll('.', '_')}>`;
    named.add(id);
    return `(?${name}${requirementsOfClause(id)
      .map((each) => `@${each.id}`)
      .join('|')})`;
  });
}

/** A pattern as its author wrote it: the reverse of {@link withTagsOfClauses}. */
export function asWritten(pattern: string): string {
  return pattern.replaceAll(clauseGroup, (_group, id: string) => `@${id.replaceAll('_', '.')}`);
}
