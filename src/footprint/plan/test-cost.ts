import { readFileSync } from 'node:fs';
import type { ProfileName } from '../../target/profile.js';
import type { TakenItems } from '../../verdicts/finding.js';

/** The cost of one test on a target whose rate limits all tests share. */
export interface TestCost {
  /** Its file below specs/ and its title, with ` › ` in between. */
  readonly test: string;
  /** Seconds that it lets pass on the target's clock. */
  readonly asleep: number;
  /** Seconds in which it works or waits for responses. */
  readonly awake: number;
  /** Requests that count towards a limit, by operation as in `GET /api/v1/brands/`. */
  readonly requests: Readonly<Record<string, number>>;
  /** The items that it takes from orders of customers, if orders can't be made; absent if it takes none. */
  readonly orders?: TakenItems;
  /** Number of products that it creates and that stay; absent if it creates none. */
  readonly products?: number;
}

/** The cost of a test, as the test of a run reports it. */
interface RanTest {
  readonly file: string;
  readonly title: string;
  readonly milliseconds: number;
  readonly paced?: {
    readonly inTurn: number;
    readonly asleep: number;
    readonly requests: Readonly<Record<string, number>>;
    readonly orderItems?: TakenItems;
    readonly products?: number;
  };
}

/**
 * The costs of a run's tests, in the order in which the tests started.
 * @param speed seconds of the target's clock in one real second
 */
export function costsOf(tests: readonly RanTest[], speed: number): readonly TestCost[] {
  return tests
    .map(({ file, title, milliseconds, paced }) => {
      const { inTurn = 0, asleep = 0, requests = {}, orderItems, products } = paced ?? {};
      return {
        test: `${file} › ${title}`,
        asleep: round((asleep * speed) / 1000),
        awake: round(Math.max(0, milliseconds - inTurn - asleep) / 1000),
        requests,
        ...(orderItems === undefined ? {} : { orders: orderItems }),
        ...(products === undefined ? {} : { products }),
      };
    })
    .filter(({ requests, asleep }) => asleep > 0 || Object.keys(requests).length > 0);
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

/** Written by `npm run costs`. */
const table = new URL('test-costs.generated.json', import.meta.url);

/** The name in the table for the costs of a profile's tests: a run that only reads leaves most of them out. */
export function costsName(profile: ProfileName, writes: unknown): string {
  return writes === 'deny' ? `${profile}, only reads` : profile;
}

/** The costs of a profile's tests on a target that supports everything; empty if they were never measured. */
export function measuredCosts(profile: ProfileName, writes: 'allow' | 'deny' = 'allow'): readonly TestCost[] {
  const all: Readonly<Record<string, readonly TestCost[]>> = JSON.parse(readFileSync(table, 'utf8'));
  return all[costsName(profile, writes)] ?? [];
}
