import type { World } from './world.js';

/** Whatever is asked for has happened when the next request is answered: the description does not say how long anything takes. */
export const prompt: World = {
  name: 'prompt',
  does: 'A batch has ended, and a review has too, before the next request is answered; no batch is ever retried by itself.',
  words: {},
  rules: {
    batchPace: { pending: 0, processing: 0, retry: 0, retryShare: 0 },
    publicationPace: { review: 0, activation: 0 },
  },
};
