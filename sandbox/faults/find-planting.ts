import { FlagError } from '../flags.js';
import { OPERATIONS } from '../routes/index.js';
import { FAULTS } from './index.js';
import type { Planting } from './workings.js';

/** Thrown for a planting that there isn't; the message is one sentence for the user. */
export class UnknownPlanting extends FlagError {}

/** What ID or ID@operationId names. Throws UnknownPlanting. */
export function findPlanting(name: string): Planting {
  const [id = '', operationId, ...more] = name.split('@');
  const fault = FAULTS.find((each) => each.id === id);
  if (fault === undefined)
    throw new UnknownPlanting(
      `There is no fault "${id}": npm run sandbox -- --list-faults names all ${FAULTS.length}.`,
    );
  if (more.length > 0)
    throw new UnknownPlanting(`"${name}" names more than one operation: a fault is planted in one.`);
  if (operationId === undefined) return { fault };
  const operation = OPERATIONS.find((each) => each.id === operationId)?.id;
  if (operation !== undefined && fault.operations?.includes(operation)) return { fault, operation };
  throw new UnknownPlanting(
    fault.operations === undefined
      ? `The fault "${id}" can't be planted in one operation.`
      : `The fault "${id}" can't be planted in "${operationId}", but in ${fault.operations.join(', ')}.`,
  );
}
