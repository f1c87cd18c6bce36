import { FlagError } from '../flags.js';
import { PREFIX } from '../http/operation.js';
import { OPERATIONS } from '../service/operations.js';
import { conditionsOf, onlyUnder } from './conditions.js';
import { CLEAN, type Fault, type Planting, workingsWith } from './fault.js';
import { FAULTS } from './faults.js';
import { fieldLies, lieNamed, note } from './field-lies.js';

/** All faults as data, with the method and path of each operation where they can be planted. */
export function describedFaults(): object[] {
  return FAULTS.map(({ id, violates, does, showsFor, operations, plant }) => ({
    id,
    violates,
    does,
    conditions: conditionsOf(plant(CLEAN, () => true)),
    showsFor,
    operations:
      operations &&
      OPERATIONS.filter((each) => operations.includes(each.id)).map(({ id, method, path }) => ({
        id,
        method,
        path: PREFIX + path,
      })),
  }));
}

/** All lies about fields as data, with the method and path of their operations. */
export function describedLies(): object[] {
  return [...fieldLies().values()].map(({ plant: _, operation, ...described }) => {
    const { method = '', path = '' } = OPERATIONS.find(({ id }) => id === operation) ?? {};
    return { ...described, operation: { id: operation, method, path: PREFIX + path } };
  });
}

/**
 * The planting that is named by ID, ID@operationId or the id of a lie about a field, or several of them
 * joined with `+`, each on top of those before it. Throws FlagError.
 */
export function findPlanting(name: string): Planting {
  const [first, ...others] = name.split('+').map(plantingNamed);
  if (first === undefined || others.length === 0) return first ?? plantingNamed(name);
  const all = [first, ...others];
  const joined = (of: (fault: Fault) => string) => all.map(({ fault }) => of(fault)).join(', ');
  return {
    fault: {
      id: name,
      violates: joined(({ violates }) => violates),
      does: joined(({ does }) => does),
      plant: (clean) => all.reduce((parts, planting) => workingsWith(planting, parts), clean),
    },
  };
}

function plantingNamed(name: string): Planting {
  const lie = lieNamed(name);
  if (lie !== undefined) return { fault: lie };
  const [planted = '', condition] = name.split('~');
  if (condition !== undefined) return plantingUnder(condition, planted, name);
  const [id = '', operationId, ...more] = planted.split('@');
  const fault = FAULTS.find((each) => each.id === id);
  if (fault === undefined)
    throw new FlagError(
      `There is no fault "${id}": npm run sandbox -- --list-faults names all ${FAULTS.length}, and --list-lies those about single fields.`,
    );
  if (more.length > 0)
    throw new FlagError(`"${name}" names more than one operation: a fault is planted in one.`);
  if (operationId === undefined) return { fault };
  const operation = OPERATIONS.find((each) => each.id === operationId)?.id;
  if (operation !== undefined && fault.operations?.includes(operation)) return { fault, operation };
  throw new FlagError(
    fault.operations === undefined
      ? `The fault "${id}" can't be planted in one operation.`
      : `The fault "${id}" can't be planted in "${operationId}", only in ${fault.operations.join(', ')}.`,
  );
}

/**
 * A planting whose fault shows only under a condition. Throws FlagError if the fault can't be restricted to
 * it.
 */
function plantingUnder(condition: string, planted: string, name: string): Planting {
  const planting = plantingNamed(planted);
  const conditions = conditionsOf(planting.fault.plant(CLEAN, () => true));
  if (!conditions.includes(condition))
    throw new FlagError(
      `"${planted}" doesn't take the condition "${condition}": it takes ${conditions.join(', ') || 'no condition'}.`,
    );
  let isNoted = false;
  const onShown = () => {
    if (!isNoted) note(name);
    isNoted = true;
  };
  return {
    ...planting,
    under: (parts, clean, plantedIn) => onlyUnder(condition, parts, clean, plantedIn, onShown),
  };
}
