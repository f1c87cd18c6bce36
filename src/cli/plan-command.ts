import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { planAsText } from '../footprint/plan/plan-as-text.js';
import { planFor } from '../footprint/plan/plan-for.js';
import { knownCosts } from '../report/known-costs.js';
import { ControlError } from '../target/control-interface.js';
import { withSettingsFile } from '../target/environment.js';
import { preflight } from '../target/preflight/preflight.js';
import { preflightLines } from '../target/preflight/preflight-report.js';
import { profileIn } from '../target/profile.js';
import { historyFolder } from '../target/reports-folder.js';
import { readSettings, SettingsError } from '../target/settings.js';
import { parsePlanArguments } from './plan-arguments.js';

/**
 * `npm run plan -- --target NAME`: how many requests a run will send to each operation, what the limits allow, and
 * how long it will take. Sends only what a run sends before its first test. Exit code 0, or 2 if nothing can be
 * planned.
 */
// A reader that wants only the beginning, such as `| head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});
const root = fileURLToPath(new URL('../..', import.meta.url));
const asked = parsePlanArguments(process.argv.slice(2));
if ('problem' in asked) end(asked.problem);
const { target, profile, shards } = asked;
try {
  const named = { ...process.env, ...(target === undefined ? {} : { TARGET_NAME: target }) };
  const environment = withSettingsFile(named, root);
  if (!environment.TARGET_URL)
    end(
      'A plan needs a target: name one with --target, or set TARGET_URL; the embedded sandbox needs no plan.',
    );
  const settings = readSettings(environment);
  const found = await preflight(settings, {
    profile: profileIn({ CONFORMANCE_PROFILE: profile }),
    say: (sentence) => process.stdout.write(`${sentence}\n`),
  });
  if (found !== undefined) process.stdout.write(`${preflightLines(found.report).join('\n')}\n`);
  if (settings.control !== undefined)
    end('No plan is needed: the control interface gives each test its own merchant, with its own limits.', 0);
  const plan = planFor({
    settings,
    profile,
    description: found?.description,
    known: knownCosts(settings, profile, join(root, historyFolder(process.env))),
    shards,
  });
  if (plan === undefined) end(`The costs of the tests of the profile ${profile} are unknown.`);
  const known =
    plan.since === undefined
      ? 'the costs on an environment with everything that a target can have'
      : `the costs in the run of ${plan.since}`;
  process.stdout.write(`\n${planAsText(plan, settings.orders.length)}\nKnown from    ${known}\n`);
} catch (error) {
  if (error instanceof SettingsError || error instanceof ControlError) end(error.message);
  throw error;
}

function end(sentence: string, code = 2): never {
  (code === 0 ? process.stdout : process.stderr).write(`${sentence}\n`);
  process.exit(code);
}
