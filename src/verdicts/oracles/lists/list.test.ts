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
} from './list.js';

const of = (body: unknown) => exampleExchange({ body });
const partial = exampleExchange({ status: 206, body: [{ sku: 'a' }] });
const ofPart = 'status: status 206 [G-11]';
const noEntries = 'inconclusive: the list has no entries';

oracleTest('a list is an array, and shows something only if an entry of it has a value', () => [
  ...['', 'null', '{}'].map((body) => [giveAList(of(body), 'items'), 'body items: nothing'] as const),
  [giveAList(partial), ofPart],
  [listAtLeastOne(partial), ofPart],
  ...[[], [{}], [null], [{ id: null }], ['']].flatMap((empty) => [
    [listWhatThereIs(of(empty)), noEntries] as const,
    [listAtLeastOne(of(empty)), `body: ${asShown(empty)}`] as const,
  ]),
]);

oracleTest('without a value or an id to look for, there is nothing to see', () => {
  const list = (...ids: readonly unknown[]) => of(ids.map((id) => ({ id })));
  const lacksItToo = 'inconclusive: the list that should have the entry whose id is 7 lacks it too';
  const noId = 'inconclusive: no id to look for was given';
  const none = 'inconclusive: the earlier list has no entry with an id';
  return [
    [listAnEntryWith(list(7), '', 'id', undefined), noId],
    [listAnEntryWith(partial, '', 'sku', 'a'), ofPart],
    [listNoEntryWith(list(7), '', 'id', undefined, list(7)), noId],
    ...[[], [{ sku: 7 }], {}].map(
      (body) => [listNoEntryWith(list(), '', 'id', 7, of(body)), lacksItToo] as const,
    ),
    [giveAnIdOfEach(of({ items: [{ id: 1 }, { name: 'a' }] }), 'items'), 'body items[1].id: nothing [G-05]'],
    [giveAnIdOfEach(list()), noEntries],
    [listAgain(list(1), list()), none],
    [listAgain(list(undefined), list(undefined)), none],
  ];
});
