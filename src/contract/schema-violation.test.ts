import { expect, test } from '#unit-test';
import { baseContract } from './base-document.js';
import { targetContract } from './closings/target-contract.js';
import { readOperations } from './operations.js';
import { schemaJudge } from './schema-violation.js';

const { theirs } = targetContract(
  baseContract,
  {
    contract: '1.3.0',
    operations: {
      listCountries: {
        response: { merged: { '': 'kind' }, rename: { locales: 'languages', 'countries[].code': 'country' } },
      },
    },
  },
  (place, problem) => {
    throw new Error(`${place.join('/')}: ${problem}`);
  },
);
const pointer = readOperations(theirs)
  .find(({ operationId }) => operationId === 'listCountries')
  ?.responseFor(200)?.schemaPointer;
const judge = schemaJudge(theirs);

for (const [entry, found] of [
  [{ kind: 'countries', country: 'DE', name: 'Germany' }, []],
  [{ kind: 'countries', country: 'DE' }, ['[0].name: the field to be present']],
  [{ kind: 'countries', country: 7, name: 'Germany' }, ['[0].country: a string']],
  [{ kind: 'languages', country: 'DE', name: 'German' }, ['[0].code: the field to be present']],
] as const) {
  test(`${JSON.stringify(entry)} is judged by the branch of its kind alone`, () => {
    const told = judge(pointer ?? '', [entry]).map(({ path, expected }) => `${path}: ${expected}`);
    expect(told).toEqual(found);
  });
}

for (const entry of [{ kind: 'regions', code: 'EU' }, { code: 'DE' }, 'DE']) {
  test(`${JSON.stringify(entry)} is of no branch, and told as a whole`, () => {
    const told = judge(pointer ?? '', [entry]);
    expect(told.map(({ path, keyword }) => `${path}: ${keyword}`)).toEqual(['[0]: anyOf']);
  });
}
