import type { operations } from './types.generated.js';

/** The id of an operation (clause 4). */
export type OperationId = keyof operations;

/**
 * The parts of a request of an operation: `path`, `query` and `body`, each only if the operation takes it, and optional
 * if nothing in it is required. `{}` for an operation that takes none of them.
 */
export type RequestOf<Id extends OperationId> = Part<'path', operations[Id]['parameters']['path']> &
  Part<'query', operations[Id]['parameters']['query']> &
  Part<'body', JsonOf<operations[Id]['requestBody']>>;

/**
 * The body of a success of an operation: the JSON value with the contract's type, bytes for a file (PDF, CSV), or
 * undefined if the contract documents no body.
 */
export type SuccessBodyOf<Id extends OperationId> = BodyOf<Success<operations[Id]['responses']>>;

type Part<Name extends string, Value> = [Exclude<Value, undefined>] extends [never]
  ? Record<never, never>
  : undefined extends Value
    ? { readonly [Key in Name]?: Exclude<Value, undefined> }
    : { readonly [Key in Name]: Value };

type JsonOf<Body> = Body extends { readonly content: { readonly 'application/json': infer Json } }
  ? Json
  : never;

type Success<Responses> = Responses[Extract<keyof Responses, 200 | 204>];

type BodyOf<Response> = Response extends { readonly content: infer Content }
  ? Content extends { readonly 'application/json': infer Json }
    ? Json
    : Uint8Array
  : undefined;
