import { expect, test } from '#unit-test';
import { type ExampleExchange, exampleExchange } from '../../http/example-exchange.js';
import { Blocked } from '../../verdicts/finding.js';
import { bodyIfAny, bodyOf } from './body-of.js';

const brands = [{ id: 1, name: 'a' }];

test('a success body of the needed shape is returned', () => {
  expect(bodyOf(exampleExchange({ operationId: 'listBrands', body: brands }))).toEqual(brands);
});

/** An answer, and the gaps that must be closed before the test can go on. */
const blocks: readonly (readonly [title: string, ExampleExchange, gaps: readonly string[]])[] = [
  ['a refusal if parameters are not shown', { operationId: 'listBrands', status: 422 }, ['G-11']],
  ['a server error', { operationId: 'listBrands', status: 500 }, []],
  ['a list in another envelope', { operationId: 'listBrands', body: { data: brands } }, ['G-11']],
  [
    'a field with another name',
    { operationId: 'listBrands', body: [{ id: 1, label: 'a' }] },
    ['G-05', 'G-11'],
  ],
];

for (const [title, exchange, gaps] of blocks) {
  test(`${title} blocks and names ${gaps.join(', ') || 'no gap'}`, () => {
    const blocked = blockOf(exchange);
    expect(blocked.message).toMatch(/^a prerequisite was not met/);
    expect(blocked.gaps.map(({ gap }) => gap)).toEqual(gaps);
    for (const { operationId } of blocked.gaps) expect(operationId).toBe('listBrands');
  });
}

function blockOf(exchange: ExampleExchange): Blocked {
  try {
    bodyOf(exampleExchange(exchange));
  } catch (error) {
    if (error instanceof Blocked) return error;
    throw error;
  }
  throw new Error('It does not block.');
}

const category = {
  id: 1,
  name: 'Coats',
  path: ['Coats'],
  parent_id: null,
  material_composition_type: 'textile',
};
const page = (...items: readonly object[]) => ({ items, pagination: { pages: 1 } });

/** The part of the categories that a step needs, the body that came, and whether the step can go on. */
const needs: readonly (readonly [paths: readonly string[], body: object, goesOn: boolean])[] = [
  [['items.*.id'], page({ id: 1 }), true],
  [['items.*.id'], page({ ...category, parent_id: '7' }, { id: 2 }), true],
  [['items.*.id', 'pagination.pages'], page({ id: 1 }), true],
  [['items.*.id'], page({ id: 1 }, { name: 'Coats' }), false],
  [['items.*.id'], page({ id: null }), false],
  [['items.*.id'], { pagination: { pages: 1 } }, false],
  [['items.*.id'], { items: { id: 1 } }, false],
  [['items.*.id'], [category], false],
  [['items'], page({ id: 1 }), false],
  [['items.*.id', 'pagination.pages'], { items: [category] }, false],
  [['pagination.pages'], { items: 'none', pagination: { pages: 1 } }, true],
  [[], page(category), false],
];

for (const [paths, body, goesOn] of needs) {
  test(`a step that needs ${paths.join(' and ') || 'all'} of ${JSON.stringify(body)} ${goesOn ? 'goes on' : 'is blocked'}`, () => {
    const exchange = exampleExchange({ operationId: 'listCategories', body });
    if (goesOn) expect(bodyOf(exchange, ...paths)).toEqual(body);
    else expect(() => bodyOf(exchange, ...paths)).toThrow(Blocked);
    expect(bodyIfAny(exchange, ...paths)).toEqual(goesOn ? body : undefined);
  });
}
