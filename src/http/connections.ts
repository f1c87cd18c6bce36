import type { SecureContext } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import { limits } from '../contract/values/limits.js';
import { lookUp } from './hosts.js';

let trusted: SecureContext | undefined;

/** Makes the connections that this process opens from now on trust these authorities; undefined for those of Node. */
export function trust(authorities: SecureContext | undefined): void {
  trusted = authorities;
}

/** The authorities that the connections of this process trust; undefined for those of Node. */
export function trustedAuthorities(): SecureContext | undefined {
  return trusted;
}

/**
 * A pool of connections, which identify each host by its certificate.
 * @param timeout milliseconds until a connection is open
 */
export function newConnections(timeout: number, options: Agent.Options = {}): Agent {
  return new Agent({
    ...options,
    maxHeaderSize: limits.headBytes,
    connect: (to, connected) =>
      buildConnector({ timeout, secureContext: trusted, lookup: lookUp })(to, connected),
  });
}
