import { contractVersion } from '../../contract/document.js';
import type { LiveDescription } from '../load-live-description.js';

/**
 * Whether the live description declares the version of the contract (clause 9.2); what that means is for VER-02 to say.
 * @param description undefined where none could be loaded
 * @returns a sentence; undefined where it does
 */
export function otherVersionIn(description: LiveDescription | undefined, url: string): string | undefined {
  if (description === undefined) return `no live description could be read at ${url}`;
  const { version, exchange } = description;
  if (version === contractVersion) return undefined;
  if (!exchange.succeeded)
    return `the live description at ${url} was answered with status ${exchange.status}`;
  const declared =
    typeof version === 'string' ? `version ${JSON.stringify(version.slice(0, 40))}` : 'no version';
  return `the live description at ${url} declares ${declared}, and the contract has ${contractVersion}`;
}
