import { randomBytes } from 'node:crypto';
import type { PlaywrightTestConfig } from '@playwright/test';
import { programArguments } from '../../contract/documents/folders.js';
import { isEmbedded } from '../environment.js';

/** The sandbox seconds that pass in one real second of a run, so that the run doesn't wait longer than it must. */
export const runSpeed = '30';

/**
 * The part of Playwright's configuration that starts the sandbox when no other target is set. The addresses that the
 * sandbox prints become TARGET_URL and TARGET_CONTROL_URL; from then on it is a target like any other.
 * @param environment changed in place: workers inherit these variables
 * @param seed of the sandbox
 */
export function embeddedSandbox(
  environment: NodeJS.ProcessEnv,
  seed: number,
): Pick<PlaywrightTestConfig, 'webServer'> {
  if (!isEmbedded(environment)) return {};
  environment.CONFORMANCE_EMBEDDED = '1';
  environment.TARGET_WRITES ??= 'allow';
  environment.TARGET_CONFIRMED_GAPS ??= 'all';
  environment.TARGET_CLOCK_SPEED = runSpeed;
  environment.TARGET_CONTROL_TOKEN ??= randomBytes(24).toString('base64url');
  const program = programArguments('sandbox/main').map((each) => `"${each}"`);
  return {
    webServer: {
      command: `node ${program.join(' ')} --port 0 --speed ${runSpeed} --seed ${seed} --log-level warn`,
      // However this process ends, the sandbox ends with it.
      env: { SANDBOX_CONTROL_TOKEN: environment.TARGET_CONTROL_TOKEN, SANDBOX_ENDS_WITH: `${process.pid}` },
      wait: { stdout: /^Control: (?<target_control_url>\S+)$[\s\S]*^Sandbox ready: (?<target_url>\S+)$/m },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 2000 },
      // Even on a busy machine, only a sandbox that hangs takes this long.
      timeout: 120_000,
    },
  };
}
