import { isObject } from '../../schema/check.js';
import type { Plant } from '../fault.js';
import { changedJson, isSuccess } from '../sent-changes.js';

type Entry = Readonly<Record<string, unknown>>;

/** Plants another body in successful answers. */
export function shapedAs(change: (body: unknown) => unknown): Plant {
  return changedJson(isSuccess, change);
}

/** Plants another body in successful answers that are an object. */
export function objectsShapedAs(change: (body: Entry) => unknown): Plant {
  return shapedAs((body) => (isObject(body) ? change(body) : body));
}

/** Plants other entries in successful answers that are a list or have `items`. An object without is an entry. */
export function entriesShapedAs(change: (entry: Entry) => Entry): Plant {
  const changed = (list: readonly unknown[]) =>
    list.map((entry) => (isObject(entry) ? change(entry) : entry));
  return shapedAs((body) => {
    if (Array.isArray(body)) return changed(body);
    if (!isObject(body)) return body;
    return Array.isArray(body.items) ? { ...body, items: changed(body.items) } : change(body);
  });
}

/** The object without a field. */
export function without(entry: Entry, name: string): Entry {
  const { [name]: _left, ...kept } = entry;
  return kept;
}

/** The object with a field under another name. */
export function renamed(entry: Entry, name: string, other: string): Entry {
  return name in entry ? { ...without(entry, name), [other]: entry[name] } : entry;
}
