import { FlagError } from '../flags.js';
import { deduplicating } from './deduplicating.js';
import { framework } from './framework.js';
import { gateway } from './gateway.js';
import { languages } from './languages.js';
import { namesAndEnvelopes } from './names-and-envelopes.js';
import { statuses } from './statuses.js';
import { lax, strict } from './strictness.js';
import { terse } from './terse.js';
import { undescribed } from './undescribed.js';
import { values } from './values.js';
import { verbose } from './verbose.js';
import type { World } from './world.js';

/** Every effect is complete before the next response: the description doesn't say how long anything takes. */
const prompt: World = {
  name: 'prompt',
  does: 'A batch, or a review, has ended before the next request is answered; no batch is ever retried by itself.',
  words: {},
  rules: {
    batchPace: { pending: 0, processing: 0, retry: 0, retryShare: 0 },
    publicationPace: { review: 0, activation: 0 },
  },
};

/** Every world of the sandbox. */
export const WORLDS: readonly World[] = [
  namesAndEnvelopes,
  statuses,
  values,
  verbose,
  terse,
  prompt,
  deduplicating,
  framework,
  gateway,
  strict,
  lax,
  languages,
  undescribed,
];

/** The world with this name. Throws FlagError, with one sentence for the user. */
export function findWorld(name: string): World {
  const world = WORLDS.find((each) => each.name === name);
  if (world !== undefined) return world;
  const known = WORLDS.map((each) => each.name).join(', ');
  throw new FlagError(`There is no world "${name}": the worlds are ${known}.`);
}
