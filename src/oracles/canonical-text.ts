/**
 * A JSON value as text that is the same for equal values and for no others: members in order of their names, the two
 * zeros apart.
 */
export function canonicalText(value: unknown): string {
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalText(each)}`).join(',')}}`;
}

/** The text of a value as it is once it was sent: JSON knows no undefined and no negative zero. */
export function sentText(value: unknown): string {
  const sent: unknown = JSON.parse(JSON.stringify(value));
  return canonicalText(sent);
}
