/** A stream of reproducible numbers: the same seed yields the same stream, on every machine. */
export interface Random {
  /** The next number, at least 0 and below 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. Throws RangeError when there is none. */
  integer(min: number, max: number): number;
  /** One of the list's entries. Throws RangeError when the list is empty. */
  pick<T extends NonNullable<unknown>>(list: readonly T[]): T;
}

/**
 * Takes any safe integer as seed (both halves of a large one count) and returns a stream of its own,
 * by the mulberry32 method. Meant for test data; never for keys or secrets.
 */
export function createRandom(seed: number): Random {
  let state = (seed ^ scramble(Math.floor(seed / 2 ** 32))) >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    return scramble(state) / 2 ** 32;
  }

  function integer(min: number, max: number): number {
    const lowest = Math.ceil(min);
    const highest = Math.floor(max);
    if (!(lowest <= highest)) throw new RangeError(`no whole number lies between ${min} and ${max}`);
    return lowest + Math.floor(next() * (highest - lowest + 1));
  }

  return {
    next,
    integer,
    pick(list) {
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
