/**
 * Injected into the bundle of the mutated sandbox, which the instrumenter has filled with calls of these two functions.
 * The bundle is evaluated anew for each address that it is imported by, so the mutant in the address is that of one
 * sandbox among others in the same process.
 */
declare global {
  /** What each sandbox of a process has reached since it was ready, by the names in their addresses; begun by a call. */
  var reachedMutants: Map<string, () => ReadonlySet<string>> | undefined;
}

/** After so many hits without a pause, a mutant loops forever, and would take all others with it. */
const mostHits = 100_000;

const active = new URL(import.meta.url).searchParams.get('mutant') ?? '';
let reached: Set<string> | undefined;
globalThis.reachedMutants?.set(active, () => {
  reached ??= new Set();
  return reached;
});
let hits = 0;

/** Whether a mutant is the active one. @throws Error from the moment on at which it loops forever */
export function stryMutAct_9fa48(mutant: string): boolean {
  // It may have left so much work behind that the code after it would never end either.
  if (hits > mostHits) throw new Error('The mutant loops forever');
  if (mutant !== active) return false;
  if (hits === 0)
    setImmediate(() => {
      if (hits <= mostHits) hits = 0;
    });
  hits += 1;
  return true;
}

/** Notes mutants that are reached and not active. */
export function stryCov_9fa48(...mutants: readonly string[]): void {
  if (reached === undefined) return;
  for (const mutant of mutants) reached.add(mutant);
}
