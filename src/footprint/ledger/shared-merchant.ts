import type { Transport } from '../../http/transport.js';
import type { Settings } from '../../target/settings.js';
import { partOfShard, shardIn } from '../budget/shard.js';
import { fingerprints } from './fingerprint.js';
import { guarded, type TestThings } from './guarded-transport.js';
import { keyNames } from './key-name.js';
import { Ledger } from './ledger.js';
import { ledgerFolder } from './ledger-folder.js';
import { OwnThings } from './own-things.js';

/** The work of this process on a merchant that others use too. */
export class SharedMerchant {
  readonly #settings: Settings;
  readonly #own: OwnThings;
  readonly #ledger: Ledger;
  /** Numbers of the orders that the configuration names for this machine's tests. */
  readonly orders: readonly string[];

  /** @param prefix begins the name of everything that the run creates */
  constructor(settings: Settings, prefix: string, environment: NodeJS.ProcessEnv) {
    this.#settings = settings;
    // Other machines can't see which orders are taken here.
    this.orders = partOfShard(settings.orders, shardIn(environment));
    this.#own = new OwnThings({ prefix, orders: this.orders });
    const folder = ledgerFolder(environment, settings.name);
    this.#ledger = new Ledger({
      folder,
      prefix,
      processes: [process.pid, process.ppid],
      baseUrl: settings.baseUrl,
      keys: fingerprints(settings, prefix),
    });
  }

  /**
   * A transport that enters what it creates in the ledger, and changes nothing else.
   * @param named collects the names of the test's things
   */
  over(transport: Transport, named: TestThings): Transport {
    const { baseUrl } = this.#settings;
    const nameOf = keyNames(this.#settings);
    return guarded(transport, { baseUrl, own: this.#own, ledger: this.#ledger, nameOf, named });
  }

  close(): void {
    this.#ledger.close();
  }
}
