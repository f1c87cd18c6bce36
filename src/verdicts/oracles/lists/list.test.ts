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
    ...[[], [{}], [null], [{ id: null }], ['']].flatMap((empty) => [
      [listWhatThereIs(of(empty)), noEntries] as const,
      [listAtLeastOne(of(empty)), `body: ${asShown(empty)}`] as const,
    ]),
  ],
);

oracleTest('without a value, or a list that has the entry, there is nothing to look for', () => {
  const list = of({ items: [null, { sku: 'a' }, { sku: 7 }] });
  const having = of({ items: [{ sku: 'a' }] });
  const lacking = (body: unknown) => listNoEntryWith(of({ items: [] }), 'items', 'sku', 'a', of(body));
  const lacksItToo = 'inconclusive: the list that should have the entry whose sku is "a" lacks it too';
  const noSku = 'inconclusive: no sku to look for was given';
  return [
    [listAnEntryWith(list, 'items', 'sku', undefined), noSku],
    [listAnEntryWith(partial, '', 'sku', 'a'), ofPart],
    ...[{ items: [] }, { items: [{ id: 'a' }] }, {}].map((body) => [lacking(body), lacksItToo] as const),
    [listNoEntryWith(having, 'items', 'sku', undefined, having), noSku],
  ];
});

oracleTest('a list without entries has no ids', () => {
  const list = (...ids: readonly unknown[]) => of(ids.map((id) => ({ id })));
  const inconclusive = 'inconclusive: the earlier list has no entry with an id';
  return [
    [giveAnIdOfEach(of({ items: [{ id: 1 }, { name: 'a' }] }), 'items'), 'body items[1].id: nothing [G-05]'],
    [giveAnIdOfEach(list()), noEntries],
    [listAgain(list(1), list()), inconclusive],
    [listAgain(list(undefined), list(undefined)), inconclusive],
    [showInItsList(of([{}]), { id: undefined }), 'inconclusive: no id to look for was given'],
  ];
});
