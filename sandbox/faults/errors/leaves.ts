import { isObject } from '../../schema/check.js';

/** The texts, numbers and other plain values in a JSON value, keys of objects included. */
export function leavesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (!isObject(value)) return [value];
  return Object.entries(value).flatMap(([key, entry]) => [key, ...leavesOf(entry)]);
}

/** How deep arrays and objects lie in each other, counted no further than to `most`. */
export function depthOf(value: unknown, most: number): number {
  if (most === 0 || (!Array.isArray(value) && !isObject(value))) return 0;
  return 1 + Math.max(0, ...Object.values(value).map((entry) => depthOf(entry, most - 1)));
}
