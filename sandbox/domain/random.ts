import { hash } from 'node:crypto';

/** A stream of reproducible numbers: the same seed yields the same stream, on every machine. */
export type Random = ReturnType<typeof createRandom>;

/**
 * Takes any safe integer as seed (both halves of a large one count) and returns its stream, by the mulberry32 method.
 * Meant for test data, never for keys or secrets.
 */
export function createRandom(seed: number) {
  let state = (seed ^ scramble(Math.floor(seed / 2 ** 32))) >>> 0;

  /** The next number, at least 0 and below 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    return scramble(state) / 2 ** 32;
  }

  /** A whole number from `min` to `max`, both included. Throws RangeError if there is none. */
  function integer(min: number, max: number): number {
    const lowest = Math.ceil(min);
    const highest = Math.floor(max);
    if (!(lowest <= highest)) throw new RangeError(`no whole number lies between ${min} and ${max}`);
    return lowest + Math.floor(next() * (highest - lowest + 1));
  }

  return {
    next,
    integer,
    /** One of the list's entries. Throws RangeError if the list is empty. */
    pick<T extends NonNullable<unknown>>(list: readonly T[]): T {
      const entry = list.length === 0 ? undefined : list[integer(0, list.length - 1)];
      if (entry === undefined) throw new RangeError('cannot pick from an empty list');
      return entry;
    },
  };
}

/** Mixes the bits of a 32-bit number so that neighbours end up far apart. */
function scramble(word: number): number {
  let bits = Math.imul(word ^ (word >>> 15), word | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  return (bits ^ (bits >>> 14)) >>> 0;
}

/** Identifiers for a merchant's records: each run with the same seed makes the same ones. */
export type Identifiers = ReturnType<typeof createIdentifiers>;

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * A stream of identifiers that depends only on the text. It uses SHA-256, so that no two streams share an identifier:
 * one merchant's identifiers are unknown to all others (clause 4.4: unknown ids answer 404).
 */
export function createIdentifiers(stream: string) {
  let count = 0;

  /** The next 32 bytes. */
  function bytes(): Buffer {
    count++;
    return hash('sha256', `${stream}/${count}`, 'buffer');
  }

  return {
    /** A UUID of version 4. */
    uuid(): string {
      const hex = bytes().toString('hex');
      const variant = ((Number.parseInt(hex.charAt(16), 16) & 0b11) | 0b1000).toString(16);
      return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `${variant}${hex.slice(17, 20)}`,
        hex.slice(20, 32),
      ].join('-');
    },
    /** A text of that many upper-case letters and digits. */
    code: (length: number): string =>
      [...bytes().subarray(0, length)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join(''),
  };
}
