import type { ShownBody } from '../../../http/shown/shown-exchange.js';
import type {
  ConformanceReport,
  Observations,
  RequirementReport,
  TestReport,
} from '../../data/conformance-report.js';

/** An operation at which a requirement was verified. */
export interface VerifiedOperation {
  readonly operationId: string;
  /** The number of exchanges that verified it there. */
  readonly exchanges: number;
  /** One of them, in full; absent in an older report. */
  readonly shown?: ShownExchangeOf;
}

export type Headers = Readonly<Record<string, string>>;

/** The exchanges with one operation that the page shows as evidence. */
export interface ShownEvidence {
  readonly operationId: string;
  readonly exchanges: readonly ShownExchangeOf[];
  /** The headers that more than half of them have with the same value: the page names them once. */
  readonly usual: { readonly request: Headers; readonly response: Headers };
}

/** An exchange that the page shows once, for all requirements that it verified. */
export interface ShownExchangeOf extends Omit<Verifying, 'test' | 'verifies'> {
  /** Its address in the page: `e7`, because there are thousands of links to them. */
  readonly address: string;
  /** The requirements for which it is the evidence. */
  readonly verifies: readonly string[];
  readonly test: TestReport | undefined;
}

const parts = ['request', 'response'] as const;

type Verifying = Observations['verifying'][number];

/** The total size, in characters, that the bodies of the evidence may have in a page. */
const room = 200_000;
/** Numbers of characters to which bodies may be shortened so that all evidence fits. */
const lengths = [16_384, 8192, 4096, 2048, 1024, 512, 256, 128, 64];

/** The evidence for what passed: the exchanges that the report chose, each only once. */
export function evidenceOf({
  operations,
  observations,
  tests,
}: Pick<ConformanceReport, 'operations' | 'observations' | 'tests'>): {
  readonly verifiedAt: (requirement: RequirementReport) => readonly VerifiedOperation[];
  readonly shown: readonly ShownEvidence[];
} {
  const testOf = new Map(tests.map((test) => [test.id, test]));
  const placed = shortened(observations?.verifying ?? [], room);
  const order = new Map(operations.map(({ operationId }, index) => [operationId, index]));
  const exchanges = placed
    .toSorted((a, b) => (order.get(a.operationId) ?? 0) - (order.get(b.operationId) ?? 0))
    .map((each, index) => ({
      ...each,
      verifies: each.verifies.toSorted(),
      address: `e${index + 1}`,
      test: testOf.get(each.test),
    }));
  const shownFor = new Map(
    exchanges.flatMap((each) => each.verifies.map((id) => [`${id} ${each.operationId}`, each] as const)),
  );
  return {
    verifiedAt: ({ id, verifiedBy }) =>
      Object.entries(verifiedBy)
        .toSorted(([, a], [, b]) => b - a)
        .map(([operationId, times]) => ({
          operationId,
          exchanges: times,
          shown: shownFor.get(`${id} ${operationId}`),
        })),
    shown: operations.flatMap(({ operationId }) => {
      const own = exchanges.filter((each) => each.operationId === operationId);
      const usual = {
        request: mostOf(own.map(({ exchange }) => exchange.request.headers)),
        response: mostOf(own.map(({ exchange }) => exchange.response.headers)),
      };
      return own.length === 0 ? [] : [{ operationId, exchanges: own, usual }];
    }),
  };
}

function mostOf(all: readonly Headers[]): Headers {
  const times = new Map<string, number>();
  for (const headers of all)
    for (const header of Object.entries(headers)) {
      const key = JSON.stringify(header);
      times.set(key, (times.get(key) ?? 0) + 1);
    }
  return Object.fromEntries(
    [...times].filter(([, count]) => count * 2 > all.length).map(([key]) => JSON.parse(key)),
  );
}

function shownText(body: ShownBody | undefined): string {
  return body?.text ?? body?.hex ?? '';
}

/**
 * The same exchanges with their bodies cut so far that all of them fit into a page.
 * @param room for the bodies, in characters
 */
export function shortened<Shown extends Pick<Verifying, 'exchange'>>(
  all: readonly Shown[],
  room: number,
): Shown[] {
  const bodies = all.flatMap(({ exchange }) => parts.map((part) => shownText(exchange[part].body).length));
  const fits = (longest: number) => bodies.reduce((sum, each) => sum + Math.min(each, longest), 0) <= room;
  const longest = lengths.find(fits) ?? 0;
  const cut = (body: ShownBody): ShownBody => {
    const shown = shownText(body).slice(0, longest);
    if (shown.length === shownText(body).length) return body;
    // Half of a line of numbers could not be read.
    const part = body.text === undefined ? { hex: shown.slice(0, shown.lastIndexOf('\n')) } : { text: shown };
    return { ...body, ...part, isCut: true };
  };
  return all.map((each) => {
    const { request, response } = each.exchange;
    const exchange = {
      ...each.exchange,
      request: request.body === undefined ? request : { ...request, body: cut(request.body) },
      response: { ...response, body: cut(response.body) },
    };
    return { ...each, exchange };
  });
}
