import type { KeyName } from './entry.js';
import { isMerchantKey } from './key-name.js';

/** What the lists read by one key showed about its merchant, and no other. */
export interface Seen {
  /** Skus and style keys that nobody has. */
  readonly unusedKeys: ReadonlySet<string>;
  /** Undefined if no list was read. */
  readonly subscriptions: ReadonlySet<string> | undefined;
  readonly orderItems: ReadonlySet<string> | undefined;
}

/** What lists showed, grouped by the key that read them. */
export class ListsRead {
  readonly #byKey = new Map<KeyName, Map<keyof Seen, Set<string>>>();

  /** Notes what a list shows. */
  add(key: KeyName, what: keyof Seen, ids: readonly string[]): void {
    const seen = this.#byKey.get(key) ?? new Map<keyof Seen, Set<string>>();
    const known = seen.get(what) ?? new Set();
    for (const id of ids) known.add(id);
    this.#byKey.set(key, seen.set(what, known));
  }

  /** What is known when a key writes. A key that no merchant has may count as any of TARGET_API_KEY. */
  by(key: KeyName): Seen {
    const names = isMerchantKey(key)
      ? [key]
      : [...this.#byKey.keys()].filter((name) => name !== 'TARGET_OTHER_API_KEY');
    const of = (what: keyof Seen): ReadonlySet<string> | undefined => {
      const [first, ...others] = names.flatMap((name) => this.#byKey.get(name)?.get(what) ?? []);
      return first === undefined || others.length === 0
        ? first
        : new Set([first, ...others].flatMap((each) => [...each]));
    };
    return {
      unusedKeys: of('unusedKeys') ?? new Set(),
      subscriptions: of('subscriptions'),
      orderItems: of('orderItems'),
    };
  }
}
