import { fresh, type Plant } from '../fault.js';

/** A state to remember about each owner, which is forgotten along with the owner. */
export function perOwner<State>(create: () => State): (owner: object) => State {
  const states = new WeakMap<object, State>();
  return (owner) => {
    const known = states.get(owner) ?? create();
    states.set(owner, known);
    return known;
  };
}

/** Plants something that remembers a state for each owner. */
export function withMemory<State>(
  create: () => State,
  plant: (stateOf: (owner: object) => State) => Plant,
): Plant {
  return fresh(() => plant(perOwner(create)));
}

/** Counts the occurrences of each name, the first one as 1. */
export function createCounter(): (name: unknown) => number {
  const counts = new Map<unknown, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
}

/** Plants something that counts the occurrences of each name. */
export function counting(plant: (count: (name: unknown) => number) => Plant): Plant {
  return fresh(() => plant(createCounter()));
}

/** Plants something that sticks to the first value that it has seen under each name. */
export function keepingFirst<Value>(
  plant: (firstOf: (name: unknown, value: Value) => Value) => Plant,
): Plant {
  return fresh(() => {
    const firsts = new Map<unknown, Value>();
    return plant((name, value) => {
      const first = firsts.get(name) ?? value;
      firsts.set(name, first);
      return first;
    });
  });
}
