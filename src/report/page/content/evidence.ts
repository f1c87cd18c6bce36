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
  /** One of them. */
  readonly shown?: ShownEvidence;
  /** Whether the page shows the exchange here; other requirements that it verified link to it. */
  readonly isHere: boolean;
}

/** An exchange that the page shows once, for all requirements that it verified. */
export interface ShownEvidence extends Omit<Observations['verifying'][number], 'test'> {
  /** Its address in the page: `e7`, because there are thousands of links to them. */
  readonly address: string;
  readonly test: TestReport | undefined;
}

/**
 * The evidence for what passed: for each requirement, the operations at which it was verified, the most often first,
 * each with an exchange.
 */
export function evidenceOf(
  report: Pick<ConformanceReport, 'requirements' | 'observations' | 'tests'>,
): ReadonlyMap<RequirementReport, readonly VerifiedOperation[]> {
  const { requirements, observations, tests } = report;
  const testOf = new Map(tests.map((test) => [test.id, test]));
  const shownFor = new Map(
    shortened(observations.verifying).flatMap((each, index) => {
      const shown = { ...each, address: `e${index + 1}`, test: testOf.get(each.test) };
      return each.verifies.map((id) => [`${id} ${each.operationId}`, shown] as const);
    }),
  );
  const placed = new Set<ShownEvidence>();
  return new Map(
    requirements.map((requirement) => {
      const verified = Object.entries(requirement.verifiedBy).toSorted(([, a], [, b]) => b - a);
      const at = verified.map(([operationId, exchanges]) => {
        const shown = shownFor.get(`${requirement.id} ${operationId}`);
        const isHere = shown !== undefined && !placed.has(shown);
        if (isHere) placed.add(shown);
        return { operationId, exchanges, shown, isHere };
      });
      return [requirement, at];
    }),
  );
}

/** Numbers of characters to which bodies may be shortened so that all of them fit. */
const lengths = [16_384, 8192, 4096, 2048, 1024, 512, 256, 128, 64];

/**
 * The same exchanges, of findings or of evidence, with their bodies cut so far that all of them fit into a page.
 * @param most characters of all bodies together
 */
export function shortened<Shown extends Pick<Observations['verifying'][number], 'exchange'>>(
  all: readonly Shown[],
  most = 200_000,
): Shown[] {
  const bodies = all.flatMap(({ exchange: { request, response } }) =>
    [request.body, response.body].map((body) => textOf(body).length),
  );
  const fits = (longest: number) => bodies.reduce((sum, each) => sum + Math.min(each, longest), 0) <= most;
  const longest = lengths.find(fits) ?? 0;
  return all.map((each) => {
    const { request, response } = each.exchange;
    const exchange = {
      ...each.exchange,
      request: { ...request, body: cut(request.body, longest) },
      response: { ...response, body: cut(response.body, longest) ?? response.body },
    };
    return { ...each, exchange };
  });
}

function cut(body: ShownBody | undefined, longest: number): ShownBody | undefined {
  if (body === undefined || textOf(body).length <= longest) return body;
  const shown = textOf(body).slice(0, longest);
  // Half of a line of numbers could not be read.
  const part = body.text === undefined ? { hex: shown.slice(0, shown.lastIndexOf('\n')) } : { text: shown };
  return { ...body, ...part, isCut: true };
}

function textOf(body: ShownBody | undefined): string {
  return body?.text ?? body?.hex ?? '';
}
