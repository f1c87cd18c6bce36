import type { SecureContext } from 'node:tls';
import { Agent } from 'undici';
import { type AnswerLimits, answerLimits, answerTo, NoAnswer } from './answer.js';
import { heedingOutages } from './outages.js';
import { type Transport, TransportError } from './transport.js';
import { Turns } from './turns.js';

/**
 * Sends requests byte for byte as given, through a pool of kept-alive connections.
 * @param connections the most connections open to a host at once; further requests wait for their turn, and their time
 * limit starts then
 * @param authorities the certificate authorities to trust; workers don't need them, because they already trust the
 * target's
 */
export function undiciTransport(
  connections = 16,
  authorities?: SecureContext,
  limits: AnswerLimits = answerLimits,
): Transport {
  const agent = new Agent({
    connections,
    connect: { timeout: limits.connecting, ...(authorities && { secureContext: authorities }) },
  });
  const turns = new Turns(connections);
  const send = heedingOutages((asked, within) => answerTo(agent, asked, within), limits);
  return {
    send: (request) =>
      turns.take(async () => {
        try {
          return await send(request);
        } catch (error) {
          if (error instanceof NoAnswer) throw new TransportError(request, error.trouble);
          throw error;
        }
      }),
    close: () => agent.destroy(),
  };
}
