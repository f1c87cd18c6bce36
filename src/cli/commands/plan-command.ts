import { join } from 'node:path';
import { withTagsOfClauses } from '../../contract/requirements/clause-tags.js';
import { counted } from '../../contract/values/words.js';
import { machineLoad } from '../../footprint/plan/machine-load.js';
import { orderSupply } from '../../footprint/plan/order-demand.js';
import { type KnownCosts, planAsText, planFor } from '../../footprint/plan/plan.js';
import { measuredCosts } from '../../footprint/plan/test-cost.js';
import { knownCosts } from '../../report/data/history.js';
import { runFolders, withSettingsFile } from '../../target/environment.js';
import { ControlError } from '../../target/merchants/control-interface.js';
import { preflight } from '../../target/preflight/preflight.js';
import { preflightLines } from '../../target/preflight/preflight-report.js';
import { type ProfileName, profileIn } from '../../target/profile.js';
import { readSettings, type Settings, SettingsError } from '../../target/settings.js';
import type { Commands, Terminal } from '../program.js';
import { listedTests } from '../run/playwright-process.js';

/**
 * Prints how many tests a run has, how many requests it will send to each operation, what the limits allow, and how
 * long it will take. Sends only the requests that a run sends before its first test.
 * @returns the exit code: 0, or 2 when nothing can be planned
 */
export async function planCommand(
  { target, profile, grep }: Parameters<Commands['plan']>[0],
  { workingFolder, environment: given, say, print, complain }: Terminal,
): Promise<number> {
  const refuse = (sentence: string) => {
    complain(sentence);
    return 2;
  };
  const chosen = withTagsOfClauses(grep ?? '');
  if ('problem' in chosen) return refuse(chosen.problem);
  try {
    const named = { ...given, ...(target === undefined ? {} : { TARGET_NAME: target }) };
    const environment = withSettingsFile(named, workingFolder);
    // A name without an address is a mistake, which the settings report.
    if (!environment.TARGET_URL && !environment.TARGET_NAME)
      return refuse(
        'A plan needs a target: name one with --target, or set TARGET_URL; the embedded sandbox needs no plan.',
      );
    const settings = readSettings(environment);
    // Before this command itself keeps the machine busy.
    const load = machineLoad();
    const listed = listedTests(grep === undefined ? [] : [`--grep=${chosen.pattern}`], {
      ...given,
      CONFORMANCE_PROFILE: profile,
    });
    const found = await preflight(settings, {
      profile: profileIn({ CONFORMANCE_PROFILE: profile }),
      say,
      ...(grep === undefined && {
        ordersNeeded: (named) => orderSupply(measuredCosts(profile, settings.writes), named),
      }),
    });
    if (found !== undefined) {
      preflightLines(found.report).forEach(say);
      const unset = new Set(found.report.leftOut.flatMap(({ settings = [] }) => settings));
      if (unset.size > 0) say(`Settings  that some tests still need: ${[...unset].join(', ')}`);
    }
    const tests = await listed;
    if (tests === undefined) return refuse("The tests can't be listed, so nothing can be planned.");
    if (tests.length === 0) return refuse(`No tests found: no test of the suite matches --grep ${grep}.`);
    if (settings.control !== undefined) {
      say(
        `${counted(tests.length, 'test')}. No plan is needed: the control interface creates a merchant with its own limits for each test.`,
      );
      return 0;
    }
    const plan = planFor({
      settings,
      profile,
      description: found?.description,
      known: costsOf(settings, profile, join(workingFolder, runFolders(given).history)),
      tests,
      load,
    });
    if (plan === undefined)
      return refuse(
        `${counted(tests.length, 'test')}. What they cost with the profile ${profile} is unknown until a whole run with it has been kept.`,
      );
    const known =
      plan.since === undefined
        ? 'measured costs of a target that has everything'
        : `the costs of the run of ${plan.since}`;
    const { table, lines } = planAsText(plan, tests.length);
    print(table);
    for (const line of [...lines, `Based on      ${known}`]) say(line);
    return 0;
  } catch (error) {
    if (error instanceof SettingsError || error instanceof ControlError) return refuse(error.message);
    throw error;
  }
}

/** The costs of a profile's tests. Those of smoke send at most what they send in a whole run that only reads. */
function costsOf(settings: Settings, profile: ProfileName, history: string): KnownCosts {
  return profile === 'smoke'
    ? { costs: measuredCosts('standard', 'deny') }
    : knownCosts(settings, profile, history);
}
