import type { Settings } from '../../target/settings.js';
import type { EnteredRun } from './entered-run.js';
import { keyOfRun } from './fingerprint.js';
import { isRunPrefix } from './run-prefix.js';

/**
 * Why these settings can't remove what a run created, and how to mend it: the run was elsewhere or had other keys, or
 * other people's things could begin with its prefix. Undefined if they can.
 */
export function otherOriginOf(
  { prefix, lines, merchants }: EnteredRun,
  settings: Settings,
): string | undefined {
  if (!isRunPrefix(prefix))
    return `The ledger of ${prefix} is kept: things that others created could begin with its prefix; remove by hand what its files name, and then the files.`;
  const elsewhere = lines.find(({ baseUrl }) => baseUrl !== settings.baseUrl);
  if (elsewhere !== undefined)
    return `The ledger of ${prefix} is kept: its run was against ${elsewhere.baseUrl ?? 'an unknown URL'}, but TARGET_URL is ${settings.baseUrl}; set it to the URL of the run.`;
  const missing = [...merchants.keys()].find((name) => keyOfRun(name, lines, settings) === undefined);
  return missing === undefined
    ? undefined
    : `The ledger of ${prefix} is kept: the key that was ${missing} in its run is no longer set; set that key again.`;
}
