import { randomBytes } from 'node:crypto';

/** What a secret opens, or signs, as it begins. */
type Kind = 'sk' | 'pw' | 'cs';

/**
 * A new secret: 256 bits from the system's random source.
 * @param mark letters or digits that it contains, so that whoever asked for it recognises it
 */
export function newSecret(kind: Kind, mark: string): string {
  return `${kind}_sandbox_${mark}${randomBytes(32).toString('base64url')}`;
}
