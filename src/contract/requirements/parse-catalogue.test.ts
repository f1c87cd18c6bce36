import { expect, test } from '#unit-test';
import { batchWrites, operations } from '../operations.js';
import { readCatalogueDocument, requirements, requirementsForGap, topics } from './catalogue.js';
import { parseCatalogue } from './parse-catalogue.js';

type Entry = Record<string, unknown>;

/** A mistake planted in a copy of the catalogue, and the error that it must cause. */
interface Mistake {
  readonly title: string;
  readonly plant: (copy: Copy) => void;
  readonly message: string;
}

class Copy {
  readonly document: unknown = structuredClone(readCatalogueDocument());

  list(section: string): Entry[] {
    const entries = isEntry(this.document) ? this.document[section] : undefined;
    if (!Array.isArray(entries) || !entries.every(isEntry))
      throw new Error(`${section} is not a list of entries`);
    return entries;
  }

  entry(id: string): Entry {
    const found = [...this.list('requirements'), ...this.list('gaps')].find((entry) => entry.id === id);
    if (!found) throw new Error(`There is no ${id} to plant a mistake in.`);
    return found;
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const mistakes: readonly Mistake[] = [
  {
    title: 'an id that occurs twice',
    plant: (copy) => copy.list('requirements').push({ ...copy.entry('NOT-04'), basis: 'another' }),
    message: 'requirement NOT-04: key "id" occurs twice',
  },
  {
    title: 'an unknown key of a requirement',
    plant: (copy) => Object.assign(copy.entry('BAT-09'), { oracle: 'as many as submitted' }),
    message: 'requirement BAT-09: unknown key "oracle"',
  },
  {
    title: 'an unknown key inside of a key',
    plant: (copy) =>
      Object.assign(copy.entry('BAT-03'), { notTested: { kind: 'planned', reason: 'Later.', by: 1 } }),
    message: 'requirement BAT-03: unknown key "notTested/by"',
  },
  {
    title: 'a missing key',
    plant: (copy) => delete copy.entry('BAT-09').strength,
    message: 'requirement BAT-09: missing key "strength"',
  },
  {
    title: 'an unknown strength',
    plant: (copy) => Object.assign(copy.entry('BAT-09'), { strength: 'shall' }),
    message: 'requirement BAT-09: key "strength" must be one of must, should, may, but is "shall"',
  },
  {
    title: 'a clause that lost its quotes',
    plant: (copy) => Object.assign(copy.entry('AUTH-02'), { clause: [5.5] }),
    message: 'requirement AUTH-02: key "clause/0" must be a clause such as "5.5", in quotes, but is 5.5',
  },
  {
    title: 'an unknown set of operations',
    plant: (copy) => Object.assign(copy.entry('AUTH-02'), { operations: 'writes' }),
    message:
      'requirement AUTH-02: key "operations" must be a set (none, all, batch-writes, results) or a list of operationIds, but is "writes"',
  },
  {
    title: 'an unknown operationId',
    plant: (copy) => Object.assign(copy.entry('ORD-01'), { operations: ['listOrders', 'listInvoices'] }),
    message: 'requirement ORD-01: key "operations" names listInvoices, which the contract doesn\'t have',
  },
  {
    title: 'a gap that is not defined',
    plant: (copy) => Object.assign(copy.entry('BAT-07'), { gap: ['G-07', 'G-21'] }),
    message: 'requirement BAT-07: key "gap" names G-21, which is not defined',
  },
  {
    title: 'a gap that nothing rests on',
    plant: (copy) => delete copy.entry('REJ-01').assumedPart,
    message: 'gap G-04: key "id" is not named by any requirement',
  },
  {
    title: 'an assumption without a gap',
    plant: (copy) => delete copy.entry('BAT-07').gap,
    message: 'requirement BAT-07: missing key "gap"',
  },
  {
    title: 'a stated requirement with a gap of its own',
    plant: (copy) => Object.assign(copy.entry('BAT-09'), { gap: ['G-07'] }),
    message: 'requirement BAT-09: unknown key "gap"',
  },
  {
    title: 'a whole and a part that are not tested',
    plant: (copy) =>
      Object.assign(copy.entry('BAT-03'), {
        notTested: { kind: 'planned', reason: 'No check yet.' },
        notTestedPart: { what: 'races', reason: 'No check yet.' },
      }),
    message: 'requirement BAT-03: keys "notTested" and "notTestedPart" exclude each other',
  },
  {
    title: 'a check without a phrase for what it needs to look at',
    plant: (copy) => delete copy.entry('BAT-03').verified,
    message:
      'requirement BAT-03: needs either key "verified" or key "notTested" with a reason why there is no check',
  },
  {
    title: 'a requirement with a phrase for a check, but without the check',
    plant: (copy) => Object.assign(copy.entry('NOT-01'), { verified: 'an answer' }),
    message: 'requirement NOT-01: keys "notTested" and "verified" exclude each other',
  },
  {
    title: 'a requirement of an unknown topic',
    plant: (copy) => Object.assign(copy.entry('NOT-04'), { id: 'NOTE-04' }),
    message: 'requirement NOTE-04: key "id" has a prefix that is not a topic',
  },
  {
    title: 'a requirement in the wrong place',
    plant: (copy) => copy.list('requirements').reverse(),
    message: 'requirement BAT-17: key "id" must come before BAT-18',
  },
];

test.describe('the catalogue refuses', () => {
  for (const { title, plant, message } of mistakes) {
    test(title, () => {
      const copy = new Copy();
      plant(copy);
      expect(() => parseCatalogue(copy.document)).toThrow(message);
    });
  }

  test('every mistake at once, one line each', () => {
    const copy = new Copy();
    delete copy.entry('BAT-03').derivedFrom;
    Object.assign(copy.entry('BAT-09'), { oracle: 'as many as submitted' });
    expect(() => parseCatalogue(copy.document)).toThrow(
      / {2}requirement BAT-03: .*\n {2}requirement BAT-09: [^\n]*$/,
    );
  });

  for (const document of [undefined, null, 'text', [], {}]) {
    test(`${JSON.stringify(document)} in place of a catalogue`, () => {
      expect(() => parseCatalogue(document)).toThrow('the catalogue: ');
    });
  }
});

test('sets of operations are expanded', () => {
  const { requirements } = parseCatalogue(readCatalogueDocument());
  const operationsOf = (id: string) => requirements.find((entry) => entry.id === id)?.operations;
  expect(operationsOf('AUTH-01')).toEqual(operations.map(({ operationId }) => operationId));
  expect(operationsOf('BAT-09')).toEqual(batchWrites.map(({ resultsOperation }) => resultsOperation));
  expect(operationsOf('KEYS-01')).toEqual([]);
  expect(operationsOf('ORD-01')).toEqual(['listOrders']);
});

test('the requirements of a gap are those that rest on it wholly or in part', () => {
  expect(requirementsForGap('G-09').map(({ id }) => id)).toEqual(['SHP-04', 'BAT-01', 'ERR-11']);
  expect(() => requirementsForGap('G-21')).toThrow('There is no gap G-21');
});

test('topics are in the order of their requirements, and each has some', () => {
  const prefixes = requirements.map(({ id }) => id.replace(/-.*/, ''));
  expect([...new Set(prefixes)]).toEqual(topics.map(({ prefix }) => prefix));
});

test('the file is a valid catalogue', () => {
  expect(parseCatalogue(readCatalogueDocument()).requirements).toEqual(requirements);
});
