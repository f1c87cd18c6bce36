import { randomBytes } from 'node:crypto';

/** The prefix of a secret, which tells what the secret is for. */
type Kind = 'sk' | 'pw' | 'cs';

/**
 * A new secret: 256 bits from the system's random source.
 * @param mark letters or digits that the secret contains, by which its requester recognises it
 */
export function newSecret(kind: Kind, mark: string): string {
  return `${kind}_sandbox_${mark}${randomBytes(32).toString('base64url')}`;
}
