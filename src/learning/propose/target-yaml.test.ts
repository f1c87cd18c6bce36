import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { countQuestions } from '../../contract/mapping/file/file-steps.js';
import { parseTargetFile } from '../../contract/mapping/file/read-target-file.js';
import type { TargetFile } from '../../contract/mapping/file/target-file.js';
import { operation } from '../../contract/operations.js';
import { learnOperation } from '../learn-operation.js';
import { type Findings, inFile, type LearnedTarget, type Question, type Step } from './findings.js';
import { proposalFor } from './proposal.js';
import { comparableYaml, isEdited, learnedFile, openIn, targetYaml } from './target-yaml.js';

/** The content of a file, as a run reads it. */
const parsedTarget = (text: string) => parseTargetFile(text, 'targets/shop.yaml').file;

const section = (
  place: string,
  steps: readonly Step[] = [],
  questions: readonly Question[] = [],
): Findings => ({
  place: place === '' ? [] : [place],
  steps,
  questions,
  found: new Set(['body ']),
});

/** A target that answers with these bodies. */
function targetWith(
  bodies: Readonly<Record<string, unknown>>,
  refusals: readonly number[] = [],
  ...others: readonly Findings[]
): LearnedTarget {
  const operations = Object.entries(bodies).map(([id, body]) =>
    learnOperation(
      operation(id),
      { bodies: [body], successes: [200], refusals },
      { vocabulary: new Map(), words: new Map() },
    ),
  );
  return { name: 'shop', findings: [...operations, section('deliveries'), section(''), ...others] };
}

const brands = { brands: [{ brand_id: 7, name: 'Ada' }] };

const unusual = targetWith({ listCategories: {}, listOrders: {}, listProducts: {} }, [422]);
const [usual] = targetWith({ getStockResults: {} }, [400]).findings;

/** Targets, by what is to be seen in their files. */
const targets: Readonly<Record<string, LearnedTarget>> = {
  'learned steps, each with its gap and its evidence next to it': targetWith({ listBrands: brands }),
  'questions for fields that may be absent say what to write if they are': targetWith({
    ...{ listBrands: [{ id: 7 }], listReports: [{ id: '7', a: 'b', c: 'd' }] },
  }),
  'the common status of refusals at the top, and an exception at its operation': proposalFor({
    ...{ name: 'shop', findings: [...(usual ? [usual] : []), ...unusual.findings] },
  }),
};

test('what learning writes', () => {
  expectGolden('learned-files.txt', targets, targetYaml);
});

test("a target's text can break neither the file nor a terminal", () => {
  const name = 'a: b\n- c # \u001b[31m\u202e"{';
  const text = targetYaml(targetWith({ listBrands: { [name]: [{ id: 7, name: 'Ada' }] } }));
  expect(parsedTarget(text).operations?.listBrands?.response?.inside).toEqual({ '': name });
  for (const hidden of ['\u001b', '\u202e']) expect(text).not.toContain(hidden);
});

test('a file has as many questions as learning reports, even several for one place', () => {
  const crew = { crews: [{ brand_id: 7, first: 'Ada', second: 'Byron' }] };
  const about = ['signature', 'id'].map((at) => ({ at, asks: `what is ${at} called?`, candidates: [] }));
  const { findings, ...target } = targetWith({ listBrands: crew });
  const asking = findings.map((each) =>
    each.place[0] === 'deliveries' ? { ...each, questions: about } : each,
  );
  const { questions } = openIn({ ...target, findings: asking });
  expect(questions).toBeGreaterThan(2);
  const { open } = parsedTarget(targetYaml({ ...target, findings: asking }));
  expect(countQuestions(open)).toBe(questions);
  expect(Object.keys(open ?? {})).toHaveLength(questions - 1);
});

test('a file counts as edited if its content no longer matches its digest, or if it has none', () => {
  const text = targetYaml(targetWith({ listBrands: brands }));
  expect(isEdited(text)).toBe(false);
  expect(isEdited(text.replace('brand_id', 'brandId'))).toBe(true);
  expect(isEdited('contract: 1.3.0\n')).toBe(true);
});

/** The file of an earlier target, as learning would write it for the target of today. */
const today = (target: LearnedTarget, file: TargetFile) =>
  comparableYaml(learnedFile(proposalFor(target, file)));

test('a target has the same file again only if it behaves as before, whatever the date and the order of steps', () => {
  const then = targetWith({ listBrands: brands, listOrders: {} }, [422]);
  const file = parsedTarget(targetYaml(proposalFor(then)));
  expect(today(then, file)).toBe(comparableYaml(file));
  const named = (on: string): TargetFile => ({ ...file, learned: { from: 'http://shop', on, digest: 'ab' } });
  expect(comparableYaml(named('2026-11-24'))).toBe(comparableYaml(named('2026-11-25')));
  const withoutObject = today(targetWith({ listBrands: [{ brand_id: 7, label: 'Ada' }] }), file);
  expect(withoutObject).toContain("'[].name': label");
  expect(withoutObject).not.toContain('inside');
});

test('where nothing was learned a step of a person is kept and answers its question, but a learned one takes precedence', () => {
  const crew = { crews: [{ brand_id: 7, first: 'Ada', second: 'Byron' }] };
  const unsigned = { at: 'signature', asks: 'which header?', candidates: [] };
  const payload: Step = { part: 'body', kind: 'rename', at: 'message', to: 'payload', evidence: 'seen' };
  const { findings, ...target } = targetWith({ listBrands: crew, downloadReport: '' });
  const asking = findings.map((each) =>
    each.place[0] === 'deliveries' ? section('deliveries', [payload], [unsigned]) : each,
  );
  const written: TargetFile = {
    contract: '1.3.0',
    operations: {
      listBrands: { response: { rename: { '[].name': 'second', '[].id': 'other' } } },
      downloadReport: { refusal: 409 },
    },
    deliveries: {
      signature: 'x-signed',
      prefix: 'sha256=',
      body: { rename: { message: 'data', event: 'topic' } },
    },
    refusal: 422,
    equal: 'same-batch',
    confirmed: ['G-05', 'G-12'],
    errors: { 429: { type: 'text/html', absent: [''] } },
  };
  const text = targetYaml(proposalFor({ ...target, findings: asking }, written));
  expect(parsedTarget(text)).toEqual({
    ...written,
    operations: {
      listBrands: {
        response: { inside: { '': 'crews' }, rename: { '[].id': 'brand_id', '[].name': 'second' } },
      },
      downloadReport: { refusal: 409 },
    },
    deliveries: {
      ...written.deliveries,
      body: { rename: { message: 'payload', event: 'topic' } },
    },
  });
  expect(text).toContain('"[].name": second # written by a person');
});

test('what was found to be as assumed needs no step of a person', () => {
  const found = new Set([' signature', ' equal', 'body message']);
  const findings = [
    { ...section('deliveries'), found },
    { ...section(''), found },
  ];
  const written: TargetFile = {
    contract: '1.3.0',
    deliveries: { signature: 'x-signed', body: { rename: { message: 'data' } } },
    equal: 'same-batch',
  };
  expect(inFile(proposalFor({ name: 'shop', findings }, written).findings)).toEqual({});
});
