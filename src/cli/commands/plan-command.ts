import { ordersNeeded } from '../../footprint/plan/orders-needed.js';
import { planAsText, planFor } from '../../footprint/plan/plan.js';
import { withSettingsFile } from '../../target/environment.js';
import { ControlError } from '../../target/merchants/control-interface.js';
import { preflight } from '../../target/preflight/preflight.js';
import { preflightLines } from '../../target/preflight/preflight-report.js';
import { profiles } from '../../target/profile.js';
import { SettingsError } from '../../target/setting.js';
import { readSettings } from '../../target/settings.js';
import type { Commands, Terminal } from '../program.js';

/**
 * Prints how many requests a run will send to each operation, what the limits allow, how long it will take, and which
 * settings it still needs. Sends only the requests that a run sends before its first test.
 * @returns the exit code: 0, or 2 when nothing can be planned
 */
export async function planCommand(
  { profile }: Parameters<Commands['plan']>[0],
  { workingFolder, environment: given, say, print, complain }: Terminal,
): Promise<number> {
  const refuse = (sentence: string) => {
    complain(sentence);
    return 2;
  };
  try {
    const environment = withSettingsFile(given, workingFolder);
    // A name without an address is a mistake, which the settings report.
    if (!environment.TARGET_URL && !environment.TARGET_NAME)
      return refuse(
        'A plan needs a target: name one with --target, or set TARGET_URL; the embedded sandbox needs no plan.',
      );
    const settings = readSettings(environment);
    const found = await preflight(settings, { profile: profiles[profile], say });
    if (found !== undefined)
      preflightLines({ ...found.report, orders: found.orders && ordersNeeded(found.orders) }).forEach(say);
    if (settings.control !== undefined) {
      say('No plan is needed: the control interface creates a merchant with its own limits for each test.');
      return 0;
    }
    const plan = planFor(settings, profile, found?.description);
    if (plan === undefined) {
      say('No plan is needed: the profile smoke sends a few reads.');
      return 0;
    }
    const { table, lines } = planAsText(plan);
    print(table);
    lines.forEach(say);
    return 0;
  } catch (error) {
    if (error instanceof SettingsError || error instanceof ControlError) return refuse(error.message);
    throw error;
  }
}
