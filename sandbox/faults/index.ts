import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { FlagError } from '../flags.js';
import { PREFIX } from '../http/operation.js';
import { OPERATIONS } from '../service/operations.js';
import { authenticationPlants } from './authentication.js';
import { batchResultPlants } from './batch-results.js';
import { batchWritePlants } from './batch-writes.js';
import { conditionsOf, onlyUnder } from './conditions.js';
import { crashPlants } from './crashes.js';
import { downloadPlants } from './downloads.js';
import { errorPlants } from './errors.js';
import { CLEAN, type Fault, type Planting, type Plants, workingsWith } from './fault.js';
import { fieldLies, lieNamed, note } from './field-lies.js';
import { foreignDataPlants } from './foreign-data.js';
import { orderPlants } from './orders.js';
import { pagePlants } from './pages.js';
import { operationsNamed } from './plants/named-operations.js';
import { productFieldPlants } from './product-fields.js';
import { productListPlants } from './product-list.js';
import { productStatusPlants } from './product-status.js';
import { rateCountPlants } from './rate-counts.js';
import { rateWindowPlants } from './rate-windows.js';
import { referenceDataPlants } from './reference-data.js';
import { refusalPlants } from './refusals.js';
import { rejectedProductPlants } from './rejected-products.js';
import { settingsAreaPlants } from './settings-area.js';
import { shapePlants } from './shapes.js';
import { stockAndPricePlants } from './stock-and-prices.js';
import { subscriptionPlants } from './subscriptions.js';
import { upsertPlants } from './upsert.js';
import { versioningPlants } from './versioning.js';
import { deliveryPlants } from './webhook-deliveries.js';

/** What plants each fault, by topic. */
const PLANTS: Plants = {
  ...authenticationPlants,
  ...foreignDataPlants,
  ...settingsAreaPlants,
  ...errorPlants,
  ...refusalPlants,
  ...crashPlants,
  ...rateCountPlants,
  ...rateWindowPlants,
  ...shapePlants,
  ...versioningPlants,
  ...batchWritePlants,
  ...batchResultPlants,
  ...upsertPlants,
  ...productListPlants,
  ...productFieldPlants,
  ...productStatusPlants,
  ...rejectedProductPlants,
  ...pagePlants,
  ...referenceDataPlants,
  ...stockAndPricePlants,
  ...orderPlants,
  ...downloadPlants,
  ...subscriptionPlants,
  ...deliveryPlants,
};

/** What faults.yaml says about a fault; `at` names its operations, one by one or by sets of them. */
interface Row extends Pick<Fault, 'does' | 'showsFor'> {
  readonly at?: string | readonly string[];
}

const ROWS = load(readFileSync(new URL('faults.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, Row>>>
>;

/** Every fault, by the requirement that it violates. */
const FAULTS: readonly Fault[] = Object.entries(ROWS).flatMap(([violates, rows]) =>
  Object.entries(rows).map(([id, { at: named, ...said }]) => {
    const plant = PLANTS[id];
    if (plant === undefined) throw new Error(`nothing plants "${id}", which faults.yaml names`);
    return {
      id,
      violates,
      ...said,
      operations: named === undefined ? undefined : operationsNamed([named].flat()),
      plant,
    };
  }),
);

const named = new Set(FAULTS.map(({ id }) => id));
for (const id of Object.keys(PLANTS))
  if (!named.has(id)) throw new Error(`faults.yaml does not name "${id}"`);

/** All faults as data, with method and path of the operations where they can be planted. */
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

/** All lies about fields as data, with method and path of their operations. */
export function describedLies(): object[] {
  return [...fieldLies().values()].map(({ plant: _, operation, ...described }) => {
    const { method = '', path = '' } = OPERATIONS.find(({ id }) => id === operation) ?? {};
    return { ...described, operation: { id: operation, method, path: PREFIX + path } };
  });
}

/** Thrown if there is no such planting; the message is one sentence for the user. */
class UnknownPlanting extends FlagError {}

/**
 * The planting that ID, ID@operationId or the id of a lie about a field names, or all of those that are joined with `+`, each on top of those before
 * it. Throws UnknownPlanting.
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
    throw new UnknownPlanting(
      `There is no fault "${id}": npm run sandbox -- --list-faults names all ${FAULTS.length}, and --list-lies those about single fields.`,
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

/** A planting whose fault shows only under a condition. Throws UnknownPlanting if it can't. */
function plantingUnder(condition: string, planted: string, name: string): Planting {
  const planting = plantingNamed(planted);
  const conditions = conditionsOf(planting.fault.plant(CLEAN, () => true));
  if (!conditions.includes(condition))
    throw new UnknownPlanting(
      `"${planted}" can't show only under "${condition}", but under ${conditions.join(', ') || 'no condition'}.`,
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
