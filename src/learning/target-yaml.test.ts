import { expect, test } from '#unit-test';
import { parseTargetFile } from '../contract/closings/read-target-file.js';
import { operation } from '../contract/operations.js';
import { differences } from './drift.js';
import { withKept } from './kept-steps.js';
import { learnOperation } from './learn-operation.js';
import { isEdited, type LearnedTarget, targetYaml } from './target-yaml.js';

/** What a run reads in a text. */
const parsedTarget = (text: string) => parseTargetFile(text, 'targets/shop.yaml').file;

const deliveries = { steps: [], questions: [] };

/** A target that answers these bodies. */
function targetWith(
  bodies: Readonly<Record<string, unknown>>,
  refusals: readonly number[] = [],
): LearnedTarget {
  const operations = Object.entries(bodies).map(([id, body]) =>
    learnOperation(operation(id), {}, { bodies: [body], successes: [200], refusals }, new Map()),
  );
  return { name: 'shop', operations, deliveries };
}

const brands = { brands: [{ brand_id: 7, name: 'Ada' }] };

test('a file says what was learned, with its evidence next to it', () => {
  const text = targetYaml(targetWith({ listBrands: brands }));
  expect(text).toContain('yaml-language-server: $schema=../schemas/target.schema.json');
  expect(text).toMatch(/"": brands # brands: list of objects with "brand_id", "name"/);
  expect(parsedTarget(text)).toEqual({
    contract: '1.3.0',
    operations: { listBrands: { response: { inside: { '': 'brands' }, rename: { '[].id': 'brand_id' } } } },
  });
});

test('a target that does everything as assumed has a file without operations', () => {
  expect(parsedTarget(targetYaml(targetWith({ listBrands: [{ id: 7, name: 'Ada' }] })))).toEqual({
    contract: '1.3.0',
  });
});

test('what the target writes can break neither the file nor a terminal', () => {
  const name = 'a: b\n- c # \u001b[31m\u202e"{';
  const text = targetYaml(targetWith({ listBrands: { [name]: [{ id: 7, name: 'Ada' }] } }));
  expect(parsedTarget(text).operations?.listBrands?.response?.inside).toEqual({ '': name });
  for (const hidden of ['\u001b', '\u202e']) expect(text).not.toContain(hidden);
});

test('questions stand under open, with their candidates', () => {
  const text = targetYaml({ ...targetWith({ listBrands: brands }), deliveries: undefined });
  expect(parsedTarget(text).open).toEqual({ 'G-12': expect.stringContaining('No delivery was received') });
});

test('a common refusal stands at the top, and what differs from it at its operation', () => {
  const unusual = targetWith({ listCategories: {}, listOrders: {}, listProducts: {} }, [422]);
  const usual = targetWith({ getStockResults: {} }, [400]);
  const file = parsedTarget(
    targetYaml({ ...unusual, operations: [...unusual.operations, ...usual.operations] }),
  );
  expect(file.refusal).toBe(422);
  expect(file.operations).toMatchObject({ getStockResults: { refusal: 400 } });
});

test('a file is edited as soon as anything under its digest was changed, and as long as it has none', () => {
  const text = targetYaml(targetWith({ listBrands: brands }));
  expect(isEdited(text)).toBe(false);
  expect(isEdited(text.replace('brand_id', 'brandId'))).toBe(true);
  expect(isEdited('contract: 1.3.0\n')).toBe(true);
});

test('a target that is as its file says has no difference', () => {
  const target = targetWith({ listBrands: brands });
  expect(differences(target, parsedTarget(targetYaml(target)))).toEqual([]);
});

test('a target that drifted differs where it is new, gone or another', () => {
  const file = parsedTarget(targetYaml(targetWith({ listBrands: brands })));
  expect(differences(targetWith({ listBrands: [{ brand_id: 7, label: 'Ada' }] }), file)).toEqual([
    'listBrands response rename [].name: as assumed, now "label"',
    'listBrands response inside : "brands", now as assumed',
  ]);
  expect(differences(targetWith({ listBrands: { brands: [{ brandId: 7, name: 'Ada' }] } }), file)).toEqual([
    'listBrands response rename [].id: "brand_id", now "brandId"',
  ]);
});

test('what was not seen now is no difference', () => {
  const file = parsedTarget(targetYaml(targetWith({ listBrands: brands })));
  expect(differences(targetWith({}), file)).toEqual([]);
});

test('what a person wrote where nothing was learned is kept, and answers its question', () => {
  const crew = { crews: [{ brand_id: 7, first: 'Ada', second: 'Byron' }] };
  const target = targetWith({ listBrands: crew });
  const asked = (each: LearnedTarget) =>
    each.operations.flatMap(({ alignments }) => alignments.response.questions.map(({ at }) => at));
  expect(asked(target)).toContain('[].name');
  const response = { rename: { '[].name': 'second', '[].id': 'other' } };
  const kept = withKept(target, { contract: '1.3.0', operations: { listBrands: { response } } });
  expect(asked(kept)).not.toContain('[].name');
  const renamed = parsedTarget(targetYaml(kept))?.operations?.listBrands?.response?.rename;
  expect(renamed).toEqual({ '[].id': 'brand_id', '[].name': 'second' });
});
