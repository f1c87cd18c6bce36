import { Refusal } from '../../contract/refusal.js';
import { ordersNeeded } from '../../footprint/plan/orders-needed.js';
import { planAsText, planFor } from '../../footprint/plan/plan.js';
import { withSettingsFile } from '../../target/environment.js';
import { preflight } from '../../target/preflight/preflight.js';
import { preflightLines } from '../../target/preflight/preflight-report.js';
import { profiles } from '../../target/profile.js';
import { readSettings } from '../../target/settings.js';
import type { Commands, Terminal } from '../program.js';

/**
 * Prints how many requests a run will send to each operation, what the limits allow, how long it will take, and which
 * settings it still needs. Sends only the requests that a run sends before its first test.
 * @returns the exit code
 * @throws Refusal if nothing can be planned
 */
export async function planCommand(
  { profile }: Parameters<Commands['plan']>[0],
  { workingFolder, environment: given, say, print }: Terminal,
): Promise<number> {
  const environment = withSettingsFile(given, workingFolder);
  // A name without an address is a mistake, which the settings report.
  if (!environment.TARGET_URL && !environment.TARGET_NAME)
    throw new Refusal(
      'A plan needs a target: name one with --target, or set TARGET_URL; the embedded sandbox needs no plan.',
    );
  const settings = readSettings(environment);
  const found = await preflight(settings, { profile: profiles[profile], say });
  if (found !== undefined)
    preflightLines({ ...found.report, orders: found.orders && ordersNeeded(found.orders) }).forEach(say);
  const plan = settings.control === undefined ? planFor(settings, profile, found?.description) : undefined;
  if (plan !== undefined) {
    const { table, lines } = planAsText(plan);
    print(table);
    lines.forEach(say);
  } else if (settings.control === undefined) say('No plan is needed: the profile smoke sends a few reads.');
  else say('No plan is needed: the control interface creates a merchant with its own limits for each test.');
  return 0;
}
