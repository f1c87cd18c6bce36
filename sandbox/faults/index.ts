import { FlagError } from '../flags.js';
import { PREFIX } from '../http/operation.js';
import { OPERATIONS } from '../service/operations.js';
import { acceptedKeyFaults } from './accepted-keys.js';
import { effectsFaults } from './batch-effects.js';
import { echoesFaults, entriesFaults, progressFaults } from './batch-results.js';
import { acknowledgementFaults, identityFaults, sizeFaults } from './batch-submissions.js';
import { carriedOutFaults, crashFaults } from './crashes.js';
import { documentationPageFaults } from './documentation-page.js';
import { errorBodyFaults, messageFaults, statusFaults } from './errors.js';
import type { Fault, Planting } from './fault.js';
import { foreignDataFaults } from './foreign-data.js';
import { deliveryDocumentFaults, orderListFaults } from './order-lists.js';
import { orderMoveFaults, orderRefusalFaults } from './order-moves.js';
import { pricesFaults } from './prices.js';
import { boundsFaults, flowFaults, typesFaults } from './product-fields.js';
import { listedValuesFaults, listFaults, referencesFaults } from './product-list.js';
import { draftFaults, itemFaults, publicationFaults } from './product-status.js';
import { countFaults, limitHeaderFaults } from './rate-counts.js';
import { overLimitFaults, sharedWindowFaults, windowFaults } from './rate-windows.js';
import { referenceDataFaults } from './reference-data.js';
import { batchIdFaults, malformedBatchFaults, unknownIdFaults, unknownKeyFaults } from './refusals.js';
import { refusedKeyFaults, repeatedKeyFaults, unauthenticatedWriteFaults } from './refused-keys.js';
import { rejectedPagesFaults } from './rejected-pages.js';
import { rejectedListFaults } from './rejected-products.js';
import { reportsFaults } from './reports.js';
import { refusedRequestFaults, resultShapeFaults, webhookShapeFaults } from './result-shapes.js';
import { lapsedKeyFaults, newKeyFaults, userFaults } from './settings-area.js';
import { acknowledgementShapeFaults, listShapeFaults, recordFaults } from './shapes.js';
import { shownValueFaults } from './shown-keys.js';
import { stockFaults } from './stock.js';
import { eventTypeFaults, refusalFaults, subscriptionFaults } from './subscriptions.js';
import { statusOnUpsertFaults, upsertFaults } from './upsert.js';
import { driftFaults, versioningFaults } from './versioning.js';
import { deliveryFaults, retryFaults } from './webhook-deliveries.js';
import { secretFaults, signatureFaults } from './webhook-secrets.js';

/** Every fault, by topic. */
const FAULTS: readonly Fault[] = [
  ...refusedKeyFaults,
  ...acceptedKeyFaults,
  ...unauthenticatedWriteFaults,
  ...foreignDataFaults,
  ...repeatedKeyFaults,
  ...newKeyFaults,
  ...userFaults,
  ...shownValueFaults,
  ...lapsedKeyFaults,
  ...errorBodyFaults,
  ...unknownIdFaults,
  ...batchIdFaults,
  ...malformedBatchFaults,
  ...crashFaults,
  ...carriedOutFaults,
  ...statusFaults,
  ...messageFaults,
  ...unknownKeyFaults,
  ...limitHeaderFaults,
  ...countFaults,
  ...sharedWindowFaults,
  ...windowFaults,
  ...overLimitFaults,
  ...resultShapeFaults,
  ...recordFaults,
  ...listShapeFaults,
  ...acknowledgementShapeFaults,
  ...webhookShapeFaults,
  ...refusedRequestFaults,
  ...versioningFaults,
  ...driftFaults,
  ...documentationPageFaults,
  ...acknowledgementFaults,
  ...sizeFaults,
  ...progressFaults,
  ...identityFaults,
  ...entriesFaults,
  ...echoesFaults,
  ...effectsFaults,
  ...upsertFaults,
  ...statusOnUpsertFaults,
  ...listFaults,
  ...listedValuesFaults,
  ...referencesFaults,
  ...typesFaults,
  ...boundsFaults,
  ...flowFaults,
  ...publicationFaults,
  ...draftFaults,
  ...itemFaults,
  ...rejectedListFaults,
  ...rejectedPagesFaults,
  ...referenceDataFaults,
  ...stockFaults,
  ...pricesFaults,
  ...orderListFaults,
  ...deliveryDocumentFaults,
  ...orderMoveFaults,
  ...orderRefusalFaults,
  ...reportsFaults,
  ...eventTypeFaults,
  ...subscriptionFaults,
  ...refusalFaults,
  ...deliveryFaults,
  ...signatureFaults,
  ...retryFaults,
  ...secretFaults,
];

/** All faults as data, with method and path of the operations where they can be planted. */
export function describedFaults(): object[] {
  return FAULTS.map(({ id, violates, does, showsFor, operations }) => ({
    id,
    violates,
    does,
    ...(showsFor !== undefined && { showsFor }),
    ...(operations !== undefined && {
      operations: OPERATIONS.filter((each) => operations.includes(each.id)).map(({ id, method, path }) => ({
        id,
        method,
        path: PREFIX + path,
      })),
    }),
  }));
}

/** Thrown if there is no such planting; the message is one sentence for the user. */
export class UnknownPlanting extends FlagError {}

/** The planting that ID or ID@operationId names. Throws UnknownPlanting. */
export function findPlanting(name: string): Planting {
  const [id = '', operationId, ...more] = name.split('@');
  const fault = FAULTS.find((each) => each.id === id);
  if (fault === undefined)
    throw new UnknownPlanting(
      `There is no fault "${id}": npm run sandbox -- --list-faults names all ${FAULTS.length}.`,
    );
  if (more.length > 0)
    throw new UnknownPlanting(`"${name}" names more than one operation: a fault is planted in one.`);
  if (operationId === undefined) return { fault };
  const operation = OPERATIONS.find((each) => each.id === operationId)?.id;
  if (operation !== undefined && fault.operations?.includes(operation)) return { fault, operation };
  throw new UnknownPlanting(
    fault.operations === undefined
      ? `The fault "${id}" can't be planted in one operation.`
      : `The fault "${id}" can't be planted in "${operationId}", but in ${fault.operations.join(', ')}.`,
  );
}
