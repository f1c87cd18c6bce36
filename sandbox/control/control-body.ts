import type { Static, TSchema } from 'typebox';
import { type BodySource, receiveJson, UnreadableBody } from '../http/json-body.js';
import { assertShape, ShapeError } from '../schema/check.js';

/** Reads the body of a control request; none at all stands for {}. Throws ShapeError for another shape. */
export async function readControlBody<Schema extends TSchema>(
  schema: Schema,
  request: BodySource,
): Promise<Static<Schema>> {
  const received = await receiveJson(request);
  const body = received.bytes === 0 ? {} : received.body;
  if (body instanceof UnreadableBody) throw new ShapeError(body.problem);
  assertShape(schema, body, 'body');
  return body;
}
