import { groupedBy } from '../../contract/values/groups.js';
import { lastName } from '../../contract/values/path.js';
import type { Verdict } from '../../verdicts/requirement-verdict.js';
import {
  type ConformanceReport,
  nameOfTest,
  type ReportedFinding,
  type RequirementReport,
} from '../data/conformance-report.js';
import type { PlaceDifference, StatusDifference } from './response-differences.js';

/** Everything that differs and seems to have one cause. */
export interface RunDifference {
  /** The operations at which it shows, the most important first. */
  readonly operations: readonly string[];
  readonly violations: readonly ViolationDifference[];
  readonly statuses: readonly StatusDifference[];
  readonly places: readonly PlaceDifference[];
  readonly limits: readonly LimitDifference[];
}

/** A violation that only one of the runs found. */
export interface ViolationDifference {
  readonly requirement: string;
  readonly strength: RequirementReport['strength'];
  readonly sentence: string;
  /** The verdicts of the requirement in the two runs; they can be equal if it is also violated elsewhere. */
  readonly verdicts: Readonly<Record<WhichRun, Verdict>>;
  readonly onlyIn: WhichRun;
  readonly operationId: string;
  /** The batch write whose effect is wrong, if a different operation showed it. */
  readonly write?: string;
  /** One of its findings. */
  readonly finding: ReportedFinding;
  /** The fields of the contract and the headers that its findings are about; a report of an older version has none. */
  readonly fields: readonly string[];
  /** The tests that found it, by file and title. */
  readonly tests: readonly string[];
  /** Of these, the tests that look for it; the others saw it in an exchange. */
  readonly dedicated: readonly string[];
}

/** A rate limit that is not the same, in requests per minute. */
export interface LimitDifference {
  readonly operationId: string;
  readonly kind: 'declared' | 'observed';
  readonly a: number;
  readonly b: number;
}

export type WhichRun = 'a' | 'b';

/** Everything that differs between two runs, before it is known what belongs together. */
type Found = Omit<RunDifference, 'operations'>;

/** One thing that differs, and what decides to which others it belongs. */
interface ItemOf<Kind extends keyof Found> {
  readonly kind: Kind;
  readonly value: Found[Kind][number];
  /** The operation that it is about: the write of a batch, for everything that shows its result. */
  readonly root: string;
  readonly resource: string;
  readonly tests: ReadonlySet<string>;
  /** `type` for `body [].type`; empty if there is no place. */
  readonly fields: ReadonlySet<string>;
}
type Item = { [Kind in keyof Found]: ItemOf<Kind> }[keyof Found];
type Violated = ItemOf<'violations'>;

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
 * - a response that differs only in tests with a violation at this operation, or at the place of such a violation;
 * - a response that differs only in tests that took a different course, because they looked for something that one
 *   run violates, or could not be carried out in one run;
 * - a limit that differs at an operation with a violation about limits;
 * - other responses of one operation that differ in the same tests, and equal differences at several operations.
 */
export function causes(found: Found, a: ConformanceReport, b: ConformanceReport): readonly RunDifference[] {
  const items = itemsOf(found, a);
  const violations = items.filter((item) => item.kind === 'violations');
  const strayed = strayedTests(found.violations, a, b);
  const owners = new Map(items.map((item) => [item, ownerOf(item, violations, strayed)]));
  const ofRequirements = [...groupedBy(violations, ({ value }) => value.requirement).values()];
  const wide = new Set<Item>(
    ofRequirements.filter((all) => new Set(all.map(({ root }) => root)).size > mostOfOneCause).flat(),
  );
  const isJoined = (one: Item, other: Item) => {
    if (one.kind === 'violations' && other.kind === 'violations')
      return (
        one.value.requirement === other.value.requirement ||
        (!wide.has(one) && !wide.has(other) && areRelated(one, other))
      );
    const [owner, itsOwner] = [owners.get(one), owners.get(other)];
    if (owner !== undefined || itsOwner !== undefined) return owner === other || itsOwner === one;
    return one.kind !== 'violations' && other.kind !== 'violations' && isAlike(one, other);
  };
  return joined(items, isJoined)
    .filter((group) => group.some((item) => !isConsequence(item, strayed)))
    .map(differenceOf)
    .toSorted((one, other) => rank(one) - rank(other));
}

/** Items in groups, each with all that it is joined to, directly or through others. */
function joined(items: readonly Item[], isJoined: (one: Item, other: Item) => boolean): readonly Item[][] {
  let groups: readonly Item[][] = [];
  for (const item of items) {
    const [first, ...others] = groups.filter((group) => group.some((each) => isJoined(each, item)));
    first?.push(...others.flat(), item);
    groups = first === undefined ? [...groups, [item]] : groups.filter((each) => !others.includes(each));
  }
  return groups;
}

function itemsOf(found: Found, { operations }: ConformanceReport): readonly Item[] {
  const paths = new Map(operations.map(({ operationId, path }) => [operationId, path]));
  const writes = new Map(operations.map(({ operationId, results }) => [results, operationId]));
  const about = (operationId: string, tests: readonly string[], fields: readonly string[]) => {
    const root = writes.get(operationId) ?? operationId;
    return {
      root,
      resource: resourceOf(paths.get(root) ?? ''),
      tests: new Set(tests),
      fields: new Set(fields.filter((field) => field !== '')),
    };
  };
  return [
    ...found.violations.map((value) => {
      const own = about(value.write ?? value.operationId, value.tests, value.fields);
      return { kind: 'violations' as const, value, ...own };
    }),
    ...found.statuses.map((value) => {
      return { kind: 'statuses' as const, value, ...about(value.operationId, value.tests, ['status']) };
    }),
    ...found.places.map((value) => {
      const own = about(value.operationId, value.tests, [lastName(value.path)]);
      return { kind: 'places' as const, value, ...own };
    }),
    ...found.limits.map((value) => ({ kind: 'limits' as const, value, ...about(value.operationId, [], []) })),
  ];
}

/** `orders` for `/api/v1/orders/ship`. */
function resourceOf(path: string): string {
  return path.replace(/^\/api\/v\d+\//, '').split('/')[0] ?? '';
}

function areRelated(one: Item, other: Item): boolean {
  const isSameField = share(one.fields, other.fields);
  if (one.root === other.root) return isSameField || share(one.tests, other.tests);
  return isSameField && one.resource === other.resource;
}

/** The violation to which a different response or limit belongs; of several, the one that says the most about it. */
function ownerOf(
  item: Item,
  violations: readonly Violated[],
  strayed: ReadonlySet<string>,
): Violated | undefined {
  if (item.kind === 'violations') return undefined;
  const here = violations.filter(({ root }) => root === item.root);
  if (item.kind === 'limits') return here.find(({ value }) => aboutLimits.test(value.requirement));
  const containing = violations
    .filter((each) => isWithin(item.tests, each.tests))
    .toSorted((one, other) => one.tests.size - other.tests.size);
  const isDedicated = ({ value }: Violated) => value.dedicated.length > 0;
  return (
    here.find((each) => share(each.fields, item.fields) && share(each.tests, item.tests)) ??
    containing.find((each) => here.includes(each)) ??
    here.find((each) => share(each.fields, item.fields)) ??
    (isWithin(item.tests, strayed)
      ? (containing.find(isDedicated) ??
        violations.find((each) => isDedicated(each) && share(each.tests, item.tests)))
      : undefined)
  );
}

/** Whether something differs only because tests took a different course. */
function isConsequence({ kind, tests }: Item, strayed: ReadonlySet<string>): boolean {
  return (kind === 'statuses' || kind === 'places') && isWithin(tests, strayed);
}

/**
 * The tests that may have sent other requests in one run: a violation of what they look for makes them look for the
 * smallest example, and something missing ends them.
 */
function strayedTests(
  violations: readonly ViolationDifference[],
  ...runs: readonly ConformanceReport[]
): ReadonlySet<string> {
  const cut = runs.flatMap(({ tests, answers: responses }) =>
    tests.filter(({ id }) => responses?.cutShort.includes(id)).map(nameOfTest),
  );
  return new Set([...violations.flatMap(({ dedicated }) => dedicated), ...cut]);
}

/** Whether two responses that differ, without a violation, have the same cause. */
function isAlike(one: Item, other: Item): boolean {
  if (one.kind === 'limits' || other.kind === 'limits')
    return one.kind === other.kind && one.root === other.root;
  if (one.root === other.root) return share(one.tests, other.tests);
  return one.kind === other.kind && changeOf(one.value) === changeOf(other.value);
}

/** What differs, without the operation and the tests: equal if the same differs elsewhere. */
export function changeOf<Value extends object>(difference: Value): string {
  return JSON.stringify({ ...difference, operationId: undefined, tests: undefined });
}

function share(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((each) => other.has(each));
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((each) => all.has(each));
}

function differenceOf(items: readonly Item[]): RunDifference {
  const of = <Kind extends keyof Found>(kind: Kind) =>
    items.flatMap((item) => (item.kind === kind ? [item.value as Found[Kind][number]] : []));
  return {
    operations: [...new Set(items.map(({ root }) => root))],
    violations: of('violations'),
    statuses: of('statuses'),
    places: of('places'),
    limits: of('limits'),
  };
}

/** Violations come first, those that fail a run before the others. */
function rank({ violations }: RunDifference): number {
  if (violations.some(({ finding }) => finding.judgement === 'failed')) return 0;
  return violations.length > 0 ? 1 : 2;
}
