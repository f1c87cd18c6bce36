/** How far past the largest known number an id lies that nothing gets while a run lasts. */
const distance = 10_000_000;

/** Shorter words may be ids that are yet to be given. */
const shortest = 8;

/** Written so that nobody reads anything else in it: a path, or a piece of a query. */
const plain = /^[\w-]+(\.\d+)?$/;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether nothing has an id, nor gets it while the run lasts, as far as a list tells.
 * @param id as it is written
 * @param listed every id that was seen; undefined where none was looked for
 */
export function isNobodys(id: string, listed: ReadonlySet<string> | undefined): boolean {
  if (listed === undefined || !plain.test(id)) return false;
  const known = [...listed];
  if (known.some((each) => each.toLowerCase() === id.toLowerCase())) return false;
  if (uuid.test(id)) return true;
  const numbers = known.filter((each) => /^\d+$/.test(each)).map(Number);
  const mayBeNumbers = numbers.length > 0 || known.length === 0;
  // A lenient target reads as much of a text as is a number.
  const [leading] = /^-?\d+/.exec(id) ?? [];
  if (mayBeNumbers && leading !== undefined)
    return Number(leading) <= 0 || Number(leading) > Math.max(0, ...numbers) + distance;
  return leading !== undefined || id.length >= shortest;
}
