import type { World } from './world.js';

/** Every effect is complete before the next answer: the description doesn't say how long anything takes. */
export const prompt: World = {
  name: 'prompt',
  does: 'A batch, or a review, has ended before the next request is answered; no batch is ever retried by itself.',
  words: {},
  rules: {
    batchPace: { pending: 0, processing: 0, retry: 0, retryShare: 0 },
    publicationPace: { review: 0, activation: 0 },
  },
};
