import { expect, test } from '#unit-test';
import { ATTRIBUTE_TABLES, GENERAL_ATTRIBUTES } from './attribute-tables.js';
import { createCategoryNodes } from './categories.js';
import { COLOR_PALETTES } from './colors.js';
import { MATERIAL_LISTS, MATERIAL_TABLES } from './material-tables.js';
import { type KindRow, PRODUCT_KINDS } from './product-kinds.js';
import { SECOND_SIZE_TABLES, SIZE_TABLES, type SizeRow } from './size-tables.js';

const KINDS: readonly KindRow[] = Object.values(PRODUCT_KINDS);
const nodes = createCategoryNodes(() => 1);

test('every measure of a leaf has sizes in its department', () => {
  const unmeasured = nodes.filter(({ kind, department }) => {
    const row: SizeRow | undefined = kind?.size && SIZE_TABLES[kind.size];
    return row !== undefined && (row[department] ?? row.all) === undefined;
  });
  expect(unmeasured).toEqual([]);
});

test('a department of a size table is a root of the tree', () => {
  const departments = [...Object.values(SIZE_TABLES), ...Object.values(SECOND_SIZE_TABLES)].flatMap(
    Object.keys,
  );
  const roots = nodes
    .filter(({ category }) => category.parent_id === null)
    .map(({ department }) => department);
  expect([...roots, 'all']).toEqual(expect.arrayContaining(departments));
});

test('every kind of goods is sold somewhere, and every table is used', () => {
  const used = (keys: (kind: KindRow) => readonly (string | undefined)[]) => new Set(KINDS.flatMap(keys));
  const materials = Object.values(MATERIAL_TABLES).map((row) => row.materials);
  const attributes = used((kind) => [...GENERAL_ATTRIBUTES, ...kind.attributes]);
  const unused = [
    ...KINDS.filter((kind) => nodes.every((node) => node.kind !== kind)),
    ...Object.keys(COLOR_PALETTES).filter((key) => !used(({ palette }) => [palette]).has(key)),
    ...Object.keys(SIZE_TABLES).filter((key) => !used(({ size }) => [size]).has(key)),
    ...Object.keys(SECOND_SIZE_TABLES).filter((key) => !used(({ second_size }) => [second_size]).has(key)),
    ...Object.keys(MATERIAL_TABLES).filter((key) => !used(({ composition }) => [composition?.[1]]).has(key)),
    ...Object.keys(MATERIAL_LISTS).filter((key) => !materials.some((name) => name === key)),
    ...Object.keys(ATTRIBUTE_TABLES).filter((key) => !attributes.has(key)),
  ];
  expect(unused).toEqual([]);
});

test('suggested clusters are clusters of their trade', () => {
  const stray = Object.values(MATERIAL_TABLES).flatMap(({ clusters, defaults }) =>
    [...defaults].filter((name) => !clusters.some((cluster) => cluster === name)),
  );
  expect(stray).toEqual([]);
});
