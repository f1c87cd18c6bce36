import { contentOf } from '../../http/delivery.js';
import type { ExchangeResponse } from '../../http/exchange.js';
import { ForeignWrite, isSafe, type Transport, type WireRequest } from '../../http/transport.js';
import { leavesOf } from '../../operations/records/index.js';
import type { Settings } from '../../target/settings.js';
import { endedBatchIn, type KeyName, learn, textIn } from './entry.js';
import type { EnteredRun, Ledger } from './ledger.js';
import { decoded, isRunPrefix, itemIdsIn, type OwnThings, textsAt } from './own-things.js';
import type { MovesUnderWay } from './shared-merchant.js';
import { bodyText, bodyValues, keyIn, keyOfRun, type Write, writeOf } from './write.js';

/** What a test names in its requests. */
export interface TestThings {
  readonly skus: Set<string>;
  readonly styleKeys: Set<string>;
  /** Ids of its subscriptions that are not deleted yet, and the URLs and descriptions that it sent for them. */
  readonly subscriptionIds: Set<string>;
  readonly subscriptionTexts: Set<string>;
  /** Its moves of order items. */
  readonly moves: MovesUnderWay;
}

interface GuardOptions {
  /** The {base_url} of the description. */
  readonly baseUrl: string;
  readonly own: OwnThings;
  readonly ledger: Ledger;
  /** The name of a key in the ledger. */
  readonly nameOf: (key: string | undefined) => KeyName;
  readonly named: TestThings;
}

/**
 * A transport that changes nothing but what the run created, and enters in the ledger what it is about to create. On a
 * merchant that others use too, it is the last layer before the wire.
 * @throws ForeignWrite instead of sending a request that could change something else
 */
export function guarded(transport: Transport, options: GuardOptions): Transport {
  return {
    ...transport,
    send: async (request, title) => {
      const write = isSafe(request) ? undefined : writeOf(request, options.baseUrl);
      const number = write === undefined ? 0 : enter(write, options);
      const answer = await transport.send(request, title);
      after(request, write, number, answer, options);
      return answer;
    },
  };
}

/** Number of the last status update of this process. */
let writes = 0;

/** @returns a number for the entry of the answer */
function enter(write: Write, { own, ledger, nameOf, named }: GuardOptions): number {
  const refusal = own.refusalOf(write, nameOf(write.key));
  if (refusal !== undefined) {
    ledger.enter({ kind: 'withheld', operation: write.operation?.operationId ?? write.method });
    throw new ForeignWrite(
      `${write.method} ${write.path.slice(0, 80)} was not sent, because it ${refusal}, and others use this merchant too`,
    );
  }
  writes += 1;
  const key = nameOf(write.key);
  const { values } = write;
  const [skus, styleKeys] = [textsAt(values, 'sku'), textsAt(values, 'style_key')];
  addAll(named.skus, skus);
  addAll(named.styleKeys, styleKeys);
  if (write.operation?.tag === 'orders') named.moves.sent(writes, itemIdsIn(values));
  const leaves = write.operation === undefined ? 'nothing' : leavesOf(write.operation.operationId);
  if (leaves === 'products') ledger.enter({ kind: 'products', key, skus, styleKeys });
  if (leaves === 'a status update')
    ledger.enter({ kind: 'status', key, write: writes, styleKeys, at: new Date().toISOString() });
  if (leaves === 'a subscription' || leaves === 'texts of a subscription') {
    const [urls, descriptions] = [textsAt(values, 'url'), textsAt(values, 'description')];
    addAll(named.subscriptionTexts, [...urls, ...descriptions]);
    if (leaves === 'a subscription') ledger.enter({ kind: 'subscription', key, urls, descriptions });
  }
  return writes;
}

function after(
  request: WireRequest,
  write: Write | undefined,
  number: number,
  answer: ExchangeResponse,
  { baseUrl, own, ledger, nameOf, named }: GuardOptions,
): void {
  if (write === undefined) {
    const batch = endedBatchIn(request, baseUrl, answer);
    if (batch !== undefined) {
      ledger.endBatch(batch);
      named.moves.ended(batch);
    }
    learn(request, baseUrl, answer, own, nameOf(keyIn(request)));
    return;
  }
  const leaves = write.operation === undefined ? 'nothing' : leavesOf(write.operation.operationId);
  const key = nameOf(write.key);
  if (write.operation?.tag === 'orders') {
    if (answer.status < 400) named.moves.accepted(number, textIn(answer, 'batchRequestId'));
    else if (answer.status < 500) named.moves.refused(number);
  }
  if (leaves === 'a status update') {
    const batch = textIn(answer, 'batchRequestId');
    ledger.answerStatus({
      kind: 'status answer',
      key,
      write: number,
      ...(batch === undefined ? {} : { batch }),
    });
  }
  if (write.operation?.operationId === 'deleteWebhook' && answer.status < 300)
    named.subscriptionIds.delete(decoded(write.segment ?? ''));
  const id = leaves === 'a subscription' ? textIn(answer, 'id') : undefined;
  if (id === undefined) return;
  own.addSubscription(id);
  named.subscriptionIds.add(id);
  ledger.enter({ kind: 'subscription id', key, id });
}

function addAll(set: Set<string>, values: readonly string[]): void {
  for (const value of values) set.add(value);
}

/**
 * Why these settings can't remove what a run created, and how to mend it: the run was elsewhere or had other keys, or
 * other people's things could begin with its prefix. Undefined if they can.
 */
export function otherOriginOf(
  { prefix, lines, merchants }: EnteredRun,
  settings: Settings,
): string | undefined {
  if (!isRunPrefix(prefix))
    return `The ledger of ${prefix} is kept: things that others created could begin with its prefix; remove by hand what its files name, and then the files.`;
  const elsewhere = lines.find(({ baseUrl }) => baseUrl !== settings.baseUrl);
  if (elsewhere !== undefined)
    return `The ledger of ${prefix} is kept: its run was against ${elsewhere.baseUrl ?? 'an unknown URL'}, but TARGET_URL is ${settings.baseUrl}; set it to the URL of the run.`;
  const missing = [...merchants.keys()].find((name) => keyOfRun(name, lines, settings) === undefined);
  return missing === undefined
    ? undefined
    : `The ledger of ${prefix} is kept: the key that was ${missing} in its run is no longer set; set that key again.`;
}

/** The names of a test's things, by the fields under which an event may name them (gap G-12). */
interface NamedInEvents {
  readonly skus: ReadonlySet<string>;
  readonly styleKeys: ReadonlySet<string>;
  readonly orders: Pick<ReadonlySet<string>, 'has'>;
}

/** Whether an event names a product, a style or an order that the test doesn't name: then others caused it. */
export function isOthersEvent(body: Uint8Array, { skus, styleKeys, orders }: NamedInEvents): boolean {
  const own = new Map<string, Pick<ReadonlySet<string>, 'has'>>([
    ['sku', skus],
    ['style_key', styleKeys],
    ['order_number', orders],
  ]);
  const content = contentOf({ body: Buffer.from(body) });
  const values = bodyValues(content === undefined ? bodyText(body) : JSON.stringify(content));
  return values.some(({ key, value, isText }) => isText && own.get(key)?.has(value) === false);
}
