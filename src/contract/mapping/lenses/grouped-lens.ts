import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../documents/base-document.js';
import { eachEntry, member } from '../../values/path.js';
import { closed, type SchemaCopies } from '../schema-copies.js';
import { type Lens, objectWith, type Schemas, setOwn } from './lens.js';
import type { RecordLens } from './record-lens.js';

/** One of the lists that the target merges. */
interface MergedList {
  /** Our name for the list. */
  readonly ours: string;
  /** The word that the target writes into its entries. */
  readonly kind: string;
  /** How an entry differs. */
  readonly entry?: Lens;
  /** The target's names for the fields of an entry. */
  readonly names: ReadonlySet<string>;
}

/**
 * `merged`: an object of lists is one list on the wire, and a field in each entry says which list the entry belongs to.
 * @param kindField - the name of that field
 * @param lists - every list of our object
 */
export function merged(kindField: string, lists: readonly MergedList[]): Lens {
  const byKind = new Map(lists.map((each) => [each.kind, each]));
  const byOurs = new Map(lists.map((each) => [each.ours, each]));
  const told = (kind: string, entries: unknown, entry?: Lens): readonly unknown[] | undefined => {
    if (!Array.isArray(entries) || (entries.length === 0 && !byKind.has(kind))) return undefined;
    const made = entries.map((each) => (entry === undefined ? each : entry.toTheirs(each)));
    return made.every((each) => isJsonObject(each) && !Object.hasOwn(each, kindField))
      ? made.map((each) => ({ [kindField]: kind, ...Object(each) }))
      : undefined;
  };
  return {
    toTheirs(ours) {
      if (!isJsonObject(ours) || lists.some((each) => !Object.hasOwn(ours, each.ours))) return ours;
      const all: unknown[] = [];
      for (const [name, entries] of Object.entries(ours)) {
        const known = byOurs.get(name);
        const made =
          known === undefined && byKind.has(name)
            ? undefined
            : told(known?.kind ?? name, entries, known?.entry);
        if (made === undefined) return ours;
        all.push(...made);
      }
      return all;
    },
    toOurs(theirs) {
      if (!Array.isArray(theirs)) return theirs;
      const made = new Map<string, unknown[]>(lists.map((each) => [each.ours, []]));
      for (const each of theirs) {
        const kind = isJsonObject(each) && Object.hasOwn(each, kindField) ? each[kindField] : undefined;
        if (typeof kind !== 'string') return theirs;
        const { [kindField]: _, ...entry } = Object(each);
        const known = byKind.get(kind);
        const name = known?.ours ?? kind;
        const entries = made.get(name) ?? [];
        entries.push(known?.entry === undefined ? entry : known.entry.toOurs(entry));
        made.set(name, entries);
      }
      return objectWith(made);
    },
    path([index, ...below], value) {
      if (index === undefined) return [];
      const kindOf = (entry: unknown) => member(entry, kindField);
      const entry = member(value, index);
      const known = lists.find(({ kind }) => kind === kindOf(entry));
      if (known !== undefined && Array.isArray(value)) {
        const before = value.slice(0, Number(index)).filter((each) => kindOf(each) === known.kind);
        return [known.ours, String(before.length), ...(known.entry?.path(below, entry) ?? below)];
      }
      const [first] = below;
      const holders = first === undefined ? [] : lists.filter(({ names }) => names.has(first));
      const [only, ...others] = holders;
      if (only === undefined || others.length > 0) return [index, ...below];
      return [only.ours, eachEntry, ...(only.entry?.path(below) ?? below)];
    },
    describe: (ours, schemas) =>
      schemas.copies.rewrite(ours, schemas.owner, (opened) => {
        const fields = isJsonObject(opened.properties) ? opened.properties : {};
        const branches = lists.map(({ ours: name, kind, entry }) => {
          const own = fields[name];
          const items = isJsonObject(own) ? schemas.copies.opened(own).items : undefined;
          const described = isJsonObject(items) ? (entry?.describe(items, schemas) ?? items) : {};
          return withKind(schemas.copies.opened(described), kindField, kind);
        });
        return closed({
          ...(typeof opened.description === 'string' ? { description: opened.description } : {}),
          type: 'array',
          items: closed({ anyOf: branches }),
        });
      }),
  };
}

function withKind(entry: JsonObject, field: string, kind: string): JsonObject {
  const required = Array.isArray(entry.required) ? entry.required : [];
  return {
    ...entry,
    required: [field, ...required],
    properties: {
      [field]: closed({ description: 'Which list the entry belongs to.', type: 'string', const: kind }),
      ...(isJsonObject(entry.properties) ? entry.properties : {}),
    },
  };
}

/** The facts that are needed to read the rows of a list whose entries each contain a list. */
interface Rows {
  /** Our name for the inner list. */
  readonly inner: string;
  /** The target's name for the field by which rows belong together. */
  readonly by: string;
  /** The fields of the outer object, except the inner list. */
  readonly outer: RecordLens;
  readonly entry: RecordLens;
}

/**
 * `rows`: a list whose entries each contain a list is a list of rows on the wire, one for each entry of the inner
 * lists.
 */
export function rows({ inner, by, outer, entry }: Rows): Lens {
  function rowsOf(ours: unknown, known: Set<unknown>): readonly JsonObject[] | undefined {
    if (!isJsonObject(ours)) return undefined;
    const { [inner]: entries, ...rest } = ours;
    const shared = outer.toTheirs(rest);
    if (!isJsonObject(shared) || !Array.isArray(entries) || !Object.hasOwn(shared, by)) return undefined;
    const id = shared[by];
    if (typeof id === 'object' || known.has(id) || Object.keys(shared).some((name) => entry.names.has(name)))
      return undefined;
    known.add(id);
    if (entries.length === 0) return [shared];
    const made = entries.map((each) => entry.toTheirs(each));
    const fits = (row: unknown): row is JsonObject => {
      const names = isJsonObject(row) ? Object.keys(row) : [];
      return names.length > 0 && names.every((name) => entry.names.has(name));
    };
    return made.every(fits) ? made.map((row) => ({ ...shared, ...row })) : undefined;
  }

  return {
    toTheirs(ours) {
      if (!Array.isArray(ours)) return ours;
      const known = new Set<unknown>();
      const all: JsonObject[] = [];
      for (const each of ours) {
        const made = rowsOf(each, known);
        if (made === undefined) return ours;
        all.push(...made);
      }
      return all;
    },
    toOurs(theirs) {
      if (!Array.isArray(theirs)) return theirs;
      const groups = new Map<
        unknown,
        { readonly shared: Record<string, unknown>; readonly entries: unknown[] }
      >();
      for (const row of theirs) {
        if (!isJsonObject(row) || !Object.hasOwn(row, by) || Object.hasOwn(row, inner)) return theirs;
        const [shared, own]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
        for (const [name, value] of Object.entries(row))
          setOwn(entry.names.has(name) ? own : shared, name, value);
        const group = groups.get(row[by]) ?? { shared, entries: [] };
        if (Object.keys(own).length > 0) group.entries.push(entry.toOurs(own));
        groups.set(row[by], group);
      }
      return [...groups.values()].map(({ shared, entries }) => ({
        ...Object(outer.toOurs(shared)),
        [inner]: entries,
      }));
    },
    path([index, ...rest]) {
      const [first] = rest;
      if (index === undefined) return [];
      if (first === undefined) return [eachEntry];
      if (entry.names.has(first)) return [eachEntry, inner, eachEntry, ...entry.path(rest)];
      return [eachEntry, ...outer.path(rest)];
    },
    describe: (ours, schemas) =>
      schemas.copies.rewrite(ours, schemas.owner, (opened) => ({
        ...opened,
        ...(isJsonObject(opened.items) ? { items: rowSchema(opened.items, schemas) } : {}),
      })),
  };

  function rowSchema(items: JsonObject, schemas: Schemas): JsonObject {
    return schemas.copies.rewrite(items, schemas.owner, (opened) => {
      const { [inner]: list, ...properties } = isJsonObject(opened.properties) ? opened.properties : {};
      const required = (Array.isArray(opened.required) ? opened.required : []).filter(
        (name) => name !== inner,
      );
      const shared = schemas.copies.opened(outer.describe({ ...opened, properties, required }, schemas));
      const inList = isJsonObject(list) ? schemas.copies.opened(list).items : undefined;
      const own = isJsonObject(inList) ? schemas.copies.opened(entry.describe(inList, schemas)) : {};
      return closed({
        ...shared,
        required: [shared.required, own.required].flat().filter((name) => typeof name === 'string'),
        properties: { ...Object(shared.properties), ...Object(own.properties) },
      });
    });
  }
}

/**
 * `nested`: the entries of a list are inside the entries of the list next to it. Our words don't say inside which ones,
 * so on the way to the target they all go into the first one; on the way back, an entry that is repeated counts once.
 * @param inner - our name for the list, which is also its name inside the entries unless a step renames it there
 * @param outer - our name for the list next to it
 */
export function nested(inner: string, outer: string): Lens {
  return {
    toTheirs(ours) {
      if (!isJsonObject(ours)) return ours;
      const { [inner]: all, ...rest } = ours;
      const holders = rest[outer];
      if (!Array.isArray(all) || !Array.isArray(holders) || holders.length === 0) return ours;
      if (!holders.every((each) => isJsonObject(each) && !Object.hasOwn(each, inner))) return ours;
      return {
        ...rest,
        [outer]: holders.map((each, index) => ({ ...Object(each), [inner]: index === 0 ? all : [] })),
      };
    },
    toOurs(theirs) {
      const holders = isJsonObject(theirs) && !Object.hasOwn(theirs, inner) ? theirs[outer] : undefined;
      if (!isJsonObject(theirs) || !Array.isArray(holders) || holders.length === 0) return theirs;
      const all: unknown[] = [];
      for (const each of holders) {
        const entries: unknown = isJsonObject(each) ? each[inner] : undefined;
        if (!Array.isArray(entries)) return theirs;
        const before = [...all];
        all.push(...entries.filter((entry) => !before.some((known) => isDeepStrictEqual(known, entry))));
      }
      const rest = holders.map((each) => {
        const { [inner]: _, ...entry } = Object(each);
        return entry;
      });
      return { ...theirs, [outer]: rest, [inner]: all };
    },
    path: ([first, index, third, ...rest]) => {
      if (first !== outer || third !== inner)
        return [first, index, third, ...rest].filter((each) => each !== undefined);
      return rest.length === 0 ? [inner] : [inner, eachEntry, ...rest.slice(1)];
    },
    describe: (ours, schemas) =>
      schemas.copies.rewrite(ours, schemas.owner, (opened) =>
        nestedSchema(opened, inner, outer, schemas.copies),
      ),
  };
}

/**
 * The schema of an object, with one of its lists moved into the entries of a different one.
 * @param opened - the schema, with references resolved
 */
export function nestedSchema(
  opened: JsonObject,
  inner: string,
  outer: string,
  copies: SchemaCopies,
): JsonObject {
  const { [inner]: own, ...properties } = isJsonObject(opened.properties) ? opened.properties : {};
  const holders = properties[outer];
  if (!isJsonObject(own) || !isJsonObject(holders)) return opened;
  const required: readonly unknown[] = Array.isArray(opened.required) ? opened.required : [];
  const list = copies.opened(holders);
  const entry = isJsonObject(list.items) ? copies.opened(list.items) : {};
  const needed: readonly unknown[] = Array.isArray(entry.required) ? entry.required : [];
  const items = {
    ...entry,
    required: required.includes(inner) ? [...needed, inner] : needed,
    properties: { ...Object(entry.properties), [inner]: closed(own) },
  };
  return {
    ...opened,
    required: required.filter((name) => name !== inner),
    properties: { ...properties, [outer]: { ...list, items } },
  };
}
