import { load } from 'js-yaml';
import { expect, test } from '#testing/unit-test';
import { batchWrites, operations } from '../operations.js';
import {
  readCatalogueDocument,
  requirements,
  requirementsForGap,
  requirementsOfClause,
  topics,
} from './catalogue.js';
import { parseCatalogue } from './parse-catalogue.js';

type Entry = Record<string, unknown>;

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy of the catalogue's document in which single entries can be changed. */
class Copy {
  readonly document: unknown = structuredClone(readCatalogueDocument());

  list(section: string): Entry[] {
    const entries = isEntry(this.document) ? this.document[section] : undefined;
    if (!Array.isArray(entries) || !entries.every(isEntry))
      throw new Error(`${section} is not a list of entries`);
    return entries;
  }

  /** Changes keys of an entry; null removes a key. */
  change(id: string, keys: Entry): void {
    const entries = ['requirements', 'gaps', 'topics'].flatMap((section) => this.list(section));
    const found = entries.find((entry) => entry.id === id || entry.prefix === id);
    if (!found) throw new Error(`There is no ${id} to plant a mistake in.`);
    for (const [key, value] of Object.entries(keys))
      if (value === null) delete found[key];
      else found[key] = value;
  }
}

/** A changed entry, and the problem that it must cause. */
const mistakes = `
an unknown key of a requirement:
  BAT-09: { oracle: as many as submitted }
  problem: 'requirement BAT-09: unknown key "oracle"'
an unknown key inside of a key:
  BAT-03: { notTested: { kind: planned, reason: Later., by: 1 } }
  problem: 'requirement BAT-03: unknown key "notTested/by"'
a missing key:
  BAT-09: { strength: null }
  problem: 'requirement BAT-09: missing key "strength"'
an unknown strength:
  BAT-09: { strength: shall }
  problem: 'requirement BAT-09: key "strength" must be one of must, should, may, but is "shall"'
a clause that lost its quotes:
  AUTH-02: { clause: [5.5] }
  problem: 'requirement AUTH-02: key "clause/0" must be a clause such as "5.5", in quotes, but is 5.5'
a clause without a sentence:
  AUTH-02: { clause: ["5.5", "5.7"] }
  problem: 'clause 5.7: is named, but has no sentence'
a sentence for a clause that nothing names:
  KEYS-03: { clause: ["5.3"] }
  AUTH-11: { clause: ["5.3"] }
  KEYS: { clause: ["5.2", "5.3"] }
  problem: 'clause 5.4: has a sentence, but nothing names it'
a stated requirement that does not say where:
  AUTH-02: { basis: null }
  problem: 'requirement AUTH-02: missing key "basis"'
an unknown set of operations:
  AUTH-02: { operations: reads }
  problem: 'requirement AUTH-02: key "operations" must be a set (none, all, writes, batch-writes, results, unspecified-results, reference-data, reference-ids, pages, unspecified-pages, ids-in-path, query-or-body, slash-at-end, shown-bodies, assumed-bodies), a list of operationIds or { allBut: a list }, but is "reads"'
an unknown operationId that a requirement doesn't concern:
  AUTH-09: { operations: { allBut: [listInvoices] } }
  problem: 'requirement AUTH-09: key "operations" names listInvoices, which the contract doesn''t have'
a set in a list of operations:
  ORD-01: { operations: [listOrders, results] }
  problem: 'requirement ORD-01: key "operations" names results, which the contract doesn''t have'
an unknown operationId:
  ORD-01: { operations: [listOrders, listInvoices] }
  problem: 'requirement ORD-01: key "operations" names listInvoices, which the contract doesn''t have'
a gap that is not defined:
  BAT-07: { gap: [G-07, G-99] }
  problem: 'requirement BAT-07: key "gap" names G-99, which is not defined'
a gap that nothing rests on:
  REJ-01: { assumedPart: null }
  problem: 'gap G-04: key "id" is not named by any requirement'
an assumption without a gap:
  BAT-07: { gap: null }
  problem: 'requirement BAT-07: missing key "gap"'
a stated requirement with a gap:
  BAT-09: { gap: [G-07] }
  problem: 'requirement BAT-09: unknown key "gap"'
a whole and a part that are not tested:
  BAT-03:
    notTested: { kind: planned, reason: No check yet. }
    notTestedPart: { what: races, reason: No check yet. }
  problem: 'requirement BAT-03: keys "notTested" and "notTestedPart" exclude each other'
a check without a phrase for what it needs to look at:
  BAT-03: { verified: null }
  problem: 'requirement BAT-03: needs either key "verified" or key "notTested" with a reason why there is no check'
a requirement with a phrase for a check, but without the check:
  NOT-01: { verified: a response }
  problem: 'requirement NOT-01: keys "notTested" and "verified" exclude each other'
a requirement of an unknown topic:
  NOT-04: { id: NOTE-04 }
  problem: 'requirement NOTE-04: key "id" has a prefix that is not a topic'
an id that occurs twice:
  NOT-03: { id: NOT-04 }
  problem: 'requirement NOT-04: key "id" occurs twice'
`;

for (const [title, { problem, ...changes }] of Object.entries<Record<string, object>>(Object(load(mistakes))))
  test(`the catalogue must not have ${title}`, () => {
    const copy = new Copy();
    for (const [id, keys] of Object.entries(changes)) copy.change(id, { ...keys });
    expect(() => parseCatalogue(copy.document)).toThrow(String(problem));
  });

test('the catalogue must have its requirements in order', () => {
  const copy = new Copy();
  copy.list('requirements').reverse();
  expect(() => parseCatalogue(copy.document)).toThrow('requirement BAT-17: key "id" must come before BAT-18');
});

test('the refusal of a catalogue names all mistakes, one on each line', () => {
  const copy = new Copy();
  copy.change('BAT-03', { derivedFrom: null });
  copy.change('BAT-09', { oracle: 'as many as submitted' });
  expect(() => parseCatalogue(copy.document)).toThrow(
    / {2}requirement BAT-03: .*\n {2}requirement BAT-09: [^\n]*$/,
  );
});

for (const document of [undefined, null, 'text', [], {}])
  test(`${JSON.stringify(document)} is not a catalogue`, () => {
    expect(() => parseCatalogue(document)).toThrow('the catalogue: ');
  });

test('sets of operations are expanded', () => {
  const { requirements } = parseCatalogue(readCatalogueDocument());
  const operationsOf = (id: string) => requirements.find((entry) => entry.id === id)?.operations;
  expect(operationsOf('AUTH-01')).toEqual(operations.map(({ operationId }) => operationId));
  expect(operationsOf('BAT-09')).toEqual(batchWrites.map(({ resultsOperation }) => resultsOperation));
  expect(operationsOf('KEYS-01')).toEqual([]);
  expect(operationsOf('ORD-01')).toEqual(['listOrders']);
});

test('the requirements of a gap are all that rest on it, wholly or in part', () => {
  expect(requirementsForGap('G-09').map(({ id }) => id)).toEqual(['SHP-04', 'BAT-01', 'ERR-11']);
  expect(() => requirementsForGap('G-99')).toThrow('There is no gap G-99');
});

test('a clause includes its points, and no clause whose number only begins like it', () => {
  const of = (clause: string) => requirementsOfClause(clause).map(({ id }) => id);
  expect(of('8.2')).toEqual(['BAT-17', 'PRD-13', 'REJ-02', 'REJ-03', 'REJ-04']);
  expect(of('9')).toEqual(['VER-01', 'VER-02', 'VER-04', 'VER-06', 'NOT-03']);
  expect(new Set([...of('8.1'), ...of('8.2')])).toEqual(new Set(of('8')));
  for (const none of ['8.10', '18.1', '18', '8.', '', '.1']) expect(of(none)).toEqual([]);
});

test('topics are in the order of their requirements, and each has some', () => {
  const prefixes = requirements.map(({ id }) => id.replace(/-.*/, ''));
  expect([...new Set(prefixes)]).toEqual(topics.map(({ prefix }) => prefix));
});

test('the file is a valid catalogue', () => {
  expect(parseCatalogue(readCatalogueDocument()).requirements).toEqual(requirements);
});
