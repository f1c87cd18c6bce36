import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../contract/types.js';
import { isNobodys } from '../../footprint/ledger/write.js';
import { entriesIn } from '../survey/read-target.js';
import { discoverFields } from './optional-fields.js';
import type { TrialTools } from './trial-tools.js';

/** The largest ids of 32 bits, and of any exact number: few services have assigned so many. */
const largest = [2 ** 31 - 1, Number.MAX_SAFE_INTEGER];

/**
 * Where there is no description, learns how the moves of order items are requested. Each request names one item that no
 * order has, so that no order changes: its batch fails, but shows the names of the fields.
 */
export async function tryOrders(tools: TrialTools): Promise<void> {
  const { survey } = tools;
  if (survey.isDescribed('shipOrderItems')) return;
  // The ledger allows such an id only after it has seen the ids in use.
  const orders = await tools.attempt('the list of orders could not be read', () => survey.ask('listOrders'));
  const id = idOfNobody(orders?.json);
  if (id === undefined) return;
  const shipped = {
    order_items: [id],
    carrier_key: 'ct-learn-carrier',
    shipment_tracking_key: 'ct-learn-parcel',
  };
  const moves: readonly (readonly [OperationId, object, readonly string[]])[] = [
    ['shipOrderItems', shipped, ['items[].return_tracking_key']],
    ['cancelOrderItems', { id }, []],
    ['returnOrderItems', { order_items: [id] }, ['items[].return_tracking_key']],
  ];
  // Each of them has a small limit of its own.
  await Promise.all(
    moves.map(async ([write, item, fields]) => {
      if ((await tools.batch(write, item)) === undefined) return;
      const found = await tools.attempt(`the fields of ${write} could not be tried`, () =>
        discoverFields(survey, write, { body: { items: [item] } }, fields, ['listOrders']),
      );
      // The results repeat the whole item.
      if (found?.length) await tools.batch(write, { ...item, return_tracking_key: 'ct-learn-return' });
    }),
  );
}

/** An id that no order item has, of the kind that the listed items have; undefined if there is no such id. */
function idOfNobody(orders: unknown): string | number | undefined {
  const items = entriesIn({ json: orders }).flatMap(({ order_items: listed }) =>
    Array.isArray(listed) ? listed : [],
  );
  const ids: unknown[] = items.map((item) => Reflect.get(Object(item), 'id'));
  const known = new Set(ids.map(String));
  const made = ids.some((each) => typeof each === 'string') ? [randomUUID()] : largest;
  return made.find((each) => isNobodys(String(each), known));
}
