import { type OperationShapes, shapesOfOperations } from './coverage-elements.js';
import { parameterId } from './coverage-ids.js';
import { Unseen } from './coverage-unseen.js';

export { type Coverable, coverables } from './coverage-elements.js';

/** The parts of an exchange that coverage needs. */
export interface Observed {
  readonly operationId: string;
  readonly status: number;
  readonly request: { readonly url: string };
  /** The body parsed as JSON; undefined if it isn't JSON. The tracker only reads it if it may contain something new. */
  readonly json: unknown;
}

/** The parts of one operation that haven't been seen yet. */
interface Remaining {
  /** Ids of parameters by name. */
  readonly inPath: Map<string, string>;
  readonly inQuery: Map<string, string>;
  readonly bodies: Map<number, Unseen>;
}

/**
 * Tracks which parts of the contract have been seen. A worker process keeps a single tracker: once everything is seen,
 * it costs almost nothing.
 */
export class CoverageTracker {
  readonly #remaining = new Map<string, Remaining>(
    [...shapesOfOperations].map(([operationId, shapes]) => [operationId, allOf(shapes)]),
  );
  #news: string[] = [];

  /**
   * Looks at an exchange. Don't pass a request whose method or path puts it outside the operation.
   *
   * @param observed - shows nothing if the contract doesn't have the operation, or no JSON body for the status
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

  /** The ids of the parts seen for the first time since the last call; `coverables` lists what they stand for. */
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
