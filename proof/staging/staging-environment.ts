import { type Client, createClient } from '../../src/http/client.js';
import { validKey } from '../../src/http/credentials.js';
import { Secrets } from '../../src/http/secrets.js';
import { undiciTransport } from '../../src/http/undici-transport.js';
import { Batches } from '../../src/operations/batches/batches.js';
import { Prerequisites } from '../../src/operations/prerequisites/prerequisites.js';
import { type MerchantState, readState } from '../../src/operations/prerequisites/state.js';
import { controlledClock } from '../../src/target/clock.js';
import { ControlInterface, type ControlledMerchant } from '../../src/target/control-interface.js';
import { type SandboxProcess, startSandbox } from '../../src/target/sandbox-process.js';
import { type ExistingData, leaveData } from './existing-data.js';
import { type PassedRequest, recordingProxy } from './recording-proxy.js';

/** Seconds of the sandbox's clock in which a batch must finish. */
const deadline = 120;

/**
 * An environment like one that a run before a release tests: it has other people's data, real limits and no control
 * interface. It records everything that reaches it.
 */
export interface StagingEnvironment extends AsyncDisposable {
  readonly url: string;
  readonly keys: Pick<
    ControlledMerchant,
    'apiKey' | 'secondApiKey' | 'otherApiKey' | 'expiredApiKey' | 'revokedApiKey'
  >;
  readonly existing: ExistingData;
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

/** @param speed seconds that pass there in one real second */
export async function startStaging(speed = 1, seed = 1): Promise<StagingEnvironment> {
  const sandbox = await startSandbox('--speed', String(speed), '--seed', String(seed));
  const control = new ControlInterface(sandbox.control);
  const merchant = await control.createMerchant(seed);
  const transport = undiciTransport();
  const api = clientOf(sandbox, merchant.secondApiKey, transport);
  const existing = await withHeldClock(control, merchant, speed, () =>
    leaveData(prerequisitesOf(control, merchant, api)),
  );
  const proxy = await recordingProxy(sandbox.url, (url) => url.startsWith('/control'));
  const { apiKey, secondApiKey, otherApiKey, expiredApiKey, revokedApiKey } = merchant;
  return {
    url: proxy.url,
    keys: { apiKey, secondApiKey, otherApiKey, expiredApiKey, revokedApiKey },
    existing,
    settings: {
      TARGET_URL: proxy.url,
      TARGET_API_KEY: apiKey,
      TARGET_WRITES: 'allow',
      TARGET_CONFIRMED_GAPS: 'all',
      TARGET_CLOCK_SPEED: String(speed),
    },
    passed: proxy.passed,
    state: () => readState(api),
    [Symbol.asyncDispose]: async () => {
      await transport.close();
      await proxy[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}

/**
 * Data that would take customers and reviewers hours is created while the clock stands still; then the clock runs on.
 */
async function withHeldClock<Result>(
  control: ControlInterface,
  { merchantId }: ControlledMerchant,
  speed: number,
  action: () => Promise<Result>,
): Promise<Result> {
  await control.setClock(merchantId, { frozen: true });
  const result = await action();
  await control.setClock(merchantId, { advance: deadline });
  await control.setClock(merchantId, { frozen: false, speed });
  return result;
}

function prerequisitesOf(
  control: ControlInterface,
  { merchantId, ...keys }: ControlledMerchant,
  api: Client,
): Prerequisites {
  const clock = controlledClock(control, merchantId);
  return new Prerequisites({
    api,
    batches: new Batches(api, clock, deadline),
    merchant: {
      ...keys,
      clock,
      shared: false,
      makeOrder: (order) => control.makeOrder(merchantId, order),
      release: async () => {},
    },
    writes: 'allow',
    prefix: 'existing-',
    seed: 1,
    deadline,
  });
}

function clientOf(
  sandbox: SandboxProcess,
  key: string,
  transport: ReturnType<typeof undiciTransport>,
): Client {
  return createClient({
    baseUrl: sandbox.url,
    transport,
    credentials: validKey(key),
    secrets: new Secrets(),
    observe: () => {},
  });
}
