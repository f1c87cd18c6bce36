/** Something to remember about each owner, forgotten together with it. */
export function perOwner<State>(create: () => State): (owner: object) => State {
  const states = new WeakMap<object, State>();
  return (owner) => {
    const known = states.get(owner) ?? create();
    states.set(owner, known);
    return known;
  };
}

/** How many names a memory holds; the oldest ones are forgotten first. */
const MOST_REMEMBERED = 10_000;

/** Counts how often each name was counted, the first time as 1. */
export function createCounter(): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const [oldest] = counts.keys();
    if (counts.size > MOST_REMEMBERED && oldest !== undefined) counts.delete(oldest);
    return count;
  };
}
