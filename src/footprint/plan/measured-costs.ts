import { readFileSync } from 'node:fs';
import type { ProfileName } from '../../target/profile.js';
import type { TestCost } from './test-cost.js';

/** Written by `npm run costs`. */
const table = new URL('test-costs.generated.json', import.meta.url);

/** The costs of a profile's tests on a target that supports everything; empty if nobody measured them. */
export function measuredCosts(profile: ProfileName): readonly TestCost[] {
  const all: Readonly<Record<string, readonly TestCost[]>> = JSON.parse(readFileSync(table, 'utf8'));
  return all[profile] ?? [];
}
