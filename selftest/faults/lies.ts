import type { ExercisedTest } from '../../fixtures/planted-tests.js';
import { type Alteration, type AskedAlterations, choose, orderOf } from './alterations.js';
import { contractOf } from './plan.js';
import { printedBySandbox } from './plantings.js';

/** A lie about one field or header, as listed by `npm run sandbox -- --list-lies`. */
export interface FieldLie extends Alteration {
  /** `one-more:200/items[].stock@listProducts`, after `rarely-` if one response in ten tells it. */
  readonly id: string;
  readonly operation: { readonly id: string; readonly method: string; readonly path: string };
  readonly status: number;
  readonly path: string;
  readonly kind: string;
  readonly does: string;
}

/** All lies that the sandbox can tell. @throws Error if the sandbox doesn't list them */
export async function listLies(): Promise<readonly FieldLie[]> {
  return JSON.parse(await printedBySandbox('--list-lies'));
}

/** The requested lies, in their order. @returns them, or a sentence that says which name is unknown */
export function chooseLies(
  lies: readonly FieldLie[],
  asked: AskedAlterations,
): readonly FieldLie[] | { readonly problem: string } {
  const chosen = choose(lies, asked, (name, { id, operation }) =>
    name.startsWith('@') ? name === `@${operation.id}` : id.includes(name),
  );
  if (!('unknown' in chosen)) return chosen;
  return {
    problem: `No lie has "${chosen.unknown}" in its id: npm run sandbox -- --list-lies names the lies.`,
  };
}

/**
 * Returns a function that finds the indexes of the tests that received a response with a lie's status from its operation
 * on the clean sandbox, in the order in which they run.
 */
export function testsForLies(tests: readonly ExercisedTest[]): (lie: FieldLie) => readonly number[] {
  const inOrder = orderOf(tests);
  return ({ operation, status }) => {
    const id = contractOf(operation)?.operationId ?? '';
    return inOrder([...tests.keys()].filter((index) => tests[index]?.statuses[id]?.includes(String(status))));
  };
}

/**
 * Whether the description doesn't show what a lie is about, so that no must can be expected to catch it: its header, or
 * the body of its response.
 */
export function isAssumed({
  operation,
  status,
  path,
}: Pick<FieldLie, 'operation' | 'status' | 'path'>): boolean {
  const response = contractOf(operation)?.responses.find((each) => each.status === status);
  const header = response?.headers.find(({ name }) => path === `header ${name.toLowerCase()}`);
  return (header ?? response)?.origin.provenance !== 'stated';
}
