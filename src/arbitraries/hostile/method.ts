import fc from 'fast-check';
import type { HostileKind } from './kind.js';

/**
 * Methods that no operation of the contract has, so that none of these requests carries out another operation. CONNECT
 * and TRACE are left out: they are a proxy's matter, and clients refuse to send them.
 */
const methods = ['HEAD', 'OPTIONS', 'PUT', 'PURGE', 'PROPFIND', 'REPORT', 'LINK'];

/** Methods whose requests have no body. */
const bodiless = ['HEAD', 'OPTIONS'];

/** The request under another method (requirement ERR-08). */
export const method: HostileKind = (_, valid) =>
  fc.constantFrom(...methods).map((other) => {
    const { body: _body, ...rest } = valid;
    return {
      what: `method ${other}`,
      request: { ...(bodiless.includes(other) ? rest : valid), raw: { ...valid.raw, method: other } },
      outsideContract: true,
    };
  });
