import { oracleTest } from './oracle-rows.js';
import {
  askFor,
  holdNothingOf,
  listTheKey,
  listTheSameKeysAs,
  nameNoKey,
  showItsValue,
} from './settings-area.js';

const value = 'sk_live_8a1f02-b7/+c9d3e4';

oracleTest(
  'the form for a new key has its fields, and its value is shown in a form that a header can carry',
  () => [
    [
      askFor({ fields: ['Label'] }, 'Label', 'Expiry'),
      'the page: no field named "Expiry"',
      ['a form with the fields "Label" and "Expiry"'],
    ],
    ...[undefined, ''].map(
      (none) => [showItsValue({ value: none }), 'the page that confirms the key: no value'] as const,
    ),
    // The finding never shows the value itself.
    ...['sk live', `${value}\n`, 'sk…8a1f'].map(
      (wrong) =>
        [
          showItsValue({ value: wrong }),
          'the page that confirms the key: a value that no header can carry',
        ] as const,
    ),
  ],
);

oracleTest('a page contains nothing of the value except its last characters, in any encoding', () => {
  const shown = (text: string) => holdNothingOf({ text, source: '' }, value);
  const hidden = (source: string) => holdNothingOf({ text: '', source }, value);
  const unseen = 'the source of the page: the value of the key, hidden from readers';
  return [
    [holdNothingOf({ text: 'ends in d3e4', source: '<td>d3e4</td>' }, value), 'holds'],
    ...[`Key ${value}`, value.slice(0, -4), value.replaceAll(/(.{4})/g, '$1 ')].map(
      (text) =>
        [shown(text), 'the text of the page: the value of the key', ['nothing of the value']] as const,
    ),
    [hidden(`<a href="?key=${encodeURIComponent(value)}">`), unseen],
    [hidden(`<i data-key="${Buffer.from(value).toString('base64')}">`), unseen],
  ];
});

oracleTest('a list names a key by its whole label, and its order does not matter', () => {
  const same = (...labels: string[]) => listTheSameKeysAs({ labels }, { labels: ['a', 'b', 'b'] });
  const at = 'the list of keys';
  const page = { text: '', source: '<i hidden>Shop</i>' };
  return [
    [
      listTheKey({ labels: ['Warehouse 2'] }, 'Warehouse'),
      `${at}: the array ["Warehouse 2"]`,
      ['a key with the label "Warehouse"'],
    ],
    [nameNoKey(page, 'Warehouse', 'Shop'), 'the page: the key "Shop"', ['none of the keys']],
    [same('b', 'a', 'b'), 'holds'],
    [same('a', 'a', 'b'), `${at}: the array ["a","a","b"]`],
    [listTheSameKeysAs({ labels: [] }, { labels: [] }), 'unseen: the list names no key'],
  ];
});
