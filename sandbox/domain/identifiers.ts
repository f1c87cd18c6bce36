import { hash } from 'node:crypto';

/** Identifiers that a merchant's records get: the same ones in each run with the same seed. */
export interface Identifiers {
  /** A UUID of version 4. */
  uuid(): string;
  /** A text of so many upper-case letters and digits. */
  code(length: number): string;
}

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * A stream of identifiers that depends on the text alone. Made with SHA-256, so that two streams don't
 * meet: an identifier of one merchant is unknown to all others (clause 4.4: unknown ids answer 404).
 */
export function createIdentifiers(stream: string): Identifiers {
  let count = 0;

  /** The next 64 hexadecimal digits. */
  function digits(): string {
    count++;
    return hash('sha256', `${stream}/${count}`);
  }

  return {
    uuid() {
      const hex = digits();
      const variant = ((Number.parseInt(hex.charAt(16), 16) & 0b11) | 0b1000).toString(16);
      return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `${variant}${hex.slice(17, 20)}`,
        hex.slice(20, 32),
      ].join('-');
    },
    code: (length) =>
      [...Buffer.from(digits(), 'hex')]
        .slice(0, length)
        .map((byte) => ALPHABET.charAt(byte % ALPHABET.length))
        .join(''),
  };
}
