/** A key with characters behind it that mean something in a query, and one that takes several bytes there. */
export function oddKey(key: string): string {
  return `${key} a+b%26c&\u00e9`;
}
