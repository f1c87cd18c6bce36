import type { Settings } from '../../target/settings.js';
import type { EnteredRun } from './entered-run.js';
import { keyOfRun } from './fingerprint.js';
import { isRunPrefix } from './run-prefix.js';

/**
 * Why what a run created can't be removed with these settings, and the way out: it was created elsewhere, by other keys, or
 * its prefix could begin what others created. Undefined where it can.
 */
export function otherOriginOf(
  { prefix, lines, merchants }: EnteredRun,
  settings: Settings,
): string | undefined {
  if (!isRunPrefix(prefix))
    return `The ledger of ${prefix} is kept: its prefix could begin what others created; remove by hand what its files name, and then these.`;
  const elsewhere = lines.find(({ baseUrl }) => baseUrl !== settings.baseUrl);
  if (elsewhere !== undefined)
    return `The ledger of ${prefix} is kept: its run was against ${elsewhere.baseUrl ?? 'an unknown URL'}, and TARGET_URL is ${settings.baseUrl}; set it to that of the run.`;
  const missing = [...merchants.keys()].find((name) => keyOfRun(name, lines, settings) === undefined);
  return missing === undefined
    ? undefined
    : `The ledger of ${prefix} is kept: the key that was ${missing} in its run is no longer set; give that key again.`;
}
