import { readFileSync } from 'node:fs';
import type { ProfileName } from '../../target/profile.js';

/** The cost of one test on a target whose rate limits all tests share. */
export interface TestCost {
  /** Its file below specs/ and its title, with ` › ` in between. */
  readonly test: string;
  /** Seconds that it lets pass on the target's clock. */
  readonly asleep: number;
  /** Seconds in which it works or waits for answers. */
  readonly awake: number;
  /** Requests that count towards a limit, by operation as in `GET /api/v1/brands/`. */
  readonly requests: Readonly<Record<string, number>>;
  /** The items that it takes from orders; absent if it takes none. */
  readonly orders?: OrderCost;
}

/** The items that one test takes from orders that nobody can make. */
export interface OrderCost {
  /** Number of open items. */
  readonly open: number;
  /** The largest number of them that must belong to the same order. */
  readonly together: number;
  /** Ids of the requirements that the test covers. */
  readonly covers: readonly string[];
}

/** The cost of a test, as the test of a run reports it. */
interface RanTest {
  readonly file: string;
  readonly title: string;
  readonly milliseconds: number;
  readonly covers: readonly string[];
  readonly paced?: {
    readonly inTurn: number;
    readonly asleep: number;
    readonly requests: Readonly<Record<string, number>>;
    readonly orderItems?: Pick<OrderCost, 'open' | 'together'>;
  };
}

/**
 * The costs of a run's tests, in the order in which the tests started.
 * @param speed seconds of the target's clock in one real second
 */
export function costsOf(tests: readonly RanTest[], speed: number): readonly TestCost[] {
  return tests
    .map(({ file, title, milliseconds, covers, paced }) => {
      const { inTurn = 0, asleep = 0, requests = {}, orderItems } = paced ?? {};
      return {
        test: `${file} › ${title}`,
        asleep: round((asleep * speed) / 1000),
        awake: round(Math.max(0, milliseconds - inTurn - asleep) / 1000),
        requests,
        ...(orderItems === undefined ? {} : { orders: { ...orderItems, covers } }),
      };
    })
    .filter(({ requests, asleep }) => asleep > 0 || Object.keys(requests).length > 0);
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

/** Written by `npm run costs`. */
const table = new URL('test-costs.generated.json', import.meta.url);

/** The costs of a profile's tests on a target that supports everything; empty if nobody measured them. */
export function measuredCosts(profile: ProfileName): readonly TestCost[] {
  const all: Readonly<Record<string, readonly TestCost[]>> = JSON.parse(readFileSync(table, 'utf8'));
  return all[profile] ?? [];
}
