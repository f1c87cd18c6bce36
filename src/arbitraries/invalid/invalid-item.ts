/** An item with one mistake, beside the same item without it: the control that shows what the refusal is for. */
export interface InvalidItem<Item> {
  readonly valid: Item;
  readonly invalid: unknown;
  /** In words: the field, what is right for it, and what was put there. */
  readonly violation: string;
  /** The field that was made invalid, as `ean`, or its place, as `prices[].retail_price`. */
  readonly field: string;
}

const longestShown = 60;

/**
 * Pairs a valid item with the same item after a change.
 * @param right what is right for the field, as `at most 120 characters`
 * @param put what stands there instead
 * @param change the top-level fields that differ; undefined takes a field out
 */
export function invalidItem<Item extends object>(
  valid: Item,
  field: string,
  right: string,
  put: unknown,
  change: Readonly<Record<string, unknown>>,
): InvalidItem<Item> {
  const changed = Object.entries({ ...valid, ...change }).filter(([, value]) => value !== undefined);
  return {
    valid,
    invalid: Object.fromEntries(changed),
    violation: `${field}: ${right}, here ${shown(put)}`,
    field,
  };
}

/** A value on one line; a long one is cut, with its length in characters. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const written = JSON.stringify(value);
  const characters = [...(typeof value === 'string' ? value : written)];
  return characters.length <= longestShown
    ? written
    : `${JSON.stringify(characters.slice(0, 20).join(''))}... (${characters.length} characters)`;
}
