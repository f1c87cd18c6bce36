import { operation } from '../../contract/operations.js';
import { member } from '../../contract/values/path.js';
import type { Exchange } from '../../http/exchange.js';
import { finalStatuses } from '../oracles/batches/followed-batch.js';
import { furthest, type Reached } from './reached.js';

/** Watches how far a test goes. */
export class Reach {
  #reached = furthest([]);
  #since: number | undefined;
  /** The keys, under the names that exchanges contain in their place. */
  readonly #keys = new Set<string>();

  see({ operationId, succeeded, json, targetTime, request }: Exchange): void {
    this.#since ??= targetTime;
    const number = (name: string) => Number(member(member(json, 'pagination'), name));
    const items = member(json, 'items');
    const hasEnded = Array.isArray(items) && finalStatuses.includes(String(member(json, 'status')));
    const key = request.headers['x-api-key'];
    if (succeeded && key !== undefined) this.#keys.add(key);
    const { writes } = this.#reached;
    const now = {
      entries: succeeded && number('page') >= number('pages') ? number('total') || 0 : 0,
      items: hasEnded ? items.length : 0,
      writes: succeeded && !operation(operationId).safe ? writes + 1 : writes,
      seconds: (targetTime - this.#since) / 1000,
      keys: this.#keys.size,
    };
    this.#reached = furthest([this.#reached, now]);
  }

  get reached(): Reached {
    return this.#reached;
  }
}
