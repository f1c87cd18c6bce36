import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { load } from 'js-yaml';
import { expect, test } from '#testing/unit-test';
import { readDocument } from '../documents/folders.js';
import { batchWrites, isOperation, operations } from '../operations.js';
import { clauses, gaps, requirements, topics } from './catalogue.js';
import { setNames } from './operation-sets.js';

const schema = JSON.parse(
  readFileSync(new URL('../../../schemas/requirements.schema.json', import.meta.url), 'utf8'),
);

test('the file has the shape that its schema describes', () => {
  const hasItsShape = new Ajv2020({ allErrors: true }).compile(schema);
  hasItsShape(readDocument('requirements', load));
  expect(hasItsShape.errors).toBeNull();
  expect(schema.$defs.set.enum).toEqual(setNames);
});

test('no id occurs twice, and requirements are in the order of topics and numbers', () => {
  const prefixes = topics.map(({ prefix }) => prefix);
  const ids = requirements.map(({ id }) => id);
  const rank = (id: string) => prefixes.indexOf(id.replace(/-.*/, ''));
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)));
  expect([...new Set(ids.map((id) => id.replace(/-.*/, '')))]).toEqual(prefixes);
  expect(new Set(gaps.map(({ id }) => id)).size).toBe(gaps.length);
});

test('every clause and gap that is named exists, and every one that exists is named', () => {
  const named = new Set([...topics, ...gaps, ...requirements].flatMap(({ clause }) => clause));
  expect(named).toEqual(new Set(Object.keys(clauses)));
  const restingOn = requirements.flatMap((each) =>
    each.from === 'assumed' ? each.gap : (each.assumedPart?.gap ?? []),
  );
  expect(new Set(restingOn)).toEqual(new Set(gaps.map(({ id }) => id)));
});

test('sets of operations are expanded, and the contract has each operation', () => {
  const operationsOf = (id: string) => requirements.find((entry) => entry.id === id)?.operations;
  expect(operationsOf('AUTH-01')).toEqual(operations.map(({ operationId }) => operationId));
  expect(operationsOf('BAT-09')).toEqual(batchWrites.map(({ resultsOperation }) => resultsOperation));
  expect(operationsOf('KEYS-01')).toEqual([]);
  expect(operationsOf('ORD-01')).toEqual(['listOrders']);
  for (const { id, operations } of requirements)
    expect(
      operations.filter((each) => !isOperation(each)),
      id,
    ).toEqual([]);
});
