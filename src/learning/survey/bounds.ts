import type { JsonObject } from '../../contract/documents/document.js';
import type { Bounds } from '../../contract/mapping/file/target-file.js';
import { parsePath, valuesAt } from '../../contract/values/path.js';
import type { ProposedStep } from '../propose/proposal.js';

/** Whether one of our bodies is within the learned bounds. */
export function keepsBounds(body: JsonObject, steps: readonly ProposedStep[]): boolean {
  return steps.every(
    ({ step }) =>
      step.kind !== 'bound' ||
      valuesAt(body, parsePath(step.at) ?? []).every((value) => isWithin(value, step.to)),
  );
}

/** Parameters within the learned bounds: a target may have smaller pages. */
export function withinBounds(query: JsonObject, steps: readonly ProposedStep[]): JsonObject {
  const made: Record<string, unknown> = { ...query };
  for (const { step } of steps) {
    const value = made[step.at];
    const most = step.kind === 'bound' ? step.to.maximum : undefined;
    if (typeof value === 'number' && typeof most === 'number') made[step.at] = Math.min(value, most);
  }
  return made;
}

function isWithin(value: unknown, bounds: Bounds): boolean {
  const { maxItems, maxLength, minLength, maximum, minimum } = bounds;
  const isUpTo = (size: number, most: unknown) => typeof most !== 'number' || size <= most;
  const isFrom = (size: number, least: unknown) => typeof least !== 'number' || size >= least;
  if (Array.isArray(value)) return isUpTo(value.length, maxItems);
  if (typeof value === 'string') return isUpTo(value.length, maxLength) && isFrom(value.length, minLength);
  return typeof value !== 'number' || (isUpTo(value, maximum) && isFrom(value, minimum));
}
