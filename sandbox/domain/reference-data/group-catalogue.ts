import { ATTRIBUTE_TABLES, type AttributeRow } from './attribute-tables.js';
import { COLOR_PALETTES } from './colors.js';
import type { IdSequence } from './id-sequence.js';
import { MATERIAL_LISTS, MATERIAL_TABLES, type MaterialRow } from './material-tables.js';
import { SECOND_SIZE_TABLES, SIZE_TABLES, type SizeRow, type SizeTable } from './size-tables.js';
import type { AttributeGroup, Brand, GroupEntry } from './types.js';

/** Every attribute group that some category has, whole: under the key of its table, sizes under the table. */
export interface GroupCatalogue {
  brand: AttributeGroup;
  colors: ReadonlyMap<string, AttributeGroup>;
  sizes: ReadonlyMap<SizeTable, AttributeGroup>;
  materials: ReadonlyMap<string, AttributeGroup>;
  materialGroups: ReadonlyMap<string, AttributeGroup>;
  attributes: ReadonlyMap<string, AttributeGroup>;
}

/**
 * Gives every group and entry of the tables its id. The entries of the brand group are the brands, under
 * the same ids. From clause 2.2 rule 4 and gap G-05.
 */
export function createGroupCatalogue(nextId: IdSequence, brands: readonly Brand[]): GroupCatalogue {
  const entry = (name: string, frontend_name = name): GroupEntry => ({ id: nextId(), name, frontend_name });

  const named = (name: string, frontend_name: string, choices: readonly string[]): AttributeGroup => ({
    id: nextId(),
    name,
    frontend_name,
    attributes: choices.map((choice) => entry(choice)),
  });

  const sized = (name: string, frontend_name: string, table: SizeTable): AttributeGroup => ({
    id: nextId(),
    name,
    frontend_name,
    attributes: table.values.map((value) => entry(`${table.prefix ?? ''}${value}${table.unit ?? ''}`, value)),
  });

  function materialGroup({ clusters, defaults }: MaterialRow): AttributeGroup {
    const group = named('material_group_name', 'Material group', clusters);
    const attributes = group.attributes.map((cluster) =>
      defaults.includes(cluster.name) ? { ...cluster, is_default: true as const } : cluster,
    );
    return { ...group, attributes };
  }

  function attribute({ title, choices, many }: AttributeRow, name: string): AttributeGroup {
    const group = named(name, title, choices);
    return many === undefined ? group : { ...group, is_multiselect: many };
  }

  const brandEntries = brands.map(({ id, name }) => ({ id, name, frontend_name: name }));
  return {
    brand: { id: nextId(), name: 'brand', frontend_name: 'Brand', attributes: brandEntries },
    colors: mapRows(COLOR_PALETTES, (names) => named('color', 'Color', names)),
    sizes: new Map([
      ...sizeTables(SIZE_TABLES).map(([, table]) => [table, sized('size', 'Size', table)] as const),
      ...sizeTables(SECOND_SIZE_TABLES).map(
        ([measure, table]) => [table, sized('second_size', capitalised(measure), table)] as const,
      ),
    ]),
    materials: mapRows(MATERIAL_LISTS, (names) => named('material', 'Material', names)),
    materialGroups: mapRows(MATERIAL_TABLES, materialGroup),
    attributes: mapRows(ATTRIBUTE_TABLES, attribute),
  };
}

function mapRows<Row>(
  rows: Readonly<Record<string, Row>>,
  toGroup: (row: Row, key: string) => AttributeGroup,
): Map<string, AttributeGroup> {
  return new Map(Object.entries(rows).map(([key, row]) => [key, toGroup(row, key)]));
}

/** Each table once, with its measure: departments and measures may share a table, and so its ids. */
function sizeTables(rows: Readonly<Record<string, SizeRow>>): [string, SizeTable][] {
  const measures = new Map<SizeTable, string>();
  for (const [measure, row] of Object.entries(rows)) {
    for (const table of Object.values(row)) measures.set(table, measure);
  }
  return [...measures].map(([table, measure]) => [measure, table]);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
