import type { JsonObject } from '../documents/document.js';
import type { DescribedPlace } from '../documents/document-part.js';
import type { Kind, Step } from '../mapping/file/file-steps.js';
import { placeInTheirs, type Translation } from '../mapping/translation.js';
import { type Origin, originOf } from '../schemas/origin.js';
import { originsOf, type SchemaFacts, type SchemaReader } from '../schemas/schema-facts.js';
import { limits } from '../values/limits.js';
import { eachEntry, eachMember, parsePath, type Segments, writePath } from '../values/path.js';

/** A difference between a document of the target and the contract. */
export interface Difference {
  readonly place: DescribedPlace;
  /** The document's side: `no such field`. */
  readonly described: string;
  /** What the document should do about the element. */
  readonly demand: 'declare' | 'not declare' | 'require' | 'not require';
  /** The status that the document declares in place of the contract's. */
  readonly instead?: string;
  /** The gaps on whose assumptions the contract's side rests; empty if the contract's side is stated or derived. */
  readonly gaps: readonly string[];
  /** The steps of the target's file that produce the contract's side: `operations.listBrands.response.rename, ...`. */
  readonly by?: readonly string[];
}

/** How the target words a body. */
export interface BodyWords extends Pick<Translation, 'toTheirs'> {
  /** The steps of the target's file for the body. */
  readonly steps: readonly Step[];
}

/** Two schemas of the same value, and its place in the document. */
interface SchemaPair {
  readonly place: DescribedPlace;
  readonly contract: JsonObject;
  readonly described: unknown;
  /** The origins of everything that contains the value, nearest first. */
  readonly around: readonly Origin[];
}

/** The same for a value within a body. */
interface PlacedPair extends SchemaPair {
  /** Its path in our words. */
  readonly ours: Segments;
}

/** Both schemas of a value, read. */
interface FactPair extends PlacedPair {
  readonly facts: SchemaFacts;
  readonly factsThere: SchemaFacts;
}

/** A field of the contract, or one that only the target has, and its place in the document. */
interface Field extends Pick<PlacedPair, 'ours' | 'place' | 'contract'> {
  readonly isRequired: boolean;
}

/**
 * Compares the fields of a document's schemas for one body with those of the contract: their names in the target's
 * words, and whether they are required. If the contract leaves something open, the document may say anything, and it
 * needn't state what only follows from the description (`derived`). Responses show whether types agree.
 */
export class SchemaComparison {
  readonly #contract: SchemaReader;
  readonly #described: SchemaReader;
  readonly #words: BodyWords;
  readonly #direction: 'request' | 'response';

  /**
   * @param contract - reads the contract's schemas
   * @param described - reads those of the other document
   * @param direction - whether the service receives or sends the body
   */
  constructor(
    contract: SchemaReader,
    described: SchemaReader,
    words: BodyWords,
    direction: 'request' | 'response',
  ) {
    this.#contract = contract;
    this.#described = described;
    this.#words = words;
    this.#direction = direction;
  }

  /**
   * The differences between two schemas of the body.
   *
   * @param pair - the two schemas as written
   * @returns the differences in the order of the contract; empty if the schemas agree
   * @throws IntricateSchemas when the schemas of a document exceed the limit
   */
  differences(pair: SchemaPair): readonly Difference[] {
    return this.#within({ ...pair, ours: [] }, [], pair.contract);
  }

  /** The differences of a value in the one of a pair, or of that one itself; none if the target has no such place. */
  #within(pair: PlacedPair, ours: Segments, contract: JsonObject | undefined): readonly Difference[] {
    const place = this.#placeOf(pair, ours);
    if (contract === undefined || place === undefined) return [];
    const there = this.#find(pair, place);
    const gaps = gapsOf(pair.around);
    if (there === undefined) return [missing(place, 'field', gaps)];
    const within = this.#differences({ ...pair, ours, place, contract, described: there.schema });
    // The target may put an object around the value.
    return there.isRequired ? within : [otherwiseRequired(place, 'field', true, gaps), ...within];
  }

  #differences(pair: PlacedPair): readonly Difference[] {
    const facts = this.#contract.facts(pair.contract);
    const factsThere = this.#described.facts(pair.described);
    const around = [...this.#originsOf(pair), ...pair.around];
    const both: FactPair = { ...pair, facts, factsThere, around };
    return [
      ...this.#fieldDifferences(both),
      ...this.#within(both, [...pair.ours, eachEntry], facts.items),
      ...this.#within(both, [...pair.ours, eachMember], facts.others),
    ];
  }

  #fieldDifferences(both: FactPair): readonly Difference[] {
    const { facts, factsThere, around, place } = both;
    const fields = [...this.#fieldsOf(both, both.ours, facts), ...this.#constantsOf(both)];
    const names = new Set(fields.map((field) => field.place.path[place.path.length] ?? ''));
    const neighbours = fields.map(({ contract }) => contract);
    const unknown = this.#direction === 'response' ? [] : [...factsThere.required];
    return [
      ...fields.flatMap((field) => this.#fieldDifference(both, field, neighbours)),
      ...unknown
        .filter((name) => !names.has(name))
        .slice(0, limits.furtherNames)
        .map((name) =>
          otherwiseRequired(
            { ...place, path: [...place.path, name] },
            'field',
            false,
            openGaps({}, neighbours, around),
          ),
        ),
    ];
  }

  #fieldDifference(both: FactPair, field: Field, neighbours: readonly JsonObject[]): readonly Difference[] {
    const { place, contract, isRequired } = field;
    const isResponse = this.#direction === 'response';
    const origins = [...this.#originsOf(field), ...both.around];
    const there = this.#find(both, place);
    if (there === undefined)
      return !isRequired && isResponse ? [] : [missing(place, 'field', gapsOf(origins))];
    const within = this.#differences({ ...both, ...field, described: there.schema });
    const required = originOf(contract, 'required');
    if (isRequired && !there.isRequired && required?.provenance !== 'derived') {
      const gaps = gapsOf([...(required === undefined ? [] : [required]), ...origins]);
      return [otherwiseRequired(place, 'field', true, gaps), ...within];
    }
    if (isResponse || isRequired || !there.isRequired) return within;
    const gaps = openGaps(contract, neighbours, origins);
    return [otherwiseRequired(place, 'field', false, gaps), ...within];
  }

  /** The fields of an object of the contract that the target has, with those of an object whose fields are flat in it. */
  #fieldsOf(
    pair: PlacedPair,
    at: Segments,
    { properties, required }: SchemaFacts,
    isHolderRequired = true,
  ): readonly Field[] {
    return [...properties].flatMap(([name, contract]): readonly Field[] => {
      const ours = [...at, name];
      const isRequired = isHolderRequired && required.has(name);
      if (this.#hasStep(ours, 'flat'))
        return this.#fieldsOf(pair, ours, this.#contract.facts(contract), isRequired);
      const place = this.#placeOf(pair, ours);
      return place === undefined ? [] : [{ ours, place, contract, isRequired }];
    });
  }

  /** The fields of an object that only the target has. */
  #constantsOf({ place, ours: at }: PlacedPair): readonly Field[] {
    return this.#words.steps.flatMap(({ kind, path, value }) => {
      const ours = parsePath(path) ?? [];
      if (kind !== 'constant' || writePath(ours.slice(0, -1)) !== writePath(at)) return [];
      const there = { ...place, path: [...place.path, ...ours.slice(-1)] };
      return [{ ours, place: there, contract: { const: value }, isRequired: true }];
    });
  }

  /** A place of ours in the document; undefined if the target has no such place. */
  #placeOf({ place }: PlacedPair, ours: Segments): DescribedPlace | undefined {
    const path = placeInTheirs(this.#words, ours);
    return path && { ...place, path };
  }

  /** The document's schema at a place within a value; undefined if one of the fields on the way doesn't exist. */
  #find(
    { described, place: { path: from } }: SchemaPair,
    { path }: DescribedPlace,
  ): { readonly schema: unknown; readonly isRequired: boolean } | undefined {
    let [schema, isRequired] = [described, true];
    for (const segment of path.slice(from.length)) {
      const { items, others, properties, required } = this.#described.facts(schema);
      if (segment === eachEntry) schema = items;
      else if (segment === eachMember) schema = others;
      else {
        schema = properties.get(segment);
        isRequired &&= required.has(segment);
        if (schema === undefined) return undefined;
      }
    }
    return { schema, isRequired };
  }

  /** The origins of a value itself; none if a step of the file says where it is. */
  #originsOf({ ours, contract }: Pick<PlacedPair, 'ours' | 'contract'>): readonly Origin[] {
    const isPlaced = this.#hasStep(ours, 'rename', 'move') || this.#hasStep(ours.slice(0, -1), 'flat');
    return isPlaced ? [] : originsOf(this.#contract.facts(contract));
  }

  #hasStep(ours: Segments, ...kinds: readonly Kind[]): boolean {
    return this.#words.steps.some(({ kind, path }) => kinds.includes(kind) && path === writePath(ours));
  }
}

type Gaps = readonly string[];

/** The document lacks an element of the contract: a `field`, a `header`. */
export function missing(place: DescribedPlace, element: string, gaps: Gaps): Difference {
  return { place, described: `no such ${element}`, demand: 'declare', gaps };
}

/** One side requires an element that the other only allows, or doesn't have. */
export function otherwiseRequired(
  place: DescribedPlace,
  element: string,
  isRequired: boolean,
  gaps: Gaps,
): Difference {
  return isRequired
    ? { place, described: `an optional ${element}`, demand: 'require', gaps }
    : { place, described: `a required ${element}`, demand: 'not require', gaps };
}

/** The gaps among origins, each once, nearest first; empty if none of the origins is assumed. */
export function gapsOf(origins: readonly Origin[]): readonly string[] {
  return [...new Set(origins.flatMap(({ gap }) => gap ?? []))];
}

/**
 * The gaps under which the contract leaves something open, so a document may state it. They are those of the element
 * itself, or else of its neighbours, or else of everything that contains it, or else that of validation (G-15).
 */
export function openGaps(
  element: JsonObject,
  neighbours: readonly JsonObject[],
  around: readonly Origin[],
): readonly string[] {
  const marked = (schema: JsonObject) =>
    Object.entries(schema).flatMap(([key, value]) =>
      /^x-(\w+-)?gap$/.test(key) && typeof value === 'string' ? [value] : [],
    );
  const candidates = [marked(element), neighbours.flatMap(marked).slice(0, 1), gapsOf(around)];
  return [...new Set(candidates.find((gaps) => gaps.length > 0) ?? ['G-15'])];
}
