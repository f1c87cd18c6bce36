import type { JsonObject } from '../../contract/documents/document.js';
import { parsePath, valuesAt } from '../../contract/values/path.js';
import type { Step } from '../propose/findings.js';

/** The bounds of a target that differ from ours, by our path: the least and the most length of it, or its own value. */
function boundsIn(
  steps: readonly Step[],
  part: Step['part'],
): ReadonlyMap<string, readonly [number, number]> {
  const bounds = steps.filter((step) => step.part === part && step.kind === 'bound');
  return new Map(
    bounds.map(({ at, to }) => {
      const { minItems, minLength, minimum, maxItems, maxLength, maximum } = Object(to);
      const least = minItems ?? minLength ?? minimum ?? Number.NEGATIVE_INFINITY;
      return [at, [least, maxItems ?? maxLength ?? maximum ?? Number.POSITIVE_INFINITY]];
    }),
  );
}

/** Whether one of our bodies is within the learned bounds of a request. */
export function keepsBounds(body: JsonObject, steps: readonly Step[]): boolean {
  const sizeOf = (value: unknown) => (typeof value === 'number' ? value : Object(value).length);
  return [...boundsIn(steps, 'request')].every(([at, [least, most]]) =>
    valuesAt(body, parsePath(at) ?? []).every((value) => !(sizeOf(value) < least || sizeOf(value) > most)),
  );
}

/** Parameters within the learned bounds: a target may have smaller pages. */
export function withinBounds(query: JsonObject, steps: readonly Step[]): JsonObject {
  const made: Record<string, unknown> = { ...query };
  for (const [at, [, most]] of boundsIn(steps, 'query'))
    if (typeof made[at] === 'number') made[at] = Math.min(made[at], most);
  return made;
}
