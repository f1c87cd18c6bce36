import { isObject, ShapeError } from '../schema/check.js';

/** An object of a response, a request or the live description. */
export type Entry = Readonly<Record<string, unknown>>;

/** A word of the usual sandbox, and the word that a world uses in its place. */
type Pair = readonly [ours: string, theirs: string];

/** One way in which a world differs from the usual sandbox: in values, in both directions, and in their schemas. */
export interface Change {
  /** The world's value for one of ours. A value that the change doesn't fit stays as it is. */
  tell(ours: unknown): unknown;
  /** Our value for one of the world's; `place` is its name in messages. Throws ShapeError if there is none. */
  take(theirs: unknown, place: string): unknown;
  /** The world's schema for one of ours. */
  describe(schema: Entry): Entry;
  /** The fields that have different names, for messages. */
  readonly names?: readonly Pair[];
  /** The statuses that have different words, for messages. */
  readonly words?: readonly Pair[];
}

/** A change of a field: a different name, a different value, or both. */
export type FieldChange = string | Change | readonly [name: string, change: Change];

/** No difference. */
export const SAME: Change = { tell: (ours) => ours, take: (theirs) => theirs, describe: (schema) => schema };

/** Fields of an object with different names or values. Fields that aren't named stay as they are. */
export function record(fields: Readonly<Record<string, FieldChange>>): Change {
  const changes = Object.entries(fields).map(([ours, field]) => {
    if (typeof field === 'string') return { ours, theirs: field, change: SAME };
    return 'tell' in field
      ? { ours, theirs: ours, change: field }
      : { ours, theirs: field[0], change: field[1] };
  });
  const byOurs = new Map(changes.map((each) => [each.ours, each]));
  const byTheirs = new Map(changes.map((each) => [each.theirs, each]));
  const renamed = (name: unknown) => byOurs.get(String(name))?.theirs ?? name;
  return {
    tell: (ours) =>
      isObject(ours)
        ? Object.fromEntries(
            Object.entries(ours).map(([name, value]) => {
              const known = byOurs.get(name);
              return known === undefined ? [name, value] : [known.theirs, known.change.tell(value)];
            }),
          )
        : ours,
    take: (theirs, place) =>
      isObject(theirs)
        ? Object.fromEntries(
            Object.entries(theirs).flatMap(([name, value]) => {
              const known = byTheirs.get(name);
              if (known !== undefined) return [[known.ours, known.change.take(value, below(place, name))]];
              // To the world, our name for a renamed field is just another unknown key.
              return byOurs.has(name) ? [] : [[name, value]];
            }),
          )
        : theirs,
    describe: inBranches((schema) => {
      if (!isObject(schema.properties)) return schema;
      const properties = Object.entries(schema.properties).map(([name, property]) => {
        const known = byOurs.get(name);
        return [renamed(name), known && isObject(property) ? known.change.describe(property) : property];
      });
      return {
        ...schema,
        ...(Array.isArray(schema.required) && { required: schema.required.map(renamed) }),
        properties: Object.fromEntries(properties),
      };
    }),
    names: changes.flatMap(({ ours, theirs, change: { names = [] } }) => [
      ...(ours === theirs ? [] : [[ours, theirs] as const]),
      ...names,
    ]),
    words: changes.flatMap(({ change: { words = [] } }) => words),
  };
}

/** The same change, applied to each entry of a list. */
export function list(entry: Change): Change {
  return {
    ...entry,
    tell: (ours) => (Array.isArray(ours) ? ours.map(entry.tell) : ours),
    take: (theirs, place) =>
      Array.isArray(theirs) ? theirs.map((each, index) => entry.take(each, `${place}[${index}]`)) : theirs,
    describe: inBranches((schema) =>
      isObject(schema.items) ? { ...schema, items: entry.describe(schema.items) } : schema,
    ),
  };
}

/** Two changes; the second one applies to the result of the first. */
export function both(first: Change, second: Change): Change {
  return {
    tell: (ours) => second.tell(first.tell(ours)),
    take: (theirs, place) => first.take(second.take(theirs, place), place),
    describe: (schema) => second.describe(first.describe(schema)),
    names: [...(first.names ?? []), ...(second.names ?? [])],
    words: [...(first.words ?? []), ...(second.words ?? [])],
  };
}

/** The value as the only field of an object. */
export function enclosed(name: string): Change {
  return {
    tell: (ours) => ({ [name]: ours }),
    take: (theirs, place) => (isObject(theirs) ? Object(required(name).take(theirs, place))[name] : theirs),
    describe: (schema) => ({ type: 'object', required: [name], properties: { [name]: schema } }),
  };
}

/**
 * Statuses with different words. A status that isn't renamed stays as it is; our word for a renamed one is
 * refused.
 */
export function words(theirsByOurs: Readonly<Record<string, string>>): Change {
  const pairs = Object.entries(theirsByOurs);
  const tell = (ours: unknown) => (typeof ours === 'string' ? (theirsByOurs[ours] ?? ours) : ours);
  return {
    tell,
    take(theirs, place) {
      const [ours] = pairs.find(([, word]) => word === theirs) ?? [theirs];
      if (ours === theirs && typeof theirs === 'string' && Object.hasOwn(theirsByOurs, theirs))
        throw new ShapeError(`${place} must be a status of this service, but is ${theirs}`);
      return ours;
    },
    describe: inBranches((schema) =>
      Array.isArray(schema.enum) ? { ...schema, enum: schema.enum.map(tell) } : schema,
    ),
    words: pairs,
  };
}

/** Some values are refused; `problemOf` says what is wrong with such a value. */
export function refusing(
  problemOf: (theirs: unknown, place: string) => string | undefined,
  describe: Change['describe'] = (schema) => schema,
): Change {
  return {
    ...SAME,
    take(theirs, place) {
      const problem = problemOf(theirs, place);
      if (problem !== undefined) throw new ShapeError(problem);
      return theirs;
    },
    describe,
  };
}

/** Null is refused. */
export const notNull = refusing(
  (theirs, place) => (theirs === null ? `${place} must not be null` : undefined),
  ({ anyOf, ...schema }) => {
    const branches = Array.isArray(anyOf) ? anyOf.filter(isObject) : [];
    return { ...branches.find(({ type }) => type !== 'null'), ...schema };
  },
);

/** An object must have a field. */
export function required(name: string): Change {
  return refusing(
    (theirs, place) =>
      isObject(theirs) && !Object.hasOwn(theirs, name) ? `${below(place, name)} is missing` : undefined,
    ({ required = [], ...schema }) => ({ ...schema, required: [...new Set([...Object(required), name])] }),
  );
}

/** A value of a different kind. `take` never sees null, and `schema` replaces the schema of values other than null. */
export function converted(
  tell: (ours: unknown) => unknown,
  take: (theirs: unknown, place: string) => unknown,
  schema: Entry,
): Change {
  return {
    tell: (ours) => (ours === null ? ours : tell(ours)),
    take: (theirs, place) => (theirs === null ? theirs : take(theirs, place)),
    describe: inBranches((former) => (former.type === 'null' ? former : schema)),
  };
}

/** A change that only affects responses. */
export function told(tell: Change['tell'], describe: Change['describe'] = (schema) => schema): Change {
  return { ...SAME, tell, describe };
}

/** An item that comes back as it was sent: it is in the world's words already, so only its schema changes. */
export function echoed({ describe }: Change): Change {
  return { ...SAME, describe };
}

/** The links of a page to its neighbours, with their parameters changed like those of the query. */
export function linked(query: Change): Change {
  const link = told((ours) => {
    const [path, parameters] = typeof ours === 'string' ? ours.split('?') : [];
    if (parameters === undefined) return ours;
    const theirs = query.tell(Object.fromEntries(new URLSearchParams(parameters)));
    return `${path}?${new URLSearchParams(Object.entries(Object(theirs)))}`;
  });
  return record({ next: link, prev: link });
}

/**
 * A message in our words, translated to those of the change, including the field names in the place at its
 * start.
 */
export function retold(message: string, { names = [], words: strings = [] }: Change): string {
  const [place = ''] = /^[\w.[\]]+/.exec(message) ?? [];
  const theirs = new Map(names);
  const known = new Map(strings);
  return (
    place.replaceAll(/[a-zA-Z_]+/g, (name) => theirs.get(name) ?? name) +
    message.slice(place.length).replaceAll(/\w+/g, (word) => known.get(word) ?? word)
  );
}

/** Describes each branch of a schema separately, because a value that may be null is a union. */
function inBranches(describe: (schema: Entry) => Entry): (schema: Entry) => Entry {
  return (schema) =>
    Array.isArray(schema.anyOf)
      ? { ...schema, anyOf: schema.anyOf.map((branch) => (isObject(branch) ? describe(branch) : branch)) }
      : describe(schema);
}

function below(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`;
}
