import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import { asShown } from '../violation.js';
import {
  giveAList,
  giveAnIdOfEach,
  listAgain,
  listAnEntryWith,
  listAtLeastOne,
  listNoEntryWith,
  listWhatThereIs,
  showInItsList,
} from './list.js';

const of = (body: unknown) => exampleExchange({ body });
const partial = exampleExchange({ status: 206, body: [{ sku: 'a' }] });
const ofPart = 'status: status 206 [G-11]';
const noEntries = 'inconclusive: the list has no entries';

oracleTest(
  'the body itself, or each of its places, is an array, and shows something only if an entry has a value',
  () => [
    ...['', 'null', '{}'].map((body) => [giveAList(of(body), 'items'), 'body items: nothing'] as const),
    [giveAList(partial), ofPart],
    [listAtLeastOne(partial), ofPart],
    [listAtLeastOne(of([0])), 'holds'],
    ...[[], [{}], [null], [{ id: null }], ['']].flatMap((empty) => [
      [listWhatThereIs(of(empty)), noEntries] as const,
      [listAtLeastOne(of(empty)), `body: ${asShown(empty)}`] as const,
    ]),
  ],
);

oracleTest('an entry is found by the value of its member, type included', () => {
  const list = of({ items: [null, { sku: 'a' }, { sku: 7 }] });
  const [bare, having] = [of([{ id: 1 }]), of({ items: [{ sku: 'c' }, { sku: 'a' }] })];
  const without = (items: unknown) => listNoEntryWith(of({ items }), 'items', 'sku', 'a', having);
  const lacking = (body: unknown) => listNoEntryWith(of({ items: [] }), 'items', 'sku', 'a', of(body));
  const lacksItToo = 'inconclusive: the list that should have the entry whose sku is "a" lacks it too';
  const noSku = 'inconclusive: no sku to look for was given';
  return [
    [listAnEntryWith(list, 'items', 'sku', 7), 'holds'],
    [listAnEntryWith(list, 'items', 'sku', '7'), 'body items: the array [null,{"sku":"a"},{"sku":7}]'],
    [listAnEntryWith(list, 'items', 'sku', undefined), noSku],
    [listAnEntryWith(partial, '', 'sku', 'a'), ofPart],
    ...[[], [{ id: 'a' }], [null, 'a']].map((items) => [without(items), 'holds'] as const),
    [listNoEntryWith(of([{ id: '1' }]), '', 'id', 1, bare), 'holds'],
    ...[{ items: [] }, { items: [{ id: 'a' }] }, {}].map((body) => [lacking(body), lacksItToo] as const),
    [listNoEntryWith(having, 'items', 'sku', undefined, having), noSku],
  ];
});

oracleTest('each entry of a list has an id, and the list has all that it had before', () => {
  const list = (...ids: readonly unknown[]) => of(ids.map((id) => ({ id })));
  const inconclusive = 'inconclusive: the earlier list has no entry with an id';
  return [
    [giveAnIdOfEach(list(0, 'a')), 'holds'],
    [giveAnIdOfEach(of({ items: [{ id: 1 }, { name: 'a' }] }), 'items'), 'body items[1].id: nothing [G-05]'],
    [giveAnIdOfEach(list()), noEntries],
    [listAgain(list(2, 'a', 1), list(1, 2)), 'holds'],
    [listAgain(list(1), list()), inconclusive],
    [listAgain(list(undefined), list(undefined)), inconclusive],
  ];
});

oracleTest('wanted fields have the wanted values, and other fields are free', () => {
  const body = { id: 'w-1', events: ['a', 'b'], enabled: true, more: { deep: null } };
  const other = { ...body, id: 'w-2' };
  const inList = (...list: readonly object[]) => showInItsList(of(list), { id: 'w-1', enabled: true });
  return [
    [showInItsList(of([body]), { id: 'w-1', more: { deep: 1 } }), 'body [0].more.deep: null'],
    [showInItsList(of([body]), { id: 'w-1', events: ['a'] }), 'body [0].events: 2 entries', ['1 entry']],
    [inList(body, other, body), 'body: 2 among 3 entries'],
    [showInItsList(of([{}]), { id: undefined }), 'inconclusive: no id to look for was given'],
  ];
});
