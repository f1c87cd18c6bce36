import { type Secrets, secretsOfProcess } from '../../http/shown/secrets.js';
import { type CallServer, RemoteCalls, serveCalls } from '../budget/remote-budget.js';

/**
 * Collects the keys and passwords that the target makes during a run, and passes them on to all of its workers: a
 * service may repeat a key in its responses to any of them.
 */
export function serveKeys(): Promise<CallServer> {
  const known: string[] = [];
  /** By connection, how many of the keys its worker has learned. */
  const learned = new Map<string, number>();
  const changes = new Set<() => void>();
  const changed = () => new Promise<void>((resolve) => changes.add(resolve));
  const tell = () => {
    for (const resolve of changes) resolve();
    changes.clear();
  };
  return serveCalls({
    kitOf: (holder) => ({
      /** Returns when every worker has learned the keys: only then does the caller send one of them. */
      add: async (...keys: readonly string[]) => {
        secretsOfProcess.add(...keys);
        known.push(...keys);
        const count = known.length;
        tell();
        while ([...learned.values()].some((each) => each < count)) await changed();
      },
      /** Returns the keys after the first ones that the worker has learned, as soon as there are any. */
      after: async (count: number) => {
        learned.set(holder, count);
        tell();
        while (known.length === count) await changed();
        return known.slice(count);
      },
    }),
    leave: (holder) => {
      learned.delete(holder);
      tell();
    },
    close: () => {},
  });
}

/** The keys and passwords that the target makes during a run, as one of its workers sees them. */
export class KeysOfRun {
  readonly #calls: RemoteCalls | undefined;

  /** @param address the server's address; undefined if the target makes none for this run */
  constructor(address: string | undefined) {
    if (address === undefined) return;
    this.#calls = new RemoteCalls(address, 'list of keys');
    // Without the run's main process, nobody else makes keys.
    this.#learn(this.#calls).catch(() => {});
  }

  /**
   * Hides keys or passwords from everything that a test and all processes of the run print or write, before the first
   * of them is sent.
   * @param secrets those of the test, which also finds the keys that its responses repeat
   */
  async add(secrets: Pick<Secrets, 'add'>, ...keys: readonly (string | undefined)[]): Promise<void> {
    secrets.add(...keys);
    secretsOfProcess.add(...keys);
    await this.#calls?.call('add', ...keys.filter((key) => key !== undefined)).catch(() => {});
  }

  close(): void {
    this.#calls?.close();
  }

  async #learn(calls: RemoteCalls): Promise<never> {
    for (let count = 0; ; ) {
      const keys = await calls.call('after', count);
      if (!Array.isArray(keys)) throw new TypeError('The list of keys is a list.');
      secretsOfProcess.add(...keys);
      count += keys.length;
    }
  }
}
