import type { Operation } from '../contract/operations.js';
import { type Transport, TransportError } from './transport.js';

/** Milliseconds for which a lost request makes the way to the target doubtful. */
const doubtfulFor = 600_000;

/**
 * How well requests get through to the target. A lost request says something about the target only if other requests
 * get through. If an operation's requests are sometimes lost and sometimes answered, the line loses them.
 */
export class Line {
  readonly #now: () => number;
  readonly #answered = new Set<string>();
  readonly #lostAt = new Map<string, number>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Wraps a transport so that the outcome of each request counts for the line. */
  watched(transport: Transport): Transport {
    return {
      ...transport,
      send: async (request, title) => {
        try {
          const answer = await transport.send(request, title);
          this.#answered.add(title);
          return answer;
        } catch (error) {
          // "gone" means that the request was never sent, so it wasn't lost.
          if (error instanceof TransportError && error.trouble.kind !== 'gone')
            this.#lostAt.set(title, this.#now());
          throw error;
        }
      },
    };
  }

  /** Whether the line recently lost no requests, except perhaps those of the given operation. */
  isSoundBut({ method, path }: Pick<Operation, 'method' | 'path'>): boolean {
    const own = `${method} ${path}`;
    return [...this.#lostAt].every(
      ([title, lostAt]) => title === own || !this.#answered.has(title) || this.#now() - lostAt > doubtfulFor,
    );
  }
}
