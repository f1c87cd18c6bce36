import { isJsonObject } from '../../documents/base-document.js';
import type { Translation } from '../translation.js';

/**
 * One difference between our vocabulary and theirs, in both directions. A value that is wrong in one vocabulary is wrong
 * in the other.
 */
export type Lens = Pick<Translation, 'toTheirs' | 'toOurs'>;

/** The same difference in each entry of a list, or of a parameter that is repeated; in a single value, just there. */
export function each({ toTheirs, toOurs }: Lens): Lens {
  const inEach = (change: (value: unknown) => unknown) => (value: unknown) =>
    Array.isArray(value) ? value.map((entry) => change(entry)) : change(value);
  return { toTheirs: inEach(toTheirs), toOurs: inEach(toOurs) };
}

/** Two differences in a row: on the way from our words to theirs, the first one is applied first. */
export function both(first: Lens | undefined, second: Lens): Lens {
  if (first === undefined) return second;
  return {
    toTheirs: (ours) => second.toTheirs(first.toTheirs(ours)),
    toOurs: (theirs) => first.toOurs(second.toOurs(theirs)),
  };
}

/**
 * `inside`: wraps the value in an object that only the target has, as its field of this name. A value without that
 * object becomes one of a different type than ours, because it is wrong.
 * @param isList whether our value is a list
 */
export function inside(name: string, isList: boolean): Lens {
  return {
    toTheirs: (ours) => (ours === undefined ? ours : { [name]: ours }),
    toOurs: (theirs) => {
      if (isJsonObject(theirs) && Object.hasOwn(theirs, name)) return theirs[name];
      return isList ? { [name]: theirs } : [theirs];
    },
  };
}
