import type { Static, TProperties, TSchema } from 'typebox';
import { assertShape, ShapeError } from './check.js';

const WHOLE_NUMBER = /^-?(0|[1-9]\d*)$/;

/** The names of a query and the shapes of their values: texts, whole numbers, or either with null. */
export interface QuerySchema extends TSchema {
  properties: TProperties;
  required?: readonly string[] | undefined;
}

interface Parameter {
  type?: string;
  default?: unknown;
  anyOf?: readonly Parameter[];
}

/**
 * The declared parameters of a query, read strictly: a parameter is given at most once (a list stands for
 * several times, null for a text that cannot be decoded), a whole number is written as in JSON ("1.5", "0x10", "01", "" are none), and a nullable one that is empty is null. Those left
 * out take their default. Names that are not declared are passed over. Throws ShapeError (gap G-15).
 */
export function readQuery<Schema extends QuerySchema>(
  schema: Schema,
  query: Readonly<Record<string, unknown>>,
): Static<Schema> {
  const values: unknown = Object.fromEntries(
    Object.entries<Parameter>(schema.properties).flatMap(([name, parameter]) => {
      const value = readParameter(name, parameter, query[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  assertShape(schema, values, 'body');
  return values;
}

function readParameter(name: string, parameter: Parameter, given: unknown): unknown {
  if (given === undefined) return parameter.default;
  if (given === null) throw new ShapeError(`${name} must be UTF-8 in percent-encoding`);
  if (typeof given !== 'string') throw new ShapeError(`${name} must be given only once`);
  if (parameter.anyOf !== undefined && given === '') return null;
  if (parameter.type !== 'integer') return given;
  const value = WHOLE_NUMBER.test(given) ? Number(given) : Number.NaN;
  if (!Number.isFinite(value)) throw new ShapeError(`${name} must be a whole number`);
  return value;
}
