import type { Static, TSchema } from 'typebox';
import { ReceivedBody, UnreadableBody } from '../http/json-body.js';
import { assertShape, ShapeError } from '../schema/check.js';

/** The body of a control request; none at all stands for {}. Throws ShapeError for another shape. */
export function readControlBody<Schema extends TSchema>(schema: Schema, received: unknown): Static<Schema> {
  const body: unknown = received instanceof ReceivedBody && received.bytes > 0 ? received.body : {};
  if (body instanceof UnreadableBody) throw new ShapeError(body.problem);
  assertShape(schema, body, 'body');
  return body;
}
