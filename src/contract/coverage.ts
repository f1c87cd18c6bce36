import { type OperationShapes, shapesOfOperations } from './coverage-elements.js';
import { parameterId } from './coverage-ids.js';
import { Unseen } from './coverage-unseen.js';

export { type Coverable, coverables } from './coverage-elements.js';

/** A request of an operation and the response to it, as far as coverage is concerned. */
export interface Observed {
  readonly operationId: string;
  readonly status: number;
  readonly request: { readonly url: string };
  /** The body read as JSON; undefined where it is none. It is read only where it may hold something new. */
  readonly json: unknown;
}

/** What one operation has not shown yet. */
interface Remaining {
  /** Ids of parameters by name. */
  readonly inPath: Map<string, string>;
  readonly inQuery: Map<string, string>;
  readonly bodies: Map<number, Unseen>;
}

/** Keeps what of the contract has been seen: one for a worker process, as it costs next to nothing once all is seen. */
export class CoverageTracker {
  readonly #remaining = new Map<string, Remaining>(
    [...shapesOfOperations].map(([operationId, shapes]) => [operationId, allOf(shapes)]),
  );
  #news: string[] = [];

  /**
   * Looks at an exchange. A request that is none of the operation's, by its method or path, is not to be shown to it.
   *
   * @param observed - an operation that the contract doesn't have, and a status without a JSON body, show nothing
   */
  observe(observed: Observed): void {
    const remaining = this.#remaining.get(observed.operationId);
    if (remaining === undefined) return;
    const { inPath, inQuery, bodies } = remaining;
    if (inPath.size > 0) this.#tell(inPath, [...inPath.keys()]);
    if (inQuery.size > 0) this.#tell(inQuery, namesInQuery(observed.request.url));
    const unseen = bodies.get(observed.status);
    if (unseen?.look(observed.json, this.#news) === true) bodies.delete(observed.status);
  }

  /** The ids of what was seen for the first time since the last call; `coverables` knows what they stand for. */
  takeNews(): readonly string[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }

  #tell(parameters: Map<string, string>, names: readonly string[]): void {
    for (const name of names) {
      const id = parameters.get(name);
      if (id === undefined) continue;
      this.#news.push(id);
      parameters.delete(name);
    }
  }
}

function allOf({ operation: { operationId, parameters }, bodies }: OperationShapes): Remaining {
  const inLocation = (location: 'path' | 'query') =>
    new Map(
      parameters
        .filter((parameter) => parameter.in === location)
        .map(({ name }) => [name, parameterId(operationId, location, name)]),
    );
  return {
    inPath: inLocation('path'),
    inQuery: inLocation('query'),
    bodies: new Map([...bodies].map(([status, shape]) => [status, new Unseen(operationId, status, shape)])),
  };
}

function namesInQuery(url: string): readonly string[] {
  const start = url.indexOf('?');
  return start < 0 ? [] : [...new URLSearchParams(url.slice(start)).keys()];
}
