import type { ConformanceReport } from '../data/conformance-report.js';
import { nameOfTest, type PlaceDifference, type StatusDifference } from './answer-differences.js';
import type { Difference, LimitDifference, ViolationDifference } from './run-differences.js';

/** Everything that differs between two runs, before it is known what belongs together. */
interface Found {
  readonly violations: readonly ViolationDifference[];
  readonly statuses: readonly StatusDifference[];
  readonly places: readonly PlaceDifference[];
  readonly limits: readonly LimitDifference[];
}

/** One thing that differs, and what decides to which others it belongs. */
interface Item {
  readonly found:
    | { readonly kind: 'violations'; readonly value: ViolationDifference }
    | { readonly kind: 'statuses'; readonly value: StatusDifference }
    | { readonly kind: 'places'; readonly value: PlaceDifference }
    | { readonly kind: 'limits'; readonly value: LimitDifference };
  /** The operation that it is about: the write of a batch, for everything that shows its result. */
  readonly root: string;
  readonly resource: string;
  readonly tests: ReadonlySet<string>;
  /** `type` for `body [].type`; empty if there is no place. */
  readonly fields: ReadonlySet<string>;
  /** What differs, without the operation and the tests: equal if the same differs elsewhere. */
  readonly change: string;
}

/** A requirement that differs at more operations than this is a difference of its own. */
const mostOfOneCause = 3;

/** The topics of requirements that a wrong rate limit violates. */
const aboutLimits = /^(?:LIM|VER)-/;

/**
 * Joins what seems to have one cause:
 *
 * - a violation of the same requirement at several operations;
 * - violations of different requirements about the same batch write, or about the operation itself, which a test found
 *   together or which are about the same field; about the same field, also at other operations of the resource. This
 *   does not apply to a requirement that differs at more than three operations;
 * - an answer that differs only in tests with a violation at this operation, or at the place of such a violation;
 * - an answer that differs only in tests that took a different course, because they looked for something that one
 *   run violates, or could not be carried out in one run;
 * - a limit that differs at an operation with a violation about limits;
 * - other answers of one operation that differ in the same tests, and equal differences at several operations.
 */
export function causes(found: Found, a: ConformanceReport, b: ConformanceReport): readonly Difference[] {
  const items = itemsOf(found, a);
  const groups = new Groups(items);
  const violations = items.filter(({ found: { kind } }) => kind === 'violations');
  const others = items.filter(({ found: { kind } }) => kind !== 'violations');
  joinViolations(violations, groups);
  const strayed = strayedTests(found.violations, a, b);
  const alone = others.filter((item) => {
    const owner = ownerOf(item, violations, strayed);
    if (owner !== undefined) groups.join(item, owner);
    return owner === undefined;
  });
  for (const [index, one] of alone.entries())
    for (const other of alone.slice(index + 1)) if (isAlike(one, other)) groups.join(one, other);
  return groups.all
    .filter((group) => group.some((item) => !isConsequence(item, strayed)))
    .map(differenceOf)
    .toSorted((one, other) => rank(one) - rank(other));
}

function itemsOf({ violations, statuses, places, limits }: Found, run: ConformanceReport): readonly Item[] {
  const writes = new Map(
    run.operations.flatMap(({ operationId, results }) =>
      results === undefined ? [] : [[results, operationId] as const],
    ),
  );
  const paths = new Map(run.operations.map(({ operationId, path }) => [operationId, path]));
  const itemOf = (
    found: Item['found'],
    { operationId, tests = [] }: { readonly operationId: string; readonly tests?: readonly string[] },
    places: readonly string[],
  ): Item => {
    const root = writes.get(operationId) ?? operationId;
    const { operationId: _, tests: __, ...change } = { tests, ...found.value };
    return {
      found,
      root,
      resource: resourceOf(paths.get(root) ?? ''),
      tests: new Set(tests),
      fields: new Set(places.map(fieldOf).filter((field) => field !== '')),
      change: found.kind === 'violations' ? '' : JSON.stringify(change),
    };
  };
  return [
    ...violations.map((value) =>
      itemOf(
        { kind: 'violations', value },
        { operationId: value.write ?? value.operationId, tests: value.tests },
        value.places,
      ),
    ),
    ...statuses.map((value) => itemOf({ kind: 'statuses', value }, value, ['status'])),
    ...places.map((value) => itemOf({ kind: 'places', value }, value, [value.place])),
    ...limits.map((value) => itemOf({ kind: 'limits', value }, value, [])),
  ];
}

/** `orders` for `/api/v1/orders/ship`. */
function resourceOf(path: string): string {
  return path.replace(/^\/api\/v\d+\//, '').split('/')[0] ?? '';
}

/** The last name of a place: `sale_price` for `body items[].prices[].sale_price`. */
function fieldOf(place: string): string {
  const [last = ''] = place.match(/[\w-]+|[^\w\s\]"[{}-]/g)?.slice(-1) ?? [];
  return /^[\w-]/.test(last) ? last : '';
}

function joinViolations(violations: readonly Item[], groups: Groups): void {
  const operationsOf = new Map<string, Set<string>>();
  for (const item of violations) {
    const id = requirementOf(item);
    operationsOf.set(id, (operationsOf.get(id) ?? new Set()).add(item.root));
  }
  const isWide = (item: Item) => (operationsOf.get(requirementOf(item))?.size ?? 0) > mostOfOneCause;
  for (const [index, one] of violations.entries())
    for (const other of violations.slice(index + 1)) {
      const isSame = requirementOf(one) === requirementOf(other);
      if (isSame || (!isWide(one) && !isWide(other) && areRelated(one, other))) groups.join(one, other);
    }
}

function requirementOf({ found }: Item): string {
  return found.kind === 'violations' ? found.value.requirement : '';
}

function areRelated(one: Item, other: Item): boolean {
  const isSameField = share(one.fields, other.fields);
  if (one.root === other.root) return isSameField || share(one.tests, other.tests);
  return isSameField && one.resource === other.resource;
}

/** The violation to which a different answer or limit belongs; of several, the one that says the most about it. */
function ownerOf(item: Item, violations: readonly Item[], strayed: ReadonlySet<string>): Item | undefined {
  const here = violations.filter(({ root }) => root === item.root);
  if (item.found.kind === 'limits') return here.find((each) => aboutLimits.test(requirementOf(each)));
  const containing = violations
    .filter((each) => isWithin(item.tests, each.tests))
    .toSorted((one, other) => one.tests.size - other.tests.size);
  return (
    here.find((each) => share(each.fields, item.fields) && share(each.tests, item.tests)) ??
    containing.find((each) => here.includes(each)) ??
    here.find((each) => share(each.fields, item.fields)) ??
    (isWithin(item.tests, strayed)
      ? (containing.find((each) => isDedicated(each)) ??
        violations.find((each) => isDedicated(each) && share(each.tests, item.tests)))
      : undefined)
  );
}

function isDedicated({ found }: Item): boolean {
  return found.kind === 'violations' && found.value.dedicated.length > 0;
}

/** Whether something differs only because tests took a different course. */
function isConsequence({ found, tests }: Item, strayed: ReadonlySet<string>): boolean {
  return (found.kind === 'statuses' || found.kind === 'places') && isWithin(tests, strayed);
}

/**
 * The tests that may have sent other requests in one run: a violation of what they look for makes them look for the
 * smallest example, and something missing ends them.
 */
function strayedTests(
  violations: readonly ViolationDifference[],
  ...runs: readonly ConformanceReport[]
): ReadonlySet<string> {
  const cut = runs.flatMap(({ tests, answers }) => {
    const ids = new Set(answers?.cutShort ?? []);
    return tests.filter(({ id }) => ids.has(id)).map(nameOfTest);
  });
  return new Set([...violations.flatMap(({ dedicated }) => dedicated), ...cut]);
}

/** Whether two answers that differ, without a violation, have the same cause. */
function isAlike(one: Item, other: Item): boolean {
  const [first, second] = [one.found, other.found];
  if (first.kind === 'limits' || second.kind === 'limits')
    return first.kind === second.kind && one.root === other.root;
  if (one.root === other.root) return share(one.tests, other.tests);
  return first.kind === second.kind && one.change === other.change;
}

function share(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((each) => other.has(each));
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((each) => all.has(each));
}

function differenceOf(items: readonly Item[]): Difference {
  const of = <Kind extends Item['found']['kind']>(wanted: Kind) =>
    items.flatMap(({ found }) =>
      found.kind === wanted ? [found.value as Extract<Item['found'], { kind: Kind }>['value']] : [],
    );
  return {
    operations: [...new Set(items.map(({ root }) => root))],
    violations: of('violations'),
    statuses: of('statuses'),
    places: of('places'),
    limits: of('limits'),
  };
}

/** Violations come first, those that fail a run before the others. */
function rank({ violations }: Difference): number {
  if (violations.some(({ finding }) => finding.judgement === 'failed')) return 0;
  return violations.length > 0 ? 1 : 2;
}

/** Groups that grow together. */
class Groups {
  readonly #groups: Map<Item, Item[]>;

  constructor(items: readonly Item[]) {
    this.#groups = new Map(items.map((item) => [item, [item]]));
  }

  /** Each group once, in the order of its first item. */
  get all(): readonly (readonly Item[])[] {
    return [...new Set(this.#groups.values())];
  }

  join(one: Item, other: Item): void {
    const [first, second] = [this.#groups.get(one), this.#groups.get(other)];
    if (first === undefined || second === undefined || first === second) return;
    first.push(...second);
    for (const item of second) this.#groups.set(item, first);
  }
}
