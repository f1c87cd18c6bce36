import { joined } from '../../contract/path.js';

/** Every single value of a body by its path. */
export function valuesIn(value: unknown, at: string): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, unknown[]>();
  const walk = (each: unknown, path: string): void => {
    if (Array.isArray(each)) for (const entry of each) walk(entry, `${path}[]`);
    else if (typeof each === 'object' && each !== null)
      for (const [name, member] of Object.entries(each)) walk(member, joined(path, name));
    else found.set(path, [...(found.get(path) ?? []), each]);
  };
  walk(value, at);
  return found;
}
