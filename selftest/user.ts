import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxProcess } from '#testing/sandbox-process';
import { runCommand } from '#testing/started-command';
import { ControlInterface } from '../src/target/merchants/control-interface.js';

/** Milliseconds after which a command hangs: on a merchant with real limits, a run takes ten minutes. */
const patience = 3_600_000;

/**
 * A user with a folder of their own and the settings of a target named shop there.
 * @param environment further variables of each command
 * @returns a function that calls a command with these arguments, and these variables too
 */
export function userOf(folder: string, settings: Readonly<Record<string, string>>, environment = {}) {
  mkdirSync(join(folder, 'targets'), { recursive: true });
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, '.env.shop'), lines.join(''));
  return async (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const all = { CONFORMANCE_KNOWN_FAILURES: 'none', ...environment, ...more };
    return runCommand(['src/cli/main', ...args], all, patience, undefined, folder);
  };
}

/** A key of a merchant with orders: without them, only a live description could show what an order looks like. */
export async function keyOfAShop(
  { control: address }: Pick<SandboxProcess, 'control'>,
  seed: number,
): Promise<string> {
  const control = new ControlInterface(address);
  const { apiKey, merchantId } = await control.createMerchant(seed);
  for (let made = 0; made < 3; made += 1) await control.makeOrder(merchantId, { items: 2 });
  return apiKey;
}
