import { parseArgs } from 'node:util';
import { startStaging } from './staging-environment.js';

/**
 * `npm run staging -- --speed 1`: an environment with other people's data, real limits and no control interface, for
 * runs of the suite. Prints the settings of a target, for a file `.env.NAME`; ends with Ctrl-C.
 */
const { values } = parseArgs({
  options: { speed: { type: 'string', default: '1' }, seed: { type: 'string', default: '1' } },
});
await using staging = await startStaging(Number(values.speed), Number(values.seed));
const { keys, existing } = staging;
const settings = {
  ...staging.settings,
  TARGET_OTHER_API_KEY: keys.otherApiKey,
  TARGET_EXPIRED_API_KEY: keys.expiredApiKey,
  TARGET_REVOKED_API_KEY: keys.revokedApiKey,
};
for (const [name, value] of Object.entries(settings)) process.stdout.write(`${name}=${value}\n`);
process.stdout.write(`# Untouched orders: ${existing.openOrders.join(',')}\n`);
process.stdout.write(`# A second key of the merchant: ${keys.secondApiKey}\n`);
await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
