import { operations } from '../../contract/operations.js';
import type { WireRequest } from '../../http/transport.js';
import { keyHeader } from '../../http/wire-request.js';
import type { Settings } from '../../target/settings.js';
import type { Counter } from './rate-budget.js';

const limits = new Map(operations.map(({ method, path, rateLimit }) => [`${method} ${path}`, rateLimit]));

/** Names the keys of a target for its rate budget, and finds the counter of a request. */
export class Counters {
  readonly #names: ReadonlyMap<string, string>;

  constructor({ apiKeys, otherApiKey }: Pick<Settings, 'apiKeys' | 'otherApiKey'>) {
    this.#names = new Map([
      ...(otherApiKey === undefined ? [] : [[otherApiKey, 'other key'] as const]),
      ...apiKeys.map((key, index) => [key, `key ${index + 1}`] as const),
    ]);
  }

  /** The name of a key; undefined if the key isn't valid. */
  nameOf(key: string | undefined): string | undefined {
    return this.#names.get(key ?? '');
  }

  /**
   * The counter of a request, found by its title, because the path may be anything. An invalid key counts nowhere.
   * @param title the method and path template of the operation
   */
  counterOf({ headers }: WireRequest, title: string): Counter | undefined {
    const [key, limit] = [this.nameOf(headers[keyHeader]), limits.get(title)];
    return key === undefined || limit === undefined ? undefined : { operation: title, key, limit };
  }
}
