import type { JsonObject } from '../documents/document.js';
import type { DescribedPlace } from '../documents/document-part.js';
import { type Origin, originOf } from '../schemas/origin.js';
import {
  type Fact,
  limitingKeywords,
  originsOf,
  type SchemaFacts,
  type SchemaReader,
} from '../schemas/schema-facts.js';
import { boundInWords } from '../schemas/schema-violation.js';
import { limits } from '../values/limits.js';
import { eachEntry, eachMember } from '../values/path.js';

/** A difference between a document of the target and the contract. */
export interface Difference {
  readonly place: DescribedPlace;
  /** The contract's side: `at most 100 characters`. */
  readonly contract: string;
  /** The document's side: `no such bound`. */
  readonly described: string;
  /** The side that has nothing at this place, if one hasn't. */
  readonly lacking?: 'contract' | 'document';
  /** What the document should do about the element; undefined if it should declare the contract's side for it. */
  readonly demand?: 'declare' | 'not declare' | 'require' | 'not require';
  /** The status that the document declares in place of the contract's. */
  readonly instead?: string;
  /** The gaps on whose assumptions the contract's side rests; empty if the contract's side is stated or derived. */
  readonly gaps: readonly string[];
  /** The steps of the target's file that produce the contract's side: `operations.listBrands.response.rename, ...`. */
  readonly by?: readonly string[];
  /** How the document's side has changed since the target's file was learned: `gone since 2026-11-22`. */
  readonly became?: string;
}

/** Two schemas of the same value, and its place. */
interface SchemaPair {
  readonly place: DescribedPlace;
  readonly contract: JsonObject;
  readonly described: unknown;
  /** The origins of everything that contains the value, nearest first. */
  readonly around: readonly Origin[];
  /** Whether the value may be omitted: then a document may also allow null for it. */
  readonly optional?: boolean;
}

/**
 * Compares the schemas of a document with those of the contract, field by field. If the contract leaves something open
 * (a further field, a bound, one of several types), the document may say anything. If the contract states something,
 * the document's responses must promise the same or something narrower, and its requests must be accepted and refused
 * in the same way. The document needn't state what only follows from the description (`derived`).
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
    const isSilent =
      theirs.types === undefined && theirs.properties.size === 0 && theirs.values === undefined;
    if (types.length > 0 && (isSilent || areDisjoint(side))) return types;
    return [
      ...types,
      ...valueDifferences(side),
      ...comparedKeywords.flatMap((keyword) => boundDifference(side, keyword)),
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
      const [lacking, gaps] = ['document' as const, gapsOf(around)];
      return [{ place: side.place, contract, described: 'no fields', lacking, gaps }];
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
    const pair = { place, contract: property, described, around, optional: !isRequired };
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
  return { place, contract: `a ${element}`, described, lacking: 'document', demand: 'declare', gaps };
}

/** The document requires an element that the contract lacks. */
export function furtherRequired(place: DescribedPlace, element: string, gaps: Gaps): Difference {
  const contract = `no such ${element}`;
  return { ...otherwiseRequired(place, element, false, gaps), contract, lacking: 'contract' };
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

function typeDifferences({
  place,
  ours,
  theirs,
  around,
  direction,
  optional,
}: FactPair): readonly Difference[] {
  const fact = ours.types;
  const own = wholeNumbers(ours);
  if (fact === undefined || own === undefined) return [];
  const others = wholeNumbers(theirs);
  const gaps = (keyword: string) => gapsOf([...keywordOrigin(fact, keyword), ...around]);
  const contract = inWords(own);
  if (others === undefined) return [{ place, contract, described: 'any type', gaps: gaps('type') }];
  const mayBeNull = direction === 'request' && optional === true;
  const extra = [...others].filter((type) => !allows(own, type) && !(mayBeNull && type === 'null'));
  // The document may list only some of several types, or integers instead of numbers, because bounds are open; but a
  // request must accept null.
  const taken = direction === 'response' ? [] : ['null'];
  const missing = taken.filter((type) => own.has(type) && !others.has(type));
  if (extra.length > 0 && areDisjoint({ ours, theirs }))
    return [{ place, contract, described: `only ${inWords(others)}`, gaps: gaps('type') }];
  if (extra.length === 0 && missing.length === 0) return [];
  const isNull = [...extra, ...missing].every((type) => type === 'null');
  return [{ place, contract, described: inWords(others), gaps: gaps(isNull ? 'null' : 'type') }];
}

/** Whether no value but null has a type of both schemas. */
function areDisjoint({ ours, theirs }: Pick<FactPair, 'ours' | 'theirs'>): boolean {
  const [own, others] = [wholeNumbers(ours), wholeNumbers(theirs)];
  if (own === undefined || others === undefined) return false;
  return ![...others].some((type) => type !== 'null' && allows(own, type));
}

/** The types of a schema; a number that must be a whole number counts as an integer. */
function wholeNumbers({ types, bounds }: SchemaFacts): ReadonlySet<string> | undefined {
  if (types === undefined || !types.value.has('number') || bounds.get('multipleOf')?.value !== 1)
    return types?.value;
  return new Set([...types.value].map((type) => (type === 'number' ? 'integer' : type)));
}

function allows(types: ReadonlySet<string>, type: string): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'));
}

function valueDifferences({ place, ours, theirs, around, direction }: FactPair): readonly Difference[] {
  const own = ours.values;
  const others = theirs.values;
  if (own === undefined) {
    const left =
      direction === 'request' && others !== undefined
        ? [...ours.named].filter((each) => !others.value.has(each))
        : [];
    if (left.length === 0) return [];
    return [{ place, contract: listed(ours.named), described: listed(others?.value), gaps: gapsOf(around) }];
  }
  if (ours.types?.value.has('boolean') && own.value.size === 2) return [];
  const gaps = gapsOf([...keywordOrigin(own, 'enum'), ...around]);
  const contract = listed(own.value);
  if (others === undefined) return [{ place, contract, described: 'any value', gaps }];
  const extra = [...others.value].filter((each) => !own.value.has(each));
  const missing = direction === 'request' ? [...own.value].filter((each) => !others.value.has(each)) : [];
  if (extra.length === 0 && missing.length === 0) return [];
  return [{ place, contract, described: listed(others.value), gaps }];
}

/** Two different patterns can mean the same, and documents often state only in words what a pattern excludes. */
const comparedKeywords = limitingKeywords.filter((keyword) => keyword !== 'pattern');

const lower: ReadonlySet<string> = new Set(['minLength', 'minItems', 'minimum', 'exclusiveMinimum']);
const upper: ReadonlySet<string> = new Set(['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum']);

function boundDifference(side: FactPair, keyword: string): readonly Difference[] {
  const { place, ours, theirs, around, direction } = side;
  const own = ours.bounds.get(keyword);
  const other = theirs.bounds.get(keyword);
  // If the contract sets no bound, it leaves the bound open.
  if (own === undefined) return [];
  if (other !== undefined && sameBound(own.value, other.value)) return [];
  if (keyword === 'default' && direction === 'response') return [];
  if (keyword === 'multipleOf' && own.value === 1 && wholeNumbers(theirs)?.has('integer')) return [];
  const [origin] = keywordOrigin(own, keyword);
  if (other === undefined && (origin?.provenance === 'derived' || isImplied(keyword, own.value, theirs)))
    return [];
  if (direction === 'response' && other !== undefined && isNarrower(keyword, own.value, other.value))
    return [];
  return [
    {
      place,
      contract: boundInWords(keyword, shown(own.value)),
      ...(other === undefined
        ? { described: `no ${keyword}`, lacking: 'document' }
        : { described: boundInWords(keyword, shown(other.value)) }),
      gaps: gapsOf([...(origin === undefined ? [] : [origin]), ...around]),
    },
  ];
}

/** Whether the document already implies a bound: a format has its own length, and a list of values its own bounds. */
function isImplied(keyword: string, value: unknown, { bounds, values }: SchemaFacts): boolean {
  if (values !== undefined) return keyword !== 'default';
  const number = typeof value === 'number' ? value : Number.NaN;
  const bound = (name: string) => {
    const other = bounds.get(name)?.value;
    return typeof other === 'number' ? other : Number.NaN;
  };
  if (keyword === 'minimum') return bound('exclusiveMinimum') >= number;
  if (keyword === 'maximum') return bound('exclusiveMaximum') <= number;
  if (keyword === 'minLength') return number <= 1 && bounds.has('format');
  return false;
}

function isNarrower(keyword: string, own: unknown, other: unknown): boolean {
  if (typeof own !== 'number' || typeof other !== 'number') return false;
  if (lower.has(keyword)) return other >= own;
  return upper.has(keyword) && other <= own;
}

function sameBound(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}

function keywordOrigin({ by }: Fact<unknown>, keyword: string): readonly Origin[] {
  return [originOf(by, keyword)].filter((origin) => origin !== undefined);
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

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}

function listed(values: ReadonlySet<unknown> | undefined): string {
  const [first, ...others] = [...(values ?? [])].slice(0, 12).map(shown);
  if (first === undefined) return 'no value';
  const rest = (values?.size ?? 0) - 12;
  return `${others.length === 0 ? '' : 'one of '}${[first, ...others].join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function inWords(types: ReadonlySet<string>): string {
  return [...types].sort().slice(0, 8).map(shown).join(' or ') || 'no type';
}
