import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { BATCH_PACE } from '../domain/batches.js';
import { operationsIn } from '../faults/plants/operations.js';
import { FlagError } from '../flags.js';
import { framework } from './framework.js';
import { gateway } from './gateway.js';
import { languages } from './languages.js';
import { namesAndEnvelopes } from './names-and-envelopes.js';
import { changesOf, type WorldRow } from './notation.js';
import { lax, strict } from './strictness.js';
import { terse } from './terse.js';
import { undescribed } from './undescribed.js';
import { values } from './values.js';
import { verbose } from './verbose.js';
import type { World, WorldCode } from './world.js';

/** Every effect is complete before the next response: the description doesn't say how long anything takes. */
const prompt: WorldCode = {
  rules: {
    batchPace: { pending: 0, processing: 0, retry: 0, retryShare: 0 },
    publicationPace: { review: 0, activation: 0 },
  },
};

/** Treats an identical submission as a repetition of the first one (gap G-21). */
const deduplicating: WorldCode = {
  rules: { batchPace: { ...BATCH_PACE, sharedFor: 2_000 } },
  describe: (operation, { does }) =>
    operationsIn('BATCH_WRITES').some((id) => id === operation.operationId)
      ? { ...operation, description: does }
      : operation,
};

/** Uses different statuses where the description shows none, and a 429 that says only what clause 8.1 requires. */
const statuses: WorldCode = {
  responses: (status) => (status === 429 ? { body: null, headers: { 'Retry-After': null } } : undefined),
};

const CODE: Readonly<Record<string, WorldCode>> = {
  'names-and-envelopes': namesAndEnvelopes,
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
  undescribed: { ...namesAndEnvelopes, ...undescribed },
};

const ROWS = load(readFileSync(new URL('worlds.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, WorldRow>
>;

/** Every world of the sandbox. */
export const WORLDS: readonly World[] = Object.entries(ROWS).map(([name, row]) => {
  const code = CODE[name] ?? {};
  const { words, delivery } = changesOf({ ...ROWS[row.like ?? ''], ...row }, code.changes ?? {});
  return { name, does: row.does, delivery, ...code, words: { ...words, ...code.words } };
});

/** The world with this name. Throws FlagError, with one sentence for the user. */
export function findWorld(name: string): World {
  const world = WORLDS.find((each) => each.name === name);
  if (world !== undefined) return world;
  const known = WORLDS.map((each) => each.name).join(', ');
  throw new FlagError(`There is no world "${name}": the worlds are ${known}.`);
}
