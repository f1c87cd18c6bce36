import { type SchemaViolation, validateResponse } from '../../contract/response-validator.js';
import type { OperationId } from '../../contract/types.js';
import type { Exchange } from '../../http/exchange.js';
import { Blocked, notAccepted, openAt } from '../../verdicts/interruptions.js';

/**
 * The part of a body that was asked for. Each path leads from the body to a value: names of fields, and `*` for the entries
 * of a list, with dots between them, as in `items.*.sku`. A value comes with all that is in it.
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
 * The part of a success body that a later step builds on. What else is in the body may be of another shape, or missing: the
 * checks judge it, and the step can do without.
 * @param paths to the values that the step needs; none asks for the whole body
 * @throws Blocked when the response is no success, or one of the values is not of the contract's shape
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
      `a prerequisite was not met: ${exchange.line} lacks the shape to go on (${violation.path || 'body'}: expected ${violation.expected})`,
      openAt(operationId, violation.gaps),
    );
  }
  return exchange.json as Needed<Body, Path>;
}

/** The same of a response that a later step can do without; undefined where it can't be built on. */
export function bodyIfAny<Body, Path extends string = never>(
  exchange: Exchange<Body>,
  ...paths: readonly Path[]
): Needed<Body, Path> | undefined {
  const isFit = exchange.succeeded && misshape(exchange, paths) === undefined;
  return isFit ? (exchange.json as Needed<Body, Path>) : undefined;
}

/** What is wrong with the values at the paths: in what holds them, with themselves, or in them. */
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

/** The steps to the place of a violation, as a path has them: `items[3].sku` is `items.*.sku`. */
function stepsOf(place: string): readonly string[] {
  return place
    .replaceAll(/\[[^\]]*\]/g, '.*')
    .split('.')
    .filter((step) => step !== '');
}
