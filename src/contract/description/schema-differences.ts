import type { JsonObject } from '../documents/document.js';
import type { DescribedPlace } from '../documents/document-part.js';
import { type Origin, originOf } from '../schemas/origin.js';
import { originsOf, type SchemaFacts, type SchemaReader } from '../schemas/schema-facts.js';
import { limits } from '../values/limits.js';
import { eachEntry, eachMember } from '../values/path.js';

/** A difference between a document of the target and the contract. */
export interface Difference {
  readonly place: DescribedPlace;
  /** The contract's side: `a required field`. */
  readonly contract: string;
  /** The document's side: `no such field`. */
  readonly described: string;
  /** What the document should do about the element; undefined if it should declare the contract's side for it. */
  readonly demand?: 'declare' | 'not declare' | 'require' | 'not require';
  /** The status that the document declares in place of the contract's. */
  readonly instead?: string;
  /** The gaps on whose assumptions the contract's side rests; empty if the contract's side is stated or derived. */
  readonly gaps: readonly string[];
  /** The steps of the target's file that produce the contract's side: `operations.listBrands.response.rename, ...`. */
  readonly by?: readonly string[];
}

/** Two schemas of the same value, and its place. */
interface SchemaPair {
  readonly place: DescribedPlace;
  readonly contract: JsonObject;
  readonly described: unknown;
  /** The origins of everything that contains the value, nearest first. */
  readonly around: readonly Origin[];
}

/**
 * Compares the fields of a document's schemas with those of the contract: their names, whether they are required, and
 * whether their types exclude each other. If the contract leaves something open, the document may say anything, and it
 * needn't state what only follows from the description (`derived`).
 */
export class SchemaComparison {
  readonly #contract: SchemaReader;
  readonly #described: SchemaReader;

  /** @param contract - reads the contract's schemas; @param described - reads those of the other document */
  constructor(contract: SchemaReader, described: SchemaReader) {
    this.#contract = contract;
    this.#described = described;
  }

  /**
   * The differences between two schemas.
   *
   * @param pair - the two schemas as written
   * @param direction - whether the service receives or sends such a value
   * @returns the differences in the order of the contract; empty if the schemas agree
   * @throws IntricateSchemas when the schemas of a document exceed the limit
   */
  differences(pair: SchemaPair, direction: 'request' | 'response'): readonly Difference[] {
    const ours = this.#contract.facts(pair.contract);
    const theirs = this.#described.facts(pair.described);
    const around = [...originsOf(ours), ...pair.around];
    const side: FactPair = { ...pair, ours, theirs, around, direction };
    const types = typeDifferences(side);
    // If the types differ, nothing else can agree.
    if (types.length > 0) return types;
    return [
      ...this.#fieldDifferences(side),
      ...this.#inner(side, eachEntry, ours.items, theirs.items),
      ...this.#inner(side, eachMember, ours.others, theirs.others),
    ];
  }

  #fieldDifferences(side: FactPair): readonly Difference[] {
    const { ours, theirs, around, direction } = side;
    if (ours.properties.size > 0 && theirs.properties.size === 0) {
      const fields = [...ours.properties.keys()].join(', ');
      const contract = `the fields ${shown(fields)}`;
      return [{ place: side.place, contract, described: 'no fields', gaps: gapsOf(around) }];
    }
    const unknown = direction === 'response' ? [] : [...theirs.required];
    const open = openGaps({}, [...ours.properties.values()], around);
    return [
      ...[...ours.properties].flatMap(([name, property]) => this.#fieldDifference(side, name, property)),
      ...unknown
        .filter((name) => !ours.properties.has(name))
        .slice(0, limits.furtherNames)
        .map((name) => furtherRequired(below(side.place, name), 'field', open)),
    ];
  }

  #fieldDifference(side: FactPair, name: string, property: JsonObject): readonly Difference[] {
    const { ours, theirs, around, direction } = side;
    const place = below(side.place, name);
    const origins = [...originsOf(this.#contract.facts(property)), ...around];
    const described = theirs.properties.get(name);
    const isRequired = ours.required.has(name);
    const isRequiredThere = theirs.required.has(name);
    const required = originOf(property, 'required');
    if (described === undefined) {
      if (!isRequired && direction === 'response') return [];
      return [missing(place, 'field', gapsOf(origins))];
    }
    const pair = { place, contract: property, described, around };
    const within = this.differences(pair, direction);
    if (isRequired && !isRequiredThere && required?.provenance !== 'derived') {
      const gaps = gapsOf([...(required === undefined ? [] : [required]), ...origins]);
      return [otherwiseRequired(place, 'field', true, gaps), ...within];
    }
    if (direction === 'response' || isRequired || !isRequiredThere) return within;
    const gaps = openGaps(property, [...ours.properties.values()], origins);
    return [otherwiseRequired(place, 'field', false, gaps), ...within];
  }

  #inner(
    side: FactPair,
    segment: string,
    contract: JsonObject | undefined,
    described: JsonObject | undefined,
  ): readonly Difference[] {
    if (contract === undefined) return [];
    const place = below(side.place, segment);
    return this.differences({ place, contract, described, around: side.around }, side.direction);
  }
}

function below(place: DescribedPlace, segment: string): DescribedPlace {
  return { ...place, path: [...place.path, segment] };
}

type Gaps = readonly string[];

/** The document lacks an element of the contract: a `field`, a `header`. */
export function missing(place: DescribedPlace, element: string, gaps: Gaps): Difference {
  const described = `no such ${element}`;
  return { place, contract: `a ${element}`, described, demand: 'declare', gaps };
}

/** The document requires an element that the contract lacks. */
export function furtherRequired(place: DescribedPlace, element: string, gaps: Gaps): Difference {
  const contract = `no such ${element}`;
  return { ...otherwiseRequired(place, element, false, gaps), contract };
}

/** One side requires an element that the other only allows. */
export function otherwiseRequired(
  place: DescribedPlace,
  element: string,
  isRequired: boolean,
  gaps: Gaps,
): Difference {
  const [required, optional] = [`a required ${element}`, `an optional ${element}`];
  return isRequired
    ? { place, contract: required, described: optional, demand: 'require', gaps }
    : { place, contract: optional, described: required, demand: 'not require', gaps };
}

interface FactPair extends SchemaPair {
  readonly ours: SchemaFacts;
  readonly theirs: SchemaFacts;
  readonly direction: 'request' | 'response';
}

/** The types of the two sides, if no value but null has a type of both. */
function typeDifferences({ place, ours, theirs, around }: FactPair): readonly Difference[] {
  const [own, others] = [ours.types, theirs.types];
  if (own === undefined || others === undefined) return [];
  // A document may list only some of several types, and needn't tell integers from other numbers.
  const kindOf = (type: string) => (type === 'integer' ? 'number' : type);
  const kinds = new Set([...own.value].filter((type) => type !== 'null').map(kindOf));
  if ([...others.value].some((type) => kinds.has(kindOf(type)))) return [];
  const origin = originOf(own.by, 'type');
  const gaps = gapsOf([...(origin === undefined ? [] : [origin]), ...around]);
  return [{ place, contract: inWords(own.value), described: `only ${inWords(others.value)}`, gaps }];
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

const longest = 60;

function shown(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}

function inWords(types: ReadonlySet<string>): string {
  return [...types].sort().slice(0, 8).map(shown).join(' or ') || 'no type';
}
