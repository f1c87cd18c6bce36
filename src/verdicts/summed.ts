/** Adds up counts by name. */
export function summed(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const each of counts)
    for (const [name, times] of Object.entries(each)) sums[name] = (sums[name] ?? 0) + times;
  return sums;
}
