import { type SchemaViolation, validateResponse } from '../../contract/response-validator.js';
import type { OperationId } from '../../contract/types.js';
import type { Exchange } from '../../http/exchange.js';
import { Blocked, notAccepted, openAt } from '../../verdicts/finding.js';

/**
 * The requested part of a body. Each path leads from the body to a value: names of fields, and `*` for the entries of
 * a list, with dots in between, as in `items.*.sku`. A value includes everything in it.
 */
export type Needed<Body, Path extends string> = [Path] extends [never]
  ? Body
  : Body extends readonly (infer Entry)[]
    ? readonly Needed<Entry, Below<Path, '*'>>[]
    : Body extends object
      ? {
          readonly [Field in keyof Body & Head<Path>]: Needed<Body[Field], Below<Path, Field & string>>;
        }
      : Body;

/** The first step of a path. */
export type Head<Path extends string> = Path extends `${infer First}.${string}` ? First : Path;

type Below<Path extends string, First extends string> = Path extends `${First}.${infer Rest}` ? Rest : never;

/**
 * The part of a success body that a later step needs. The rest of the body may have another shape, or be missing: the
 * checks judge it, and the step doesn't need it.
 * @param paths to the values that the step needs; without any, the whole body
 * @throws Blocked if the response is not a success, or one of the values doesn't have the contract's shape
 */
export function bodyOf<Body, Path extends string = never>(
  exchange: Exchange<Body>,
  ...paths: readonly Path[]
): Needed<Body, Path> {
  const { operationId } = exchange;
  if (!exchange.succeeded) throw notAccepted('a prerequisite was not met', exchange);
  const violation = misshape(exchange, paths);
  if (violation !== undefined) {
    throw new Blocked(
      `a prerequisite was not met: ${exchange.line} doesn't have the shape that the next step needs (${violation.path || 'body'}: expected ${violation.expected})`,
      openAt(operationId, violation.gaps),
    );
  }
  return exchange.json as Needed<Body, Path>;
}

/** Like bodyOf, for a response that a later step can do without; undefined if it is not usable. */
export function bodyIfAny<Body, Path extends string = never>(
  exchange: Exchange<Body>,
  ...paths: readonly Path[]
): Needed<Body, Path> | undefined {
  const isFit = exchange.succeeded && misshape(exchange, paths) === undefined;
  return isFit ? (exchange.json as Needed<Body, Path>) : undefined;
}

/** The first violation in the values at the paths, in what contains them, or in what they contain. */
function misshape(
  { operationId, status, json }: Exchange,
  paths: readonly string[],
): SchemaViolation | undefined {
  const needed = paths.map((path) => path.split('.'));
  const concerns = ({ path }: SchemaViolation) => {
    const place = stepsOf(path);
    const isOnTheWay = (steps: readonly string[]) =>
      place.every((step, index) => index >= steps.length || step === steps[index]);
    return needed.length === 0 || needed.some(isOnTheWay);
  };
  // The client only makes exchanges of the contract's operations.
  return validateResponse(operationId as OperationId, status, json).find(concerns);
}

/** The steps to the place of a violation, in the form of a path: `items[3].sku` is `items.*.sku`. */
function stepsOf(place: string): readonly string[] {
  return place
    .replaceAll(/\[[^\]]*\]/g, '.*')
    .split('.')
    .filter((step) => step !== '');
}
