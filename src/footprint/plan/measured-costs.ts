import { readFileSync } from 'node:fs';
import type { ProfileName } from '../../target/profile.js';
import type { TestCost } from './test-cost.js';

/** Written by `npm run costs`. */
const table = new URL('test-costs.generated.json', import.meta.url);

/** What the tests of a profile cost on an environment with all that a target can have; none where that was never measured. */
export function measuredCosts(profile: ProfileName): readonly TestCost[] {
  const all: Readonly<Record<string, readonly TestCost[]>> = JSON.parse(readFileSync(table, 'utf8'));
  return all[profile] ?? [];
}
