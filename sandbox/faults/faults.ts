import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { authenticationPlants } from './authentication.js';
import { batchResultPlants } from './batch-results.js';
import { batchWritePlants } from './batch-writes.js';
import { downloadPlants } from './downloads.js';
import { errorPlants } from './errors.js';
import type { Fault, Plant, Plants } from './fault.js';
import { foreignDataPlants } from './foreign-data.js';
import { listingToo, listPlants } from './lists.js';
import { orderPlants, takingItems } from './orders.js';
import { operationsIn } from './plants/operations.js';
import { listingAsActive, moving, overlooking } from './plants/products.js';
import { ignoring } from './plants/requests.js';
import { sendingHeaders, sendingStatus, withoutField } from './plants/responses.js';
import { productStatusPlants } from './product-status.js';
import { rateLimitPlants } from './rate-limits.js';
import { referenceDataPlants } from './reference-data.js';
import { lettingMembers, settingsAreaPlants, withKeysOfOthers } from './settings-area.js';
import { shapePlants } from './shapes.js';
import { stockAndPricePlants } from './stock-and-prices.js';
import { subscriptionPlants } from './subscriptions.js';
import { upsertPlants } from './upsert.js';
import { versioningPlants } from './versioning.js';
import { deliveryPlants } from './webhook-deliveries.js';

/** Plants for the faults whose rows in faults.yaml name none, by topic. */
const PLANTS: Plants = {
  ...authenticationPlants,
  ...foreignDataPlants,
  ...settingsAreaPlants,
  ...errorPlants,
  ...rateLimitPlants,
  ...shapePlants,
  ...versioningPlants,
  ...batchWritePlants,
  ...batchResultPlants,
  ...upsertPlants,
  ...productStatusPlants,
  ...listPlants,
  ...referenceDataPlants,
  ...stockAndPricePlants,
  ...orderPlants,
  ...downloadPlants,
  ...subscriptionPlants,
  ...deliveryPlants,
};

/** The ways to plant a fault that need nothing but values. */
const WAYS: Readonly<Record<string, (...values: never[]) => Plant>> = {
  ignoring,
  lettingMembers,
  listingAsActive,
  listingToo,
  moving,
  overlooking: (problem: string) => overlooking(new RegExp(problem)),
  sendingHeaders,
  sendingStatus,
  takingItems,
  withKeysOfOthers,
  withoutField,
};

/** A row of faults.yaml, whose head explains it. */
interface Row extends Pick<Fault, 'does' | 'showsFor'> {
  readonly at?: string | readonly string[];
  readonly plant?: string | Readonly<Record<string, unknown>>;
}

function plantOf(id: string, { plant = id }: Row): Plant {
  const [[way = '', values] = []] = typeof plant === 'string' ? [] : Object.entries(plant);
  const plantWith = WAYS[way];
  if (plantWith !== undefined) return Reflect.apply(plantWith, undefined, [values].flat());
  const known = typeof plant === 'string' ? PLANTS[plant] : undefined;
  if (known === undefined) throw new Error(`nothing plants "${id}", which faults.yaml names`);
  return known;
}

const ROWS = load(readFileSync(new URL('faults.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, Row>>>
>;

/** Every fault, by the requirement that it violates. */
export const FAULTS: readonly Fault[] = Object.entries(ROWS).flatMap(([violates, rows]) =>
  Object.entries(rows).map(([id, row]) => ({
    id,
    violates,
    does: row.does,
    showsFor: row.showsFor,
    operations: row.at === undefined ? undefined : [row.at].flat().flatMap(operationsIn),
    plant: plantOf(id, row),
  })),
);

const named = new Set(FAULTS.map(({ id }) => id));
for (const id of Object.keys(PLANTS))
  if (!named.has(id)) throw new Error(`faults.yaml does not name "${id}"`);
