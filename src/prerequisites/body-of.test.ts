import { expect, test } from '#unit-test';
import { type ExampleExchange, exampleExchange } from '../exchange/example-exchange.js';
import { Blocked } from '../verdicts/interruptions.js';
import { bodyOf } from './body-of.js';

const brands = [{ id: 1, name: 'a' }];

test('the body of a success of the shape to go on is handed over', () => {
  expect(bodyOf(exampleExchange({ operationId: 'listBrands', body: brands }))).toEqual(brands);
});

/** What was answered, and the gaps that have to be closed before the test can go on. */
const blocks: readonly (readonly [title: string, ExampleExchange, gaps: readonly string[]])[] = [
  ['a refusal where parameters are not shown', { operationId: 'listBrands', status: 422 }, ['G-11']],
  ['a mistake of the server', { operationId: 'listBrands', status: 500 }, []],
  ['a list in another envelope', { operationId: 'listBrands', body: { data: brands } }, ['G-11']],
  ['a field of another name', { operationId: 'listBrands', body: [{ id: 1, label: 'a' }] }, ['G-05', 'G-11']],
];

for (const [title, exchange, gaps] of blocks) {
  test(`${title} blocks, and names ${gaps.join(', ') || 'no gap'}`, () => {
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
