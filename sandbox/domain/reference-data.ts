import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { createRandom, type Random } from './random.js';

/** A node of the category tree, in the API's shape (clause 4.6, gap G-05). */
interface Category {
  id: number;
  name: string;
  /** The names from the root down, like "Women > Dresses > Summer dresses". */
  path: string;
  /** The id of the node above; null for a root. */
  parent_id: number | null;
  /**
   * The kind of composition that the category's products have (clause 2.2 rule 3); null for no composition.
   */
  material_composition_type: 'textile' | 'non-textile' | null;
}

/** One choice in an attribute group: a color, a size, a brand, a material, ... (clause 2.2 rule 4). */
interface GroupEntry {
  id: number;
  name: string;
  /** The name that shoppers see. */
  frontend_name: string;
  /** Worth preselecting in this category (clause 2.2 rule 4); absent instead of false. */
  is_default?: true;
}

/** A list of choices for one property of the products of a category (clause 4.6, gap G-05). */
interface AttributeGroup {
  id: number;
  name: string;
  frontend_name: string;
  attributes: readonly GroupEntry[];
  /** Present if several entries may be chosen. */
  is_multiselect?: true;
}

/** A brand that a product may carry (clause 4.6, gap G-05). */
interface Brand {
  id: number;
  name: string;
}

/**
 * A customer and the customer's address, in strings that are as hard to print as real ones: first name, last
 * name, street, postal code, city.
 */
type Customer = readonly [string, string, string, string, string];

/** A country of the marketplace with the language of its shop, its currency (gap G-05), and customers who live there. */
export interface Market {
  country: { code: string; name: string };
  locale: { code: string; name: string };
  currency: { code: string; name: string };
  customers: readonly Customer[];
}

/** All data that a merchant looks up before building a product (clauses 1 and 4.7). */
export interface ReferenceData {
  /** Parents before their children. */
  categories: readonly Category[];
  brands: readonly Brand[];
  markets: readonly Market[];
  /** The groups of a category; undefined if no category has this id. */
  attributeGroups(categoryId: number): readonly AttributeGroup[] | undefined;
}

type Table<Row> = Readonly<Record<string, Row>>;
interface Branch extends Table<Branch | string> {}
interface Kind {
  composition?: 'textile' | 'non-textile';
  parts?: string;
  size?: string;
  second_size?: string;
  attributes: readonly string[];
}
interface Sizes {
  prefix?: string;
  unit?: string;
  values: readonly (string | number)[];
}

/** The content of `data/reference-data.yaml`; its comments explain it. */
interface Source {
  categories: Branch;
  kinds: Table<Kind>;
  general: readonly string[];
  attributes: Table<{ title: string; many?: true; choices: readonly string[] }>;
  colors: readonly (readonly string[])[];
  sizes: Table<Sizes>;
  second_sizes: Table<Sizes>;
  parts: Table<{ clusters: readonly string[]; defaults: readonly string[]; materials: string }>;
  materials: Table<readonly (readonly string[])[]>;
  houses: readonly (readonly string[])[];
  lines: readonly string[];
  markets: readonly (readonly [string, string, string, string, string])[];
  currencies: Table<string>;
  customers: Table<readonly Customer[]>;
  iso_countries: string;
}

const SOURCE = load(readFileSync(new URL('data/reference-data.yaml', import.meta.url), 'utf8')) as Source;

/** The codes that ISO 3166-1 alpha-2 assigns (gap G-02). */
export const ISO_COUNTRIES: ReadonlySet<string> = new Set(SOURCE.iso_countries.split(' '));

const MARKETS: readonly Market[] = SOURCE.markets.map(([code, name, language, languageName, currency]) => ({
  country: { code, name },
  locale: { code: `${language}-${code}`, name: `${languageName} (${name})` },
  currency: { code: currency, name: SOURCE.currencies[currency] ?? currency },
  customers: SOURCE.customers[code] ?? [],
}));
/** The codes of the countries of the marketplace. */
export const COUNTRIES: readonly string[] = MARKETS.map(({ country }) => country.code);

/**
 * The marketplace's reference data for a seed (any safe integer): the same seed yields the same data; with a
 * different seed, ids, brands and the choices in the attribute groups differ. No id has more than one
 * meaning. From clauses 1 and 4.7, gap G-05.
 */
export function createReferenceData(seed: number): ReferenceData {
  const random = createRandom(seed);
  const nextId = createIdSequence(random);
  const kinds = new Map<number, Kind>();
  const categories = branchOf(SOURCE.categories, undefined, kinds, nextId);
  const brands = SOURCE.houses
    .flat()
    .flatMap((house) => [house, `${house} ${random.pick(SOURCE.lines)}`])
    .map((name) => ({ id: nextId(), name }));
  const groupsOf = createGroups(brands, nextId);

  return {
    categories,
    brands,
    markets: MARKETS,
    attributeGroups(categoryId) {
      if (!categories.some(({ id }) => id === categoryId)) return undefined;
      return groupsOf(kinds.get(categoryId), createRandom(seed ^ categoryId));
    },
  };
}

/**
 * Yields increasing ids with random gaps, so an id can't be guessed from a position in a list. One sequence
 * serves a whole set of reference data, so no id has more than one meaning in it (requirement REF-06).
 */
function createIdSequence(random: Random): () => number {
  let last = random.integer(1_000, 9_999);
  return () => {
    last += random.integer(1, 12);
    return last;
  };
}

/** The categories of a branch, parents before their children; `kinds` receives the kind of each leaf. */
function branchOf(
  branch: Branch,
  parent: Category | undefined,
  kinds: Map<number, Kind>,
  nextId: () => number,
): Category[] {
  return Object.entries(branch).flatMap(([name, content]) => {
    const kind = typeof content === 'string' ? SOURCE.kinds[content] : undefined;
    const category: Category = {
      id: nextId(),
      name,
      path: parent === undefined ? name : `${parent.path} > ${name}`,
      parent_id: parent?.id ?? null,
      material_composition_type: kind?.composition ?? null,
    };
    if (kind !== undefined) kinds.set(category.id, kind);
    return [category, ...(typeof content === 'string' ? [] : branchOf(content, category, kinds, nextId))];
  });
}

/**
 * Gives every attribute group and entry its id, once for all categories. Returns a function that makes the groups of a
 * category from its kind: color and brand always; sizes, material and material_group_name if its goods have them; then
 * attributes, without the choices that the category omits at random.
 */
function createGroups(brands: readonly Brand[], nextId: () => number) {
  const group = (
    name: string,
    frontend_name: string,
    entries: readonly (Omit<GroupEntry, 'id'> & { id?: number })[],
    facts: Pick<AttributeGroup, 'is_multiselect'> = {},
  ): AttributeGroup => ({
    id: nextId(),
    name,
    frontend_name,
    attributes: entries.map((entry) => ({ id: nextId(), ...entry })),
    ...facts,
  });
  const named = (names: readonly string[]) => names.map((name) => ({ name, frontend_name: name }));
  const sized = ({ prefix = '', unit = '', values }: Sizes) =>
    values.map((value) => ({ name: `${prefix}${value}${unit}`, frontend_name: `${value}` }));

  const color = group('color', 'Color', named(SOURCE.colors.flat()));
  const brand = group(
    'brand',
    'Brand',
    brands.map(({ id, name }) => ({ id, name, frontend_name: name })),
  );
  const sizes = mapTable(SOURCE.sizes, (table) => group('size', 'Size', sized(table)));
  const secondSizes = mapTable(SOURCE.second_sizes, (table, measure) =>
    group('second_size', measure, sized(table)),
  );
  const materials = mapTable(SOURCE.materials, (rows) => group('material', 'Material', named(rows.flat())));
  const parts = mapTable(SOURCE.parts, ({ clusters, defaults }) =>
    group(
      'material_group_name',
      'Material group',
      named(clusters).map((entry) =>
        defaults.includes(entry.name) ? { ...entry, is_default: true } : entry,
      ),
    ),
  );
  const attributes = mapTable(SOURCE.attributes, ({ title, choices, many }, name) =>
    group(name, title, named(choices), many && { is_multiselect: many }),
  );

  return ({ size, second_size, parts: made, attributes: own }: Kind = { attributes: [] }, random: Random) =>
    [
      color,
      size && sizes[size],
      second_size && secondSizes[second_size],
      brand,
      made && materials[SOURCE.parts[made]?.materials ?? ''],
      made && parts[made],
      ...[...SOURCE.general, ...own].map((name) => thinnedOut(attributes[name], random)),
    ].filter((each) => typeof each === 'object');
}

function mapTable<Row, Made>(table: Table<Row>, make: (row: Row, name: string) => Made): Table<Made> {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, make(row, name)]));
}

/** The group without some of its choices; at least two remain. */
function thinnedOut(group: AttributeGroup | undefined, random: Random): AttributeGroup | undefined {
  const kept = group?.attributes.filter(() => random.next() >= 0.15) ?? [];
  return group === undefined || kept.length < 2 ? group : { ...group, attributes: kept };
}
