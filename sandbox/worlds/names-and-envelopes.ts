import { OPERATIONS } from '../service/operations.js';
import { both, SAME } from './change.js';
import { dataAndMeta, envelopesOf } from './envelopes.js';
import { names } from './names.js';
import type { OperationWords, Words, World } from './world.js';

const envelopes = envelopesOf('entries');
const payload = dataAndMeta('payload');

function togetherIn(first: OperationWords = {}, second: OperationWords = {}): OperationWords {
  return {
    ...first,
    ...second,
    body: both(first.body ?? SAME, second.body ?? SAME),
    answer: both(first.answer ?? SAME, second.answer ?? SAME),
  };
}

const words: Words = Object.fromEntries(
  OPERATIONS.filter(({ id }) => id in names.words || id in envelopes).map(({ id }) => [
    id,
    togetherIn(names.words[id], envelopes[id]),
  ]),
);

/** The names of one world in the envelopes of the other. */
export const namesAndEnvelopes: World = {
  name: 'names-and-envelopes',
  does: 'Fields and parameters have other names, as in the world "names", and bodies other envelopes, as in "envelopes".',
  words,
  delivery: { ...names.delivery, body: both(names.delivery?.body ?? SAME, payload) },
};
