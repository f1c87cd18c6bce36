/** What one test takes of a target whose rate limits all tests share. */
export interface TestCost {
  /** Its file below specs/ and its title, with ` › ` between. */
  readonly test: string;
  /** Seconds of the target's clock that it lets pass. */
  readonly asleep: number;
  /** Seconds that it works, or waits for answers. */
  readonly awake: number;
  /** Requests that count towards a limit, by operation as `GET /api/v1/brands/`. */
  readonly requests: Readonly<Record<string, number>>;
  /** What it takes of orders; absent where it takes nothing. */
  readonly orders?: OrderCost;
}

/** What one test takes of orders that nobody can make. */
export interface OrderCost {
  /** Items that are open. */
  readonly open: number;
  /** How many of them have to be of the same order, at the most. */
  readonly together: number;
  /** Ids of the requirements that the test covers. */
  readonly covers: readonly string[];
}

/** What a test of a run tells of its cost. */
export interface RanTest {
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
 * What the tests of a run cost, in the order in which they are started.
 * @param speed seconds of the target's clock in a second
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
