import { counted } from '../../contract/values/words.js';

/** How far a test went: the sizes at which its requirements were verified. */
export interface Reached {
  /** Number of entries of the longest list that was read to its end. */
  readonly entries: number;
  /** Number of items of the largest batch that was followed to its end. */
  readonly items: number;
  /** Number of writes that succeeded. */
  readonly writes: number;
  /** Seconds on the target's clock between the first and the last response. */
  readonly seconds: number;
  /** Number of keys with which a request succeeded. */
  readonly keys: number;
}

/** The maximum of each number. */
export function furthest(all: readonly Reached[]): Reached {
  const most = { entries: 0, items: 0, writes: 0, seconds: 0, keys: 0 };
  for (const each of all)
    for (const name of Object.keys(most) as (keyof Reached)[]) most[name] = Math.max(most[name], each[name]);
  return most;
}

/** As phrases such as `a list of 130 entries`. */
export function reachedInWords({ entries, items, writes, seconds, keys }: Reached): readonly string[] {
  const hours = Math.floor(seconds / 3600);
  const time = hours > 0 ? counted(hours, 'hour') : counted(Math.floor(seconds / 60), 'minute');
  return [
    ...(entries > 0 ? [`a list of ${counted(entries, 'entry')}, read to its end`] : []),
    ...(items > 0 ? [`a batch of ${counted(items, 'item')}, followed to its end`] : []),
    ...(writes > 1 ? [`${counted(writes, 'write')} one after another`] : []),
    ...(keys > 1 ? [counted(keys, 'key')] : []),
    ...(seconds >= 60 ? [`${time} of the target's clock`] : []),
  ];
}
