/** @throws Error where the reference data gives no such item */
export function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The reference data gives no such item.');
  return value;
}
