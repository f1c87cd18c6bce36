import type { ExchangeResponse } from '../../http/exchange.js';
import { wholeNumber } from '../../http/rate-window.js';
import type { Transport, TransportAnswer, WireRequest } from '../../http/transport.js';
import { keyHeader } from '../../http/wire-request.js';
import type { Pace } from './pace.js';

/**
 * A transport that observes the rate limits by the headers of the answers (clause 8.1): it waits instead of meeting a
 * 429. If the answers have no such headers, a 429 ends the window, and the request is sent once more in the next
 * window.
 */
export function paced(transport: Transport, pace: Pace): Transport {
  const sent = async (counter: string, request: WireRequest, title: string): Promise<TransportAnswer> => {
    await pace.before(counter);
    let answer: TransportAnswer | undefined;
    try {
      answer = await transport.send(request, title);
      return answer;
    } finally {
      pace.after(counter, toldBy(answer, 'limit'), toldBy(answer, 'remaining'));
    }
  };
  return {
    ...transport,
    send: async (request, title) => {
      // The title names the operation; limits are counted for each key.
      const counter = `${title} ${request.headers[keyHeader] ?? ''}`;
      const answer = await sent(counter, request, title);
      if (answer.status !== 429 || toldBy(answer, 'limit') !== undefined) return answer;
      await pace.nextWindow();
      return sent(counter, request, title);
    },
  };
}

function toldBy(answer: ExchangeResponse | undefined, what: 'limit' | 'remaining'): number | undefined {
  return wholeNumber(answer?.headers[`x-ratelimit-${what}`]);
}
