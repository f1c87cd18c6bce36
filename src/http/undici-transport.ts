import type { SecureContext } from 'node:tls';
import { Agent } from 'undici';
import { type AnswerLimits, answerLimits, answerTo, NoAnswer } from './answer.js';
import { heedingOutages } from './outages.js';
import { type Transport, TransportError } from './transport.js';
import { Turns } from './turns.js';

/**
 * Sends through a pool of kept connections, byte for byte what it is given.
 * @param connections that are open at once to a host; further requests wait for their turn, and their time begins then
 * @param authorities whom to believe; workers need none, as they trust the authorities of the target by themselves
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
