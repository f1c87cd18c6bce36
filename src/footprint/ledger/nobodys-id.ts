/** An id this far past the largest known number stays unused while a run lasts. */
const distance = 10_000_000;

/** Shorter words may be ids that will still be given. */
const shortest = 8;

/** Ids that nobody can misread, in a path or in part of a query. */
const plain = /^[\w-]+(\.\d+)?$/;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether nothing has an id, or gets it while the run lasts, as far as a list shows.
 * @param id as it is written
 * @param listed every id that was seen; undefined if no list was read
 */
export function isNobodys(id: string, listed: ReadonlySet<string> | undefined): boolean {
  if (listed === undefined || !plain.test(id)) return false;
  const known = [...listed];
  if (known.some((each) => each.toLowerCase() === id.toLowerCase())) return false;
  if (uuid.test(id)) return true;
  const numbers = known.filter((each) => /^\d+$/.test(each)).map(Number);
  const mayBeNumbers = numbers.length > 0 || known.length === 0;
  // A lenient target reads the leading number of a text.
  const [leading] = /^-?\d+/.exec(id) ?? [];
  if (mayBeNumbers && leading !== undefined)
    return Number(leading) <= 0 || Number(leading) > Math.max(0, ...numbers) + distance;
  return leading !== undefined || id.length >= shortest;
}
