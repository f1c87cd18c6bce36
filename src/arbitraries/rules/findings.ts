/** What a check of an item found broken, each rule once. */
export class Findings {
  readonly #broken = new Set<string>();

  get all(): string[] {
    return [...this.#broken];
  }

  /** Notes the rule where it doesn't hold. */
  unless(holds: boolean, rule: string): void {
    if (!holds) this.#broken.add(rule);
  }

  /** The value where it is of its type; else, and where it is missing, undefined. Only the type is noted. */
  typed<Type>(value: unknown, is: (value: unknown) => value is Type, place: string): Type | undefined {
    if (value === undefined || value === null) return undefined;
    if (is(value)) return value;
    this.#broken.add(`type ${place}`);
    return undefined;
  }

  /** The members that are of their type; null is of none. */
  members<Type>(list: readonly unknown[], is: (value: unknown) => value is Type, place: string): Type[] {
    this.unless(list.every(is), `type ${place}`);
    return list.filter(is);
  }
}

export const isString = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => typeof value === 'number';
export const isInteger = (value: unknown): value is number => isNumber(value) && Number.isInteger(value);
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !isList(value);
