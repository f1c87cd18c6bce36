import { join } from 'node:path';
import { orderSupply } from '../footprint/plan/order-demand.js';
import { planAsText, planFor } from '../footprint/plan/plan.js';
import { measuredCosts } from '../footprint/plan/test-cost.js';
import { knownCosts } from '../report/history.js';
import { ControlError } from '../target/control-interface.js';
import { historyFolder, withSettingsFile } from '../target/environment.js';
import { preflight } from '../target/preflight/preflight.js';
import { preflightLines } from '../target/preflight/preflight-report.js';
import { profileIn } from '../target/profile.js';
import { readSettings, SettingsError } from '../target/settings.js';
import type { Commands, Terminal } from './program.js';

/**
 * Prints how many requests a run will send to each operation, what the limits allow, and how long it will take. Sends
 * only the requests that a run sends before its first test.
 * @returns the exit code: 0, or 2 when nothing can be planned
 */
export async function planCommand(
  { target, profile, shards }: Parameters<Commands['plan']>[0],
  { workingFolder, environment: given, print, complain }: Terminal,
): Promise<number> {
  const refuse = (sentence: string) => {
    complain(sentence);
    return 2;
  };
  try {
    const named = { ...given, ...(target === undefined ? {} : { TARGET_NAME: target }) };
    const environment = withSettingsFile(named, workingFolder);
    if (!environment.TARGET_URL)
      return refuse(
        'A plan needs a target: name one with --target, or set TARGET_URL; the embedded sandbox needs no plan.',
      );
    const settings = readSettings(environment);
    const found = await preflight(settings, {
      profile: profileIn({ CONFORMANCE_PROFILE: profile }),
      say: print,
      ordersNeeded: (open) => orderSupply(measuredCosts(profile, settings.writes), open),
    });
    if (found !== undefined) {
      print(preflightLines(found.report).join('\n'));
      const unset = new Set(found.report.leftOut.flatMap(({ reason }) => reason.match(/TARGET_\w+/g) ?? []));
      if (unset.size > 0) print(`Settings  tests still lack ${[...unset].join(', ')}`);
    }
    if (settings.control !== undefined) {
      print('No plan is needed: the control interface creates a merchant with its own limits for each test.');
      return 0;
    }
    const plan = planFor({
      settings,
      profile,
      description: found?.description,
      known: knownCosts(settings, profile, join(workingFolder, historyFolder(given))),
      shards,
    });
    if (plan === undefined) return refuse(`The costs of the tests of the profile ${profile} are unknown.`);
    const known =
      plan.since === undefined
        ? 'measured costs of a target that has everything'
        : `the costs of the run of ${plan.since}`;
    print(`\n${planAsText(plan)}\nBased on      ${known}`);
    return 0;
  } catch (error) {
    if (error instanceof SettingsError || error instanceof ControlError) return refuse(error.message);
    throw error;
  }
}
