import { contractVersion } from '../../contract/document.js';
import type { LiveDescription } from '../load-live-description.js';

/**
 * Whether the live description declares the version of the contract (clause 9.2). VER-02 judges what a difference
 * means.
 * @param description undefined if it could not be loaded
 * @returns a sentence; undefined if the version is the same
 */
export function otherVersionIn(description: LiveDescription | undefined, url: string): string | undefined {
  if (description === undefined) return `no live description could be read at ${url}`;
  const { version, exchange } = description;
  if (version === contractVersion) return undefined;
  if (!exchange.succeeded)
    return `the request for the live description at ${url} got status ${exchange.status}`;
  const declared =
    typeof version === 'string' ? `version ${JSON.stringify(version.slice(0, 40))}` : 'no version';
  return `the live description at ${url} declares ${declared}, but the contract has ${contractVersion}`;
}
