import type { Transport, WireRequest } from './transport.js';

/** The suite didn't send a request because the target's configuration only allows reading. */
export class WriteDenied extends Error {
  override readonly name = 'WriteDenied';
}

const reading = ['GET', 'HEAD', 'OPTIONS'];

/** Whether a request only reads (RFC 9110). */
export function isSafe({ method }: Pick<WireRequest, 'method'>): boolean {
  return reading.includes(method);
}

/**
 * A transport that only sends requests that can't change anything.
 * @throws WriteDenied instead of sending a request with an unsafe method
 */
export function readOnly(transport: Transport): Transport {
  return {
    ...transport,
    send: async (request, title) => {
      if (!isSafe(request)) throw new WriteDenied('TARGET_WRITES is deny, and this needs a write');
      return transport.send(request, title);
    },
  };
}
