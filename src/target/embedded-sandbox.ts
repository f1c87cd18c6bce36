import { randomBytes } from 'node:crypto';
import type { PlaywrightTestConfig } from '@playwright/test';
import { runSpeed } from './sandbox-process.js';

/**
 * The part of Playwright's configuration that starts the sandbox when no other target is set. The addresses that the
 * sandbox prints become TARGET_URL and TARGET_CONTROL_URL; from then on it is a target like any other.
 * @param environment changed in place: workers inherit these variables
 */
export function embeddedSandbox(environment: NodeJS.ProcessEnv): Pick<PlaywrightTestConfig, 'webServer'> {
  if (environment.CONFORMANCE_EMBEDDED === undefined && environment.TARGET_URL) return {};
  environment.CONFORMANCE_EMBEDDED = '1';
  environment.TARGET_WRITES ??= 'allow';
  environment.TARGET_CONFIRMED_GAPS ??= 'all';
  environment.TARGET_CLOCK_SPEED = runSpeed;
  environment.TARGET_CONTROL_TOKEN ??= randomBytes(24).toString('base64url');
  return {
    webServer: {
      command: `node --import tsx sandbox/main.ts --port 0 --speed ${runSpeed} --seed ${environment.CONFORMANCE_SEED ?? '1'} --log-level warn`,
      env: { SANDBOX_CONTROL_TOKEN: environment.TARGET_CONTROL_TOKEN },
      wait: { stdout: /^Control: (?<target_control_url>\S+)$[\s\S]*^Sandbox ready: (?<target_url>\S+)$/m },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 2000 },
      // Even on a busy machine, only a sandbox that hangs takes this long.
      timeout: 120_000,
    },
  };
}
