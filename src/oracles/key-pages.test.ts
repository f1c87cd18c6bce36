import { expect, test } from '#unit-test';
import {
  asksFor,
  holdsNothingOf,
  listsTheKey,
  listsTheSameAs,
  namesNoKey,
  showsItsValue,
} from './key-pages.js';

const value = 'sk_live_8a1f02-b7/+c9d3e4';

test('a form asks for what it must', () => {
  expect(asksFor({ fields: ['Label', 'Expiry'] }, 'Expiry', 'Label')).toBeUndefined();
  expect(asksFor({ fields: ['Label'] }, 'Label', 'Expiry')).toEqual({
    expected: ['a form with the fields "Label" and "Expiry"'],
    actual: 'none of the name "Expiry"',
    at: 'the page',
  });
});

test('a value is shown where a header can carry it, and is never told', () => {
  expect(showsItsValue({ value })).toBeUndefined();
  for (const wrong of [undefined, ''])
    expect(showsItsValue({ value: wrong })).toMatchObject({ actual: 'no value' });
  for (const wrong of ['sk live', `${value}\n`, 'sk…8a1f'])
    expect(showsItsValue({ value: wrong })).toMatchObject({ actual: 'a value that no header can carry' });
});

test('nothing of a value is held, in no form, and it is never told', () => {
  expect(holdsNothingOf({ text: 'ends in d3e4', source: '<td>d3e4</td>' }, value)).toBeUndefined();
  expect(holdsNothingOf({ text: `Key ${value}`, source: value }, value)).toEqual({
    expected: ['nothing of the value'],
    actual: 'the value of the key',
    at: 'the text of the page',
  });
  for (const text of [value.slice(0, -4), value.replaceAll(/(.{4})/g, '$1 ')])
    expect(holdsNothingOf({ text, source: '' }, value), text).toMatchObject({ at: 'the text of the page' });
  for (const hidden of [
    `<!-- ${value} -->`,
    `<a href="?key=${encodeURIComponent(value)}">`,
    `<i data-key="${Buffer.from(value).toString('base64')}">`,
  ])
    expect(holdsNothingOf({ text: '', source: hidden }, value), hidden).toEqual({
      expected: ['nothing of the value'],
      actual: 'the value of the key, where no reader sees it',
      at: 'the source of the page',
    });
});

test('a list names a key by its whole label', () => {
  expect(listsTheKey({ labels: ['Shop', 'Warehouse 2'] }, 'Shop')).toBeUndefined();
  expect(listsTheKey({ labels: ['Warehouse 2'] }, 'Warehouse')).toEqual({
    expected: ['a key with the label "Warehouse"'],
    actual: 'the array ["Warehouse 2"]',
    at: 'the list of keys',
  });
});

test('a page names none of the keys, not even out of sight', () => {
  const page = { text: '', source: '<i hidden>Shop</i>' };
  expect(namesNoKey(page, 'Warehouse')).toBeUndefined();
  expect(namesNoKey(page, 'Warehouse', 'Shop')).toEqual({
    expected: ['none of the keys'],
    actual: 'the key "Shop"',
    at: 'the page',
  });
});

test('a list is the same in any order, and not with one more or less', () => {
  const before = { labels: ['a', 'b', 'b'] };
  expect(listsTheSameAs({ labels: [] }, { labels: [] })).toEqual({ unseen: 'the list names no key' });
  expect(listsTheSameAs({ labels: ['b', 'a', 'b'] }, before)).toBeUndefined();
  for (const labels of [
    ['a', 'b'],
    ['a', 'b', 'b', 'c'],
    ['a', 'a', 'b'],
  ])
    expect(listsTheSameAs({ labels }, before), labels.join()).toMatchObject({ at: 'the list of keys' });
});
