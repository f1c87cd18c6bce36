import type {
  TArray,
  TArrayOptions,
  TBoolean,
  TEnum,
  TInteger,
  TNull,
  TNumber,
  TNumberOptions,
  TObject,
  TObjectOptions,
  TOptional,
  TProperties,
  TRecord,
  TSchema,
  TSchemaOptions,
  TString,
  TStringOptions,
  TUnion,
  TUnknown,
} from 'typebox';

// The constructors of TypeBox's own schemas, with TypeBox's types and the same JSON. Its runtime has 700 modules that
// take 0.6 s to load through a TypeScript loader, too long for a server that should be ready within a second; its types
// cost nothing.

const OPTIONAL = '~optional';

/** Returns the constructor of the schemas with this type. */
function typed<Schema extends TSchema, Options>(type: string): (options?: Options) => Schema;
function typed(type: string): (options?: object) => TSchema {
  return (options) => ({ type, ...options });
}

/** A text; options bound its length in characters (code points), or name a pattern or a format. */
export const string = typed<TString, TStringOptions>('string');
/** A number; options bound its value. */
export const number = typed<TNumber, TNumberOptions>('number');
/** A number without a fraction; options bound its value. */
export const integer = typed<TInteger, TNumberOptions>('integer');
/** True or false. */
export const boolean = typed<TBoolean, TSchemaOptions>('boolean');
const nothing = typed<TNull, TSchemaOptions>('null');

/** Any JSON value. */
export function anything(options?: TSchemaOptions): TUnknown;
export function anything(options: TSchemaOptions = {}): TSchema {
  return { ...options };
}

/** One of the strings. */
export function choice<Values extends string[]>(
  values: readonly [...Values],
  options?: TSchemaOptions,
): TEnum<Values>;
export function choice(values: readonly string[], options: TSchemaOptions = {}): TSchema {
  return { enum: values, type: 'string', ...options };
}

/** A list; options bound the number of its entries. */
export function array<Type extends TSchema>(items: Type, options?: TArrayOptions): TArray<Type>;
export function array(items: TSchema, options: TArrayOptions = {}): TSchema {
  return { type: 'array', items, ...options };
}

/** An object with known keys: each is required unless it is wrapped in `optional`. Other keys are allowed. */
export function object<Properties extends TProperties>(
  properties: Properties,
  options?: TObjectOptions,
): TObject<Properties>;
export function object(properties: Record<string, TSchema>, options: TObjectOptions = {}): TSchema {
  const required = Object.entries(properties).flatMap(([key, schema]) => (OPTIONAL in schema ? [] : [key]));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

/** An object that maps any key to values of one shape. */
export function record<Value extends TSchema>(value: Value, options?: TObjectOptions): TRecord<'^.*$', Value>;
export function record(value: TSchema, options: TObjectOptions = {}): TSchema {
  return { type: 'object', patternProperties: { '^.*$': value }, ...options };
}

/** A value of one of the shapes. */
export function union<Types extends TSchema[]>(shapes: [...Types], options?: TSchemaOptions): TUnion<Types>;
export function union(shapes: readonly TSchema[], options: TSchemaOptions = {}): TSchema {
  return { anyOf: shapes, ...options };
}

/** A value of the shape, or null. */
export function nullable<Type extends TSchema>(
  schema: Type,
  options?: TSchemaOptions,
): TUnion<[Type, TNull]> {
  return union([schema, nothing()], options);
}

/** A key of an object that may be absent. */
export function optional<Type extends TSchema>(schema: Type): TOptional<Type>;
export function optional(schema: TSchema): TSchema {
  // Not enumerable: it shows `object` which keys to require, and isn't a keyword of the schema.
  return Object.defineProperty({ ...schema }, OPTIONAL, { value: true });
}

/** Keys of an object, each of which may be absent. */
export function optionals<Properties extends TProperties>(
  properties: Properties,
): { [Key in keyof Properties]: TOptional<Properties[Key]> };
export function optionals(properties: Record<string, TSchema>): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, optional(schema)]));
}
