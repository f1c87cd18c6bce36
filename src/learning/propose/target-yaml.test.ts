import { expect, test } from '#testing/unit-test';
import type { JsonObject } from '../../contract/documents/document.js';
import { countQuestions } from '../../contract/mapping/file/file-steps.js';
import { parseTargetFile } from '../../contract/mapping/file/read-target-file.js';
import type { TargetFile } from '../../contract/mapping/file/target-file.js';
import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import { learnOperation } from '../learn-operation.js';
import { learnErrors } from '../survey/errors.js';
import { signatureQuestion } from '../trials/deliveries.js';
import { withoutMisfits } from './compiled-steps.js';
import { mappingTable, tableLines } from './gap-table.js';
import { withKept } from './kept.js';
import type { LearnedTarget } from './learned-steps.js';
import { comparableYaml, isEdited, learnedFile, targetYaml } from './target-yaml.js';

/** The content of a file, as a run reads it. */
const parsedTarget = (text: string) => parseTargetFile(text, 'targets/shop.yaml').file;

const deliveries = { steps: [], questions: [] };

/** A target that answers with these bodies. */
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

test('a file contains the learned steps, each with its gap and its evidence next to it', () => {
  const text = targetYaml(targetWith({ listBrands: brands }));
  expect(text).toContain('yaml-language-server: $schema=../schemas/target.schema.json');
  expect(text).toMatch(/"": brands # G-11, answered: brands: list of objects with "brand_id", "name"/);
  expect(parsedTarget(text)).toEqual({
    contract: '1.3.0',
    operations: { listBrands: { response: { inside: { '': 'brands' }, rename: { '[].id': 'brand_id' } } } },
  });
});

const brand = {
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'label'],
    properties: { id: { type: 'integer' }, label: { type: 'string' } },
  },
};
const bounded = {
  type: 'object',
  required: ['items'],
  properties: { items: { type: 'array', maxItems: 20 } },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

test('each step says what shows it, and the table counts the differences of each gap', () => {
  const described = (id: OperationId, theirs: JsonObject) =>
    learnOperation(
      operation(id),
      {},
      { described: { operation: theirs, item: {}, keys: ['', ''] }, bodies: [], successes: [], refusals: [] },
      new Map(),
    );
  const errors = learnErrors(
    new Map([[422, [{ type: 'application/json', isEmpty: false, json: { detail: [] } }]]]),
    new Map(),
  );
  const target = {
    name: 'shop',
    operations: [
      described('listBrands', { responses: { 200: json(brand) } }),
      described('cancelOrderItems', { requestBody: json(bounded), responses: { 202: {} } }),
    ],
    errors,
    deliveries,
  };
  expect(
    targetYaml(target)
      .split('\n')
      .filter((line) => /^ .* # /.test(line)),
  ).toEqual([
    '        "[].name": label # G-05, only described: label: string; label is another word for name',
    '    success: 202 # G-11, only described: no other status is documented',
    '        items: { maxItems: 20 } # G-11, only described: the contract has no maxItems',
    '      - message # G-15, answered: it has detail, and no text for people',
  ]);
  const rowOf = (gap: string, of: LearnedTarget = target) =>
    tableLines(mappingTable(of)).find((line) => line.startsWith(gap));
  expect(rowOf('G-11')).toContain('different: 1 status, 1 bound');
  expect(rowOf('G-21')).toContain('a run will show');
  const equal = (isSameBatch: boolean) => ({ isSameBatch, source: 'answered' as const, evidence: 'two ids' });
  expect(rowOf('G-21', { ...target, equal: equal(false) })).toContain('as assumed');
  expect(rowOf('G-21', { ...target, equal: equal(true) })).toContain('different');
});

test("a target's text can break neither the file nor a terminal", () => {
  const name = 'a: b\n- c # \u001b[31m\u202e"{';
  const text = targetYaml(targetWith({ listBrands: { [name]: [{ id: 7, name: 'Ada' }] } }));
  expect(parsedTarget(text).operations?.listBrands?.response?.inside).toEqual({ '': name });
  for (const hidden of ['\u001b', '\u202e']) expect(text).not.toContain(hidden);
});

test('a question for a field that may be absent says what to write if it is', () => {
  const { open } = parsedTarget(
    targetYaml(targetWith({ listBrands: [{ id: 7 }], listReports: [{ id: '7', a: 'b', c: 'd' }] })),
  );
  expect(open?.['listBrands response [].name']).toBe(
    'which field is [].name? Nothing that was seen could be it: if the service has nothing of the kind, write [].name under absent.',
  );
  expect(open?.['listReports response [].name']).toMatch(
    /^which field is \[\]\.name\? Candidates, best first:\n(- .*\n)+- none: if the service has nothing .* absent$/,
  );
});

test('a file has as many questions as learning reports, even several for one place', () => {
  const crew = { crews: [{ brand_id: 7, first: 'Ada', second: 'Byron' }] };
  const questionsAboutDeliveries = [
    {
      at: '',
      asks: signatureQuestion,
      candidates: [{ answer: 'x-hash', evidence: 'a header, is it this?' }],
    },
    { at: 'id', asks: 'what is id called?', candidates: [] },
  ];
  const target = {
    ...targetWith({ listBrands: crew }),
    deliveries: { steps: [], questions: questionsAboutDeliveries },
  };
  const { questions } = mappingTable(target);
  expect(questions).toBeGreaterThan(2);
  const { open } = parsedTarget(targetYaml(target));
  expect(countQuestions(open)).toBe(questions);
  expect(Object.keys(open ?? {})).toHaveLength(questions - 1);
});

test('the common status of refusals is at the top of the file, and exceptions are at their operations', () => {
  const unusual = targetWith({ listCategories: {}, listOrders: {}, listProducts: {} }, [422]);
  const usual = targetWith({ getStockResults: {} }, [400]);
  const file = parsedTarget(
    targetYaml({ ...unusual, operations: [...unusual.operations, ...usual.operations] }),
  );
  expect(file.refusal).toBe(422);
  expect(file.operations).toMatchObject({ getStockResults: { refusal: 400 } });
  const described = unusual.operations.map((each, index) => ({
    ...each,
    refusal: {
      status: 422,
      source: index < 2 ? ('answered' as const) : ('described' as const),
      evidence: '',
    },
  }));
  expect(targetYaml({ ...unusual, operations: described })).toContain(
    'refusal: 422 # G-15, answered: 2 operations answered invalid input with 422, and 1 more is documented to\n',
  );
  expect(targetYaml(unusual)).toContain(
    'refusal: 422 # G-15, answered: 3 operations answered invalid input with 422\n',
  );
});

test('a file counts as edited if its content no longer matches its digest, or if it has none', () => {
  const text = targetYaml(targetWith({ listBrands: brands }));
  expect(isEdited(text)).toBe(false);
  expect(isEdited(text.replace('brand_id', 'brandId'))).toBe(true);
  expect(isEdited('contract: 1.3.0\n')).toBe(true);
});

/** The file of an earlier target, as learning would write it for the target of today. */
const today = (target: LearnedTarget, file: TargetFile) =>
  comparableYaml(learnedFile(withoutMisfits(withKept(target, file))));

test('a target has the same file again only if it behaves as before, whatever the date and the order of steps', () => {
  const file = parsedTarget(targetYaml(targetWith({ listBrands: brands, listOrders: {} }, [422])));
  expect(today(targetWith({ listBrands: brands, listOrders: {} }), file)).toBe(comparableYaml(file));
  const named = (on: string): TargetFile => ({ ...file, learned: { from: 'http://shop', on, digest: 'ab' } });
  expect(comparableYaml(named('2026-11-24'))).toBe(comparableYaml(named('2026-11-25')));

  const withoutObject = today(targetWith({ listBrands: [{ brand_id: 7, label: 'Ada' }] }), file);
  expect(withoutObject).toContain("'[].name': label");
  expect(withoutObject).not.toContain('inside');
  const renamed = today(
    targetWith({ listBrands: { brands: [{ brandId: 7, name: 'Ada' }] }, listOrders: {} }),
    file,
  );
  expect(renamed).toBe(comparableYaml(file).replace('brand_id', 'brandId'));
});

test('that equal submissions are one batch is written with its evidence, and kept where it was not tried', () => {
  const tried = { ...targetWith({}), equal: { isSameBatch: true, evidence: 'it got the same id' } };
  expect(targetYaml(tried)).toContain('equal: "same-batch" # it got the same id');
  const file = parsedTarget(targetYaml(tried));
  expect(today(targetWith({}), file)).toBe(comparableYaml(file));
  expect(today({ ...tried, equal: { ...tried.equal, isSameBatch: false } }, file)).not.toContain('equal');
});

test("a person's steps are kept where nothing was learned, and answer their questions", () => {
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

test("a person's statuses, deliveries and gaps are kept", () => {
  const written: TargetFile = {
    contract: '1.3.0',
    refusal: 422,
    confirmed: ['G-05', 'G-12'],
    operations: { downloadReport: { refusal: 409 } },
    deliveries: { signature: 'x-signed', prefix: 'sha256=', body: { rename: { message: 'data' } } },
  };
  const target = {
    ...targetWith({ listBrands: [{ id: 7, name: 'Ada' }], downloadReport: '' }),
    deliveries: undefined,
  };
  const kept = parsedTarget(targetYaml(withoutMisfits(withKept(target, written))));
  expect(kept).toMatchObject({ ...written });
  expect(kept.open).toBeUndefined();
});

test("learned steps for deliveries take precedence, but a person's steps for other places are kept", () => {
  const target = targetWith({});
  const rename = (message: string): TargetFile => ({
    contract: '1.3.0',
    deliveries: { signature: 'x-signed', body: { rename: { message, event: 'topic' } } },
  });
  const step = { kind: 'rename', at: 'message', to: 'payload' } as const;
  const unsigned = { at: '', asks: signatureQuestion, candidates: [] };
  const seen = { steps: [{ step, evidence: 'seen' }], questions: [unsigned] };
  const file = (found: LearnedTarget['deliveries']) =>
    parsedTarget(targetYaml(withKept({ ...target, deliveries: found }, rename('data'))));
  expect(file(seen)).toEqual({
    contract: '1.3.0',
    deliveries: { signature: 'x-signed', body: { rename: { message: 'payload', event: 'topic' } } },
  });
  // A signature that was found as assumed needs no step from a person.
  expect(file({ ...seen, questions: [] }).deliveries?.signature).toBeUndefined();
});
