import type { TestResponses } from '../../verdicts/recording/response-shapes.js';

/**
 * The responses of a run, for a comparison with another one: the section `responses` of `conformance.json`. Tests share most
 * of their responses, and responses most of their places, so each is written once.
 */
export interface ResponsesReport {
  /** The distinct places, as in `body items[].sku string`. */
  readonly places: readonly string[];
  /** The distinct shapes: indexes of places, separated by spaces. */
  readonly shapes: readonly string[];
  /** The distinct responses: operation, kind of request, status and index of the shape, as in `listBrands valid 200 3`. */
  readonly answers: readonly string[];
  /** By the id of a test, the indexes of its responses: `0 3 17`. */
  readonly tests: Readonly<Record<string, string>>;
  /** The ids of the tests that were ended early, so they did not send all their requests. */
  readonly cutShort: readonly string[];
}

/** A part of responses, its path or name, and everything that was seen there: `header`, `retry-after` and `present`. */
export interface SeenPlace {
  readonly part: string;
  /** Empty for a whole body. */
  readonly path: string;
  readonly seen: readonly string[];
}

/** All responses with one status that an operation gave to requests of one kind, in one test. */
export interface ResponseFacts {
  readonly operationId: string;
  /** The kind of key, such as `valid`; `valid-raw` if parts of the requests were in no vocabulary. */
  readonly request: string;
  readonly status: number;
  /** By name, such as `body items[].sku`. */
  readonly places: ReadonlyMap<string, SeenPlace>;
}

/**
 * Writes the responses of a run.
 * @param ran the tests that recorded their responses
 * @returns undefined if no test did
 */
export function responsesReport(
  ran: readonly { readonly id: string; readonly answers: TestResponses; readonly cutShort: boolean }[],
): ResponsesReport | undefined {
  if (ran.length === 0) return undefined;
  const known = Object.assign({}, ...ran.map((each) => each.answers.shapes)) as TestResponses['shapes'];
  const [places, shapes, responses] = [new Table(), new Table(), new Table()];
  const tests = ran.map(({ id, answers: { kinds } }) => {
    const indexes = kinds.flatMap((kind) => {
      const [operationId, request, status, shape = ''] = kind.split(' ');
      const seen = known[shape];
      // The test that showed the shape first left no evidence.
      if (seen === undefined) return [];
      const index = shapes.indexOf(seen.map((each) => places.indexOf(each)).join(' '));
      return responses.indexOf([operationId, request, status, index].join(' '));
    });
    return [id, indexes.join(' ')] as const;
  });
  return {
    places: places.all,
    shapes: shapes.all,
    answers: responses.all,
    tests: Object.fromEntries(tests),
    cutShort: ran.flatMap(({ id, cutShort }) => (cutShort ? [id] : [])),
  };
}

/** The responses of each test, by its id. */
export function responsesIn({
  places,
  shapes,
  answers: responses,
  tests,
}: ResponsesReport): ReadonlyMap<string, readonly ResponseFacts[]> {
  const seen = places.map((line) => {
    const [part = '', ...words] = line.split(' ');
    const states = words.pop() ?? '';
    const path = words.join(' ');
    return [[part, ...words].join(' '), { part, path, seen: states.split('|') }] as const;
  });
  const readShapes = shapes.map((indexes) => new Map(inTable(seen, indexes)));
  const read = responses.map((text): ResponseFacts => {
    const [operationId = '', request = '', status, shape] = text.split(' ');
    return {
      operationId,
      request,
      status: Number(status),
      places: readShapes[Number(shape)] ?? new Map(),
    };
  });
  return new Map(Object.entries(tests).map(([id, indexes]) => [id, inTable(read, indexes)]));
}

/** @param indexes separated by spaces; those outside the table are left out */
function inTable<Entry>(table: readonly Entry[], indexes: string): readonly Entry[] {
  return (indexes.match(/\d+/g) ?? [])
    .map((index) => table[Number(index)])
    .filter((entry) => entry !== undefined);
}

/** Distinct strings in the order in which they came. */
class Table {
  readonly #indexes = new Map<string, number>();

  get all(): readonly string[] {
    return [...this.#indexes.keys()];
  }

  indexOf(text: string): number {
    const index = this.#indexes.get(text) ?? this.#indexes.size;
    this.#indexes.set(text, index);
    return index;
  }
}
