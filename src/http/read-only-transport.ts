import type { Transport, WireRequest } from './transport.js';

/** A request was not sent, because the target's configuration lets the suite only read. */
export class WriteDenied extends Error {
  override readonly name = 'WriteDenied';
}

const reading = ['GET', 'HEAD', 'OPTIONS'];

/** Whether a request only reads (RFC 9110). */
export function isSafe({ method }: Pick<WireRequest, 'method'>): boolean {
  return reading.includes(method);
}

/**
 * A transport that sends nothing that could change anything, whoever asks for it.
 * @throws WriteDenied in place of sending a request with an unsafe method
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
