import { FlagError } from '../flags.js';
import { bare } from './bare.js';
import { envelopes } from './envelopes.js';
import { flatOrders } from './flat-orders.js';
import { minorUnits } from './minor-units.js';
import { names, namesAndEnvelopes } from './names.js';
import { prompt } from './prompt.js';
import { statusWords } from './status-words.js';
import { statuses } from './statuses.js';
import { strictItems } from './strict-items.js';
import { stringIds } from './string-ids.js';
import { terse } from './terse.js';
import { verbose } from './verbose.js';
import type { World } from './world.js';

/** Every world of the sandbox. */
export const WORLDS: readonly World[] = [
  names,
  envelopes,
  namesAndEnvelopes,
  statuses,
  strictItems,
  stringIds,
  minorUnits,
  statusWords,
  bare,
  verbose,
  flatOrders,
  terse,
  prompt,
];

/** The world with this name. Throws FlagError, with one sentence for the user. */
export function findWorld(name: string): World {
  const world = WORLDS.find((each) => each.name === name);
  if (world !== undefined) return world;
  const known = WORLDS.map((each) => each.name).join(', ');
  throw new FlagError(`There is no world "${name}": the worlds are ${known}.`);
}
