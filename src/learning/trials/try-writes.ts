import { commandLine } from '../../contract/documents/folders.js';
import { operations } from '../../contract/operations.js';
import { removeOwn } from '../../footprint/ledger/clean-up.js';
import { isClean, requireLedger } from '../../footprint/ledger/ledger.js';
import { SharedMerchant, TestThings } from '../../footprint/ledger/shared-merchant.js';
import type { Client } from '../../http/client.js';
import type { Transport } from '../../http/transports/transport.js';
import { hasIdInPath } from '../../operations/prerequisites/every-operation.js';
import { Receiver } from '../../operations/receiver.js';
import { sharedFolders } from '../../target/environment.js';
import { runningClock, type TargetClock } from '../../target/merchants/merchant.js';
import { prefixIn } from '../../target/run/run.js';
import type { Settings } from '../../target/settings.js';
import { Inapplicable } from '../../verdicts/finding.js';
import type { Findings } from '../propose/findings.js';
import { ProductTrial } from './product-trial.js';
import { SubscriptionTrial } from './subscription-trial.js';
import { mostSeconds, type TrialOptions, TrialTools } from './trial-tools.js';

interface WriteOptions extends TrialOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Waits as the rate limits require. */
  readonly transport: Transport;
  readonly clientOver: (transport: Transport) => Client;
}

/** Prefix of every name that learning creates: each time it uses the product that it left before. */
const ownPrefix = 'ct-learn-';

/**
 * Learns from a few writes on a product and a subscription of its own: from their responses, and from the places where
 * lists and results show the sent values. Everything is entered in the ledger before it is sent, and removed at the end
 * as far as the API allows. The product, which it can't delete, is the same each time. A failed write is reported, and
 * learning goes on.
 * @returns the facts about deliveries, undefined if none could be received, and whether equal submissions are one batch
 */
export async function tryWrites(
  options: WriteOptions,
): Promise<{ readonly deliveries?: Findings; readonly isSameBatch?: boolean }> {
  const { settings, environment, transport, clientOver, survey, say } = options;
  const prefix = prefixIn(environment) ?? ownPrefix;
  const folders = sharedFolders;
  requireLedger(settings, folders);
  const merchant = new SharedMerchant({ ...settings, orders: [] }, { prefix, folders });
  survey.sendBy(clientOver(merchant.over(transport, new TestThings(), survey.inOurs)));
  const clock = runningClock(settings.clockSpeed);
  const receiver = await receiverFor(settings, clock, say);
  const tools = new TrialTools(options, clock, prefix);
  const [subscription, product] = [new SubscriptionTrial(tools, receiver), new ProductTrial(tools)];
  try {
    await subscription.subscribed((id) => merchant.owns(id, settings.apiKeys[0]));
    await product.product();
    await refusals(tools);
  } finally {
    survey.sendBy(clientOver(transport));
    const residue = await removeOwn({ folders, prefix }, settings, () => survey.api);
    await receiver?.close();
    if (residue === undefined || isClean(residue)) for (const sentence of product.kept()) say(sentence);
    else
      say(
        `Not everything that begins with ${prefix} could be removed: ${commandLine('cleanup', ['--target', settings.name])} tries it again.`,
      );
  }
  survey.learn();
  return { deliveries: subscription.deliveries(product.keys), isSameBatch: product.isSameBatch };
}

/** A receiver of deliveries; undefined if the target could not reach it. */
async function receiverFor(
  { baseUrl: target }: Settings,
  clock: TargetClock,
  say: (sentence: string) => void,
): Promise<Receiver | undefined> {
  try {
    return await Receiver.start({ target, clock, deadline: mostSeconds });
  } catch (error) {
    if (!(error instanceof Inapplicable)) throw error;
    say(`No delivery of an event was received: ${error.message}.`);
    return undefined;
  }
}

/** Sends an invalid request to each write. The requests change nothing even if they are accepted. */
async function refusals(tools: TrialTools): Promise<void> {
  for (const { operationId: id } of operations.filter((each) => !each.safe && !hasIdInPath(each)))
    await tools.attempt(`the refusals of ${id} could not be tried`, async () => {
      await tools.survey.ask(id, { body: {} }, true);
    });
}
