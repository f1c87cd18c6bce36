import type { TObjectOptions, TOptional, TProperties, TRecord, TSchema, TSchemaOptions, Type } from 'typebox';

// The constructors of TypeBox, with its types and the same JSON. TypeBox's runtime has 700 modules that take
// a third of a second to load: too long for a server that should be ready within a second. Its types cost
// nothing.

const OPTIONAL = '~optional';

/** Returns the constructor of the schemas with this type. */
const typed = (type: string) => (options?: TSchemaOptions) => ({ type, ...options }) as never;

/** A text; options bound its length in characters (code points), or name a pattern or a format. */
export const string: typeof Type.String = typed('string');
/** A number; options bound its value. */
export const number: typeof Type.Number = typed('number');
/** A number without a fraction; options bound its value. */
export const integer: typeof Type.Integer = typed('integer');
/** True or false. */
export const boolean: typeof Type.Boolean = typed('boolean');
const nothing: typeof Type.Null = typed('null');

/** Any JSON value. */
export const anything: typeof Type.Unknown = (options) => ({ ...options }) as never;

/** One of the strings. */
export const choice: typeof Type.Enum = (values: unknown, options?: TSchemaOptions) =>
  ({ enum: values, type: 'string', ...options }) as never;

/** A list; options bound the number of its entries. */
export const array: typeof Type.Array = (items, options) => ({ type: 'array', items, ...options }) as never;

/** An object with known keys: each is required unless it is wrapped in `optional`. Other keys are allowed. */
export const object: typeof Type.Object = (properties, options) => {
  const required = Object.keys(properties).filter((key) => !(OPTIONAL in Object(properties[key])));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options } as never;
};

/** An object that maps any key to values of one shape. */
export const record = <Value extends TSchema>(value: Value, options?: TObjectOptions) =>
  ({ type: 'object', patternProperties: { '^.*$': value }, ...options }) as unknown as TRecord<'^.*$', Value>;

/** A value of one of the shapes. */
export const union: typeof Type.Union = (shapes, options) => ({ anyOf: shapes, ...options }) as never;

/** A value of the shape, or null. */
export const nullable = <Shape extends TSchema>(schema: Shape, options?: TSchemaOptions) =>
  union([schema, nothing()], options);

/** A key of an object that may be absent. */
export const optional: typeof Type.Optional = (schema: TSchema) =>
  // Not enumerable: it tells `object` which keys to require, and isn't a keyword of the schema.
  Object.defineProperty({ ...schema }, OPTIONAL, { value: true }) as never;

/** Keys of an object, each of which may be absent. */
export const optionals = <Properties extends TProperties>(properties: Properties) =>
  Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [key, optional(schema)]),
  ) as unknown as { [Key in keyof Properties]: TOptional<Properties[Key]> };
