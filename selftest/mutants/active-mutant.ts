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
const mostHits = 1_000_000;

const active = new URL(import.meta.url).searchParams.get('mutant') ?? '';
let reached: Set<string> | undefined;
globalThis.reachedMutants?.set(active, () => {
  reached ??= new Set();
  return reached;
});
let hits = 0;

/** Whether a mutant is the active one. @throws Error if it loops forever */
export function stryMutAct_9fa48(mutant: string): boolean {
  if (mutant !== active) return false;
  if (hits === 0)
    setImmediate(() => {
      hits = 0;
    });
  if (++hits > mostHits) throw new Error('The mutant loops forever');
  return true;
}

/** Notes mutants that are reached and not active. */
export function stryCov_9fa48(...mutants: readonly string[]): void {
  if (reached === undefined) return;
  for (const mutant of mutants) reached.add(mutant);
}
