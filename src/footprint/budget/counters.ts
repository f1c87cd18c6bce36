import { operations } from '../../contract/operations.js';
import type { WireRequest } from '../../http/transport.js';
import { keyHeader } from '../../http/wire-request.js';
import type { Settings } from '../../target/settings.js';
import type { Counter } from './rate-budget.js';

const limits = new Map(operations.map(({ method, path, rateLimit }) => [`${method} ${path}`, rateLimit]));

/** What the keys of a target are called in its rate budget, and which counter a request counts towards. */
export class Counters {
  readonly #names: ReadonlyMap<string, string>;

  constructor({ apiKeys, otherApiKey }: Pick<Settings, 'apiKeys' | 'otherApiKey'>) {
    this.#names = new Map([
      ...(otherApiKey === undefined ? [] : [[otherApiKey, 'other key'] as const]),
      ...apiKeys.map((key, index) => [key, `key ${index + 1}`] as const),
    ]);
  }

  /** Undefined for a key that isn't valid. */
  nameOf(key: string | undefined): string | undefined {
    return this.#names.get(key ?? '');
  }

  /**
   * By its title, which names the operation: the path may be anything. A key that isn't valid is counted nowhere.
   * @param title of the operation: its method and the template of its path
   */
  counterOf({ headers }: WireRequest, title: string): Counter | undefined {
    const [key, limit] = [this.nameOf(headers[keyHeader]), limits.get(title)];
    return key === undefined || limit === undefined ? undefined : { operation: title, key, limit };
  }
}
