import { expect, test } from '#unit-test';
import { ListsRead } from './lists-read.js';

const [first, second, other] = ['TARGET_API_KEY 1', 'TARGET_API_KEY 2', 'TARGET_OTHER_API_KEY'];

test('what lists of one merchant show tells nothing of another', () => {
  const read = new ListsRead();
  read.add(first, 'unusedKeys', ['a']);
  read.add(first, 'unusedKeys', ['b']);
  read.add(first, 'subscriptions', ['1']);
  read.add(other, 'unusedKeys', ['c']);
  read.add(other, 'orderItems', []);
  expect(read.by(first)).toEqual({ unusedKeys: new Set(['a', 'b']), subscriptions: new Set(['1']) });
  expect(read.by(second)).toEqual({ unusedKeys: new Set() });
  expect(read.by(other)).toEqual({ unusedKeys: new Set(['c']), orderItems: new Set() });
});

test('a key that no merchant has goes by all lists of the merchant to test with', () => {
  const read = new ListsRead();
  read.add(first, 'subscriptions', ['1']);
  read.add(second, 'subscriptions', ['2']);
  read.add(other, 'subscriptions', ['3']);
  expect(read.by('a wrong key').subscriptions).toEqual(new Set(['1', '2']));
});
