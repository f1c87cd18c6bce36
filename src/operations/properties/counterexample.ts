import fc from 'fast-check';
import type { Counterexample } from '../../verdicts/finding.js';

/** The number of characters of a counterexample that are shown. */
const shownCharacters = 3000;

/** A counterexample as fast-check reports it. */
export interface Found extends Omit<Counterexample, 'value'> {
  readonly value: unknown;
}

/** A counterexample as a reader sees it, and the path that finds a shrunk list of commands again. */
export function shownCounterexample(found: Found): Counterexample & { readonly commandsPath?: string } {
  const shown = fc.stringify(found.value);
  const commandsPath = /\/\*replayPath="([^"]+)"\*\//.exec(shown)?.[1];
  const value =
    shown.length > shownCharacters
      ? `${shown.slice(0, shownCharacters)}... (${shown.length} characters)`
      : shown;
  return { ...found, value, ...(commandsPath === undefined ? {} : { commandsPath }) };
}
