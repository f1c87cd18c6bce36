import type { Operation } from '../contract/operations.js';
import { type Transport, TransportError } from './transport.js';

/** Milliseconds for which a lost request makes the way to the target doubtful. */
const doubtfulFor = 600_000;

/**
 * How well requests get through to the target. One that is lost says something about the target only where other requests
 * are not: what is lost here and answered there, of the same operation, was lost on its way.
 */
export class Line {
  readonly #now: () => number;
  readonly #answered = new Set<string>();
  readonly #lostAt = new Map<string, number>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A transport whose requests tell about the line. */
  watched(transport: Transport): Transport {
    return {
      ...transport,
      send: async (request, title) => {
        try {
          const answer = await transport.send(request, title);
          this.#answered.add(title);
          return answer;
        } catch (error) {
          // What was not sent was not lost.
          if (error instanceof TransportError && error.trouble.kind !== 'gone')
            this.#lostAt.set(title, this.#now());
          throw error;
        }
      },
    };
  }

  /** Whether it lost nothing of late but, maybe, requests of an operation. */
  isSoundBut({ method, path }: Pick<Operation, 'method' | 'path'>): boolean {
    const own = `${method} ${path}`;
    return [...this.#lostAt].every(
      ([title, lostAt]) => title === own || !this.#answered.has(title) || this.#now() - lostAt > doubtfulFor,
    );
  }
}
