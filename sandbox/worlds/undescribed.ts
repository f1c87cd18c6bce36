import { asError } from '../faults/plants/responses.js';
import { DOCUMENTATION_URL } from '../http/documentation.js';
import { namesAndEnvelopes } from './names-and-envelopes.js';
import type { World } from './world.js';

/** Has the names and envelopes of another world, and shows them in its responses alone. */
export const undescribed: World = {
  ...namesAndEnvelopes,
  name: 'undescribed',
  does: 'Names and envelopes are those of the world "names-and-envelopes", and neither the documentation page nor the machine-readable description exists.',
  send: (sent, { operation, url }) =>
    operation === undefined && url.startsWith(DOCUMENTATION_URL)
      ? asError(sent, 404, 'There is no such page')
      : sent,
};
