import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { isRequirementId, requirements } from '../src/contract/requirements/catalogue.js';
import { listFaults } from './faults/fault.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const checked = requirements.filter(({ notTested }) => notTested === undefined).map(({ id }) => id);

test('every requirement with a check has a fault, and no fault violates another', async () => {
  const faults = await listFaults(root);
  const violated = new Set(faults.map(({ violates }) => violates));
  expect(checked.filter((id) => !violated.has(id))).toEqual([]);
  expect(faults.filter(({ violates }) => !isRequirementId(violates)).map(({ id }) => id)).toEqual([]);
  expect([...violated].filter((id) => !checked.includes(id))).toEqual([]);
});

test('every fault has an id of its own, and can be planted', async () => {
  const faults = await listFaults(root);
  const ids = faults.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)+$/.test(id))).toEqual([]);
  expect(faults.filter(({ operations }) => operations?.length === 0).map(({ id }) => id)).toEqual([]);
});
