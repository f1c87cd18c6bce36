import type { Pace } from '../budget/pace.js';
import { wholeNumber } from '../budget/window.js';
import type { ExchangeResponse } from '../exchange/exchange.js';
import type { Transport } from './transport.js';
import { keyHeader } from './wire-request.js';

/** A transport that keeps to the rate limits by the headers of the answers (clause 8.1): it waits in place of meeting a 429. */
export function paced(transport: Transport, pace: Pace): Transport {
  return {
    ...transport,
    send: async (request, title) => {
      // The title names the operation; limits are counted for each key.
      const counter = `${title} ${request.headers[keyHeader] ?? ''}`;
      await pace.before(counter);
      let answer: ExchangeResponse | undefined;
      try {
        answer = await transport.send(request, title);
        return answer;
      } finally {
        const number = (name: string) => wholeNumber(answer?.headers[name]);
        pace.after(counter, number('x-ratelimit-limit'), number('x-ratelimit-remaining'));
      }
    },
  };
}
