import type { OperationId } from '../../service/operations.js';
import * as at from './operations.js';

/** The operations with these names: each is that of a set of operations, or the id of one. Throws if it is neither. */
export function operationsNamed(names: readonly string[]): readonly OperationId[] {
  const sets: Readonly<Record<string, unknown>> = at;
  return names.flatMap((name) => {
    const set = sets[name];
    const found = Array.isArray(set)
      ? at.ALL.filter((id) => set.includes(id))
      : (at.operationIdOf(name) ?? []);
    if (found.length === 0) throw new Error(`"${name}" is neither an operation nor a set of them`);
    return found;
  });
}
