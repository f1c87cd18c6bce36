import { expect, test } from '#testing/unit-test';
import { array, choice, integer, nullable, object, optional, string } from '../schema/build.js';
import { problemOf } from '../schema/check.js';
import { both, type Change, converted, enclosed, list, record, words } from './change.js';

const stock = record({ sku: 'article', quantity: 'amount' });
const statuses = words({ open: 'new', closed: 'done' });
const digits = converted(String, Number, { type: 'string' });

const article = object({ sku: string() });
const swapped = object({ sku: string(), name: optional(integer()) });
const noted = object({ sku: string(), quantity: integer(), note: string() });

test('values and schemas are translated in both directions', () => {
  for (const [title, change, schema, ours, theirs] of [
    // Fields that are not named in the change keep their names.
    ['fields', stock, noted, { sku: 'a', quantity: 1, note: 'n' }, { article: 'a', amount: 1, note: 'n' }],
    ['swapped', record({ sku: 'name', name: 'sku' }), swapped, { sku: 'a', name: 1 }, { name: 'a', sku: 1 }],
    [
      'entries of a list in a field, which can be null',
      record({ items: ['rows', list(stock)] }),
      object({ items: array(nullable(article)) }),
      { items: [{ sku: 'a' }, null] },
      { rows: [{ article: 'a' }, null] },
    ],
    ['a list inside an object', enclosed('data'), array(integer()), [1, 2], { data: [1, 2] }],
    [
      'both',
      both(list(stock), enclosed('data')),
      array(article),
      [{ sku: 'a' }],
      { data: [{ article: 'a' }] },
    ],
    ['words', list(statuses), array(choice(['open', 'active'])), ['open', 'active'], ['new', 'active']],
    ['numbers as strings', list(digits), array(nullable(integer())), [7, null], ['7', null]],
  ] satisfies readonly (readonly [string, Change, object, unknown, unknown])[]) {
    expect(change.tell(ours), title).toEqual(theirs);
    expect(change.take(theirs, 'body'), title).toEqual(ours);
    expect(problemOf(schema, ours, 'body')).toBeUndefined();
    const described = change.describe({ ...schema });
    expect(problemOf(described, theirs, 'body'), title).toBeUndefined();
    if (JSON.stringify(ours) !== JSON.stringify(theirs))
      expect(problemOf(described, ours, 'body'), title).toBeDefined();
  }
});
