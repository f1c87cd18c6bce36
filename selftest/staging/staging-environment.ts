import { handedOn, serve } from '#testing/loopback-server';
import { startSandbox } from '#testing/sandbox-process';
import { member } from '../../src/contract/values/path.js';
import { orderMoves } from '../../src/data/valid/update-items.js';
import { type Client, createClient, validKey } from '../../src/http/client.js';
import { Secrets } from '../../src/http/shown/secrets.js';
import { translated } from '../../src/http/transports/translated-transport.js';
import { isLost, type Transport, undiciTransport } from '../../src/http/transports/transport.js';
import { Batches } from '../../src/operations/batches.js';
import { Prerequisites } from '../../src/operations/prerequisites/prerequisites.js';
import { readState } from '../../src/operations/prerequisites/state.js';
import { type ControlledMerchant, createMerchant } from '../../src/target/merchants/control-interface.js';
import type { MerchantState } from '../../src/verdicts/oracles/lists/changes.js';

/** The number of orders of each history. */
const ordersOfEachKind = 2;
/** The number of open orders that a run may be allowed to move. */
const openOrderCount = 24;
/** The number of open items in each of them. */
export const openItemsOfOrder = 8;

/**
 * Creates the data of other people on a merchant: products of every status, orders, and a webhook subscription.
 * @returns the numbers of the untouched orders
 */
async function leaveData(given: Prerequisites): Promise<readonly string[]> {
  await given.draftProducts(3);
  const hidden = await given.activeProduct();
  const items = [{ style_key: hidden.style_key, status: 'inactive' }];
  await given.batch('updateProductStatus', { body: { items } });
  const product = await given.orderedProduct();
  await given.rejectedStyles(2);
  await given.webhook();
  for (let made = 0; made < ordersOfEachKind; made += 1) {
    await given.orderToMove(orderMoves.return);
    const { order_items } = await given.orderToMove(orderMoves.cancel);
    await given.batch('cancelOrderItems', { body: { items: order_items.map(({ id }) => ({ id })) } });
  }
  const open: string[] = [];
  for (let made = 0; made < openOrderCount; made += 1)
    open.push((await given.customerOrder(product, { items: openItemsOfOrder })).order_number);
  return open;
}

/**
 * Compares the earlier data with the current data: one sentence for each entry that was changed or is gone.
 * @param mayChange numbers of the orders that the run was allowed to move
 */
export function changesOf(
  before: MerchantState,
  after: MerchantState,
  mayChange: readonly string[] = [],
): readonly string[] {
  return (Object.keys(before) as (keyof MerchantState)[]).flatMap((list) => {
    const now = new Set(after[list].map((entry) => JSON.stringify(entry)));
    return before[list]
      .filter((entry) => !mayChange.includes(String(member(entry, 'order_number'))))
      .map((entry) => JSON.stringify(entry))
      .filter((entry) => !now.has(entry))
      .map((entry) => `${list}: ${entry.slice(0, 200)} is changed or gone`);
  });
}

/** Seconds on the sandbox's clock within which a batch must finish. */
const deadline = 120;

/**
 * An environment like one that a run before a release tests: it has other people's data, real limits and no control
 * interface. It records everything that reaches it.
 */
export interface StagingEnvironment extends AsyncDisposable {
  readonly keys: ControlledMerchant;
  /** Numbers of untouched orders. */
  readonly openOrders: readonly string[];
  /** Settings for a run with one key that may write. */
  readonly settings: Readonly<Record<string, string>>;
  /** The requests that have reached it so far. */
  readonly passed: readonly PassedRequest[];
  /**
   * All data of the merchant, read without being recorded and with a separate key, so that it counts towards no limit
   * of the run.
   */
  state(): Promise<MerchantState>;
}

/**
 * @param speed seconds that pass there in one real second
 * @param flags further ones of the sandbox
 */
export async function startStaging(speed: number, ...flags: readonly string[]): Promise<StagingEnvironment> {
  const seed = 1;
  const sandbox = await startSandbox('--speed', String(speed), '--seed', String(seed), ...flags);
  const merchant = await createMerchant(sandbox.control, seed);
  const transport = translated(untilAnswered(undiciTransport()));
  const api = createClient({
    baseUrl: sandbox.url,
    transport,
    credentials: validKey(merchant.secondApiKey),
    secrets: new Secrets(),
    observe: () => {},
  });
  // Data that would take customers and reviewers hours is created while the clock stands still.
  await merchant.setClock({ frozen: true });
  const openOrders = await leaveData(prerequisitesOf(merchant, api));
  await merchant.setClock({ advance: deadline });
  await merchant.setClock({ frozen: false, speed });
  const { origin, pathname } = new URL(sandbox.url);
  const passed: PassedRequest[] = [];
  const proxy = await recordingProxy(origin, passed);
  return {
    keys: merchant,
    openOrders,
    settings: {
      TARGET_URL: new URL(pathname, proxy.url).href,
      TARGET_API_KEY: merchant.apiKey,
      TARGET_WRITES: 'allow',
      TARGET_CONFIRMED_GAPS: 'all',
      TARGET_CLOCK_SPEED: String(speed),
    },
    passed,
    state: () => readState(api),
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}

/** A request that reached the environment. */
interface PassedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly body: string;
  readonly status: number;
  /** When it arrived, and when it was answered, in milliseconds. */
  readonly arrived: number;
  readonly answered: number;
}

/** Starts a server that hides the control interface, passes everything else on, and adds it to `passed`. */
function recordingProxy(target: string, passed: PassedRequest[]) {
  return serve(async (incoming, outgoing) => {
    const arrived = performance.now();
    const { method = '', url = '' } = incoming;
    if (url.startsWith('/control')) {
      outgoing.writeHead(404).end();
      return;
    }
    // A client that is killed while it sends takes its request with it.
    const response = await handedOn(target, incoming).catch(() => undefined);
    if (response === undefined) {
      outgoing.destroy();
      return;
    }
    const { status, headers, bytes, body } = response;
    outgoing.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes);
    passed.push({ method, url, body: body.toString(), status, arrived, answered: performance.now() });
  });
}

/** Sends each request until it is answered. A write that takes effect twice only adds to other people's data. */
function untilAnswered(transport: Transport): Transport {
  return {
    send: async (request) => {
      for (;;)
        try {
          return await transport.send(request);
        } catch (error) {
          if (!isLost(error)) throw error;
        }
    },
  };
}

function prerequisitesOf(merchant: ControlledMerchant, api: Client): Prerequisites {
  return new Prerequisites({
    api,
    batches: new Batches(api, merchant.clock, deadline),
    merchant,
    writes: 'allow',
    prefix: 'existing-',
    seed: 1,
    deadline,
  });
}

/** Statuses of products that are in the catalogue, or will be. */
const visible = ['active', 'pending_active', 'pending_approval'];

/** The requests that were refused with 429, as `2 × GET /api/v1/brands/`. */
export function refusedIn(passed: readonly PassedRequest[]): readonly string[] {
  const lines = passed.flatMap(({ method, url, status }) =>
    status === 429 ? [`${method} ${url.split('?')[0]}`] : [],
  );
  return [...new Set(lines)].map((line) => `${lines.filter((each) => each === line).length} × ${line}`);
}

/** The products and subscriptions that a run created. */
type Made = Pick<MerchantState, 'products' | 'webhooks'>;

/** What was not there before. */
export function madeBetween(before: MerchantState, after: MerchantState): Made {
  const known = new Set([...before.products, ...before.webhooks].map(nameOf));
  const isNew = (entry: unknown) => !known.has(nameOf(entry));
  return { products: after.products.filter(isNew), webhooks: after.webhooks.filter(isNew) };
}

/** What is in the catalogue, on its way there, or subscribed. */
export function residueIn({ products, webhooks }: Made): readonly string[] {
  const shown = products.filter((entry) => visible.includes(String(member(entry, 'status'))));
  return [...shown, ...webhooks].map((entry) => JSON.stringify(entry));
}

/**
 * The names of products that could be someone else's: each sku, style key and name must begin with the run's prefix, or
 * the run looked it up before any upsert named it, and it was not in use.
 */
export function foreignIn(
  { products }: Made,
  prefix: string,
  passed: readonly PassedRequest[],
  before: MerchantState,
): readonly string[] {
  const isInUse = (field: string, text: string) =>
    before.products.some((entry) => String(member(entry, field)) === text);
  const wasLookedUp = (field: string, text: string) => {
    const upsert = passed.find(
      ({ method, body }) => method === 'POST' && body.includes(JSON.stringify(text)),
    );
    return passed.some(
      ({ method, url, status, answered }) =>
        method === 'GET' &&
        status === 200 &&
        answered <= (upsert?.arrived ?? 0) &&
        new URL(url, 'http://environment').searchParams.get(field) === text,
    );
  };
  return products.flatMap((entry) =>
    ['sku', 'style_key', 'name'].flatMap((field) => {
      const text = member(entry, field);
      if (typeof text !== 'string' || text.startsWith(prefix)) return [];
      const isOwn = wasLookedUp(field, text) && !isInUse(field, text);
      return isOwn ? [] : [`${field} ${text} of ${nameOf(entry)}`];
    }),
  );
}

function nameOf(entry: unknown): string {
  return String(member(entry, 'sku') ?? member(entry, 'id'));
}
