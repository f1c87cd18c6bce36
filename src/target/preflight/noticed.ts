import { countQuestions, countSteps } from '../../contract/mapping/file/file-steps.js';
import { learnedFrom } from '../../contract/mapping/file/target-file.js';
import type { TargetContract } from '../../contract/mapping/target-contract.js';
import { member } from '../../contract/values/path.js';
import { counted } from '../../contract/values/words.js';
import { type Exchange, jsonOf } from '../../http/exchange.js';
import { learnCommand } from '../environment.js';
import type { LiveDescription } from '../load-live-description.js';
import type { Settings } from '../settings.js';
import { mostOrders, type NamedOrder } from './named-orders.js';

/** What the preflight has seen of a target that can be tested. */
export interface Seen {
  readonly settings: Pick<
    Settings,
    'name' | 'baseUrl' | 'descriptionUrl' | 'clockSpeed' | 'confirmedGaps' | 'orders'
  >;
  readonly target: Pick<TargetContract, 'file' | 'path'>;
  readonly replies: readonly Exchange[];
  /** Undefined if it could not be loaded. */
  readonly description?: Pick<LiveDescription, 'learnedFromOther'> | undefined;
  /** The reference data of the configured merchant; absent if a control interface makes merchants. */
  readonly lists?: Readonly<Record<'countries' | 'brands' | 'categories', Exchange | undefined>>;
  /** The entries that both merchants see alike, as `orders`. */
  readonly sharedEntries?: string | undefined;
  /** The named orders that were read. */
  readonly orders?: readonly NamedOrder[];
}

/** What an operator should know, but doesn't prevent the run: each gives a sentence, or undefined if all is well. */
const noticeable: readonly ((seen: Seen) => string | undefined)[] = [
  missingReferenceData,
  ({ sharedEntries }) =>
    sharedEntries &&
    `TARGET_OTHER_API_KEY sees the same ${sharedEntries} as TARGET_API_KEY: either it is a key of the same merchant, which the checks would report as a leak (set a key of a different merchant, or leave it out), or the service shows merchants each other's data`,
  ({ orders = [] }) => {
    const unlisted = orders.filter(({ items }) => items?.length === 0).map(({ number }) => number);
    return unlisted.length === 0
      ? undefined
      : `TARGET_ORDERS names ${unlisted.join(', ')}, which the target does not list`;
  },
  ({ settings, orders = [] }) =>
    orders.length === mostOrders && settings.orders.length > mostOrders
      ? `TARGET_ORDERS names ${settings.orders.length} orders, of which a run uses the first ${mostOrders}`
      : undefined,
  clockSkew,
  ({ settings, target, description }) =>
    description?.learnedFromOther &&
    `the live description has changed since ${description.learnedFromOther.on}, when ${target.path} was learned: ${learnCommand(settings)} --check shows how`,
  // The environment alone may name the service, and then no file of its words is used.
  ({ settings, target }) => {
    const name = target.file === undefined ? learnedFrom(settings.descriptionUrl) : undefined;
    return (
      name && `targets/${name}.yaml was learned from this service, but is not used: --target ${name} uses it`
    );
  },
];

/** The sentences about what an operator should know. */
export function noticedIn(seen: Seen): readonly string[] {
  return noticeable.map((sentence) => sentence(seen)).filter((each) => each !== undefined);
}

/** The reference data that a product needs (clause 4.7), if the merchant lacks some. */
function missingReferenceData({ lists }: Seen): string | undefined {
  if (lists === undefined) return undefined;
  const { countries, brands, categories } = lists;
  const listed = (reply: Exchange | undefined) => reply && jsonOf(reply.response);
  const needed = {
    countries: member(listed(countries), 'countries'),
    locales: member(listed(countries), 'locales'),
    brands: listed(brands),
    categories: member(listed(categories), 'items'),
  };
  const missing = Object.entries(needed)
    .filter(([, entries]) => !Array.isArray(entries) || entries.length === 0)
    .map(([what]) => what);
  if (missing.length === 0) return undefined;
  return `the target returned no ${missing.join(', no ')}, which every product needs: tests that need a product will be blocked`;
}

/** Seconds by which clocks may differ: a smaller difference changes nothing that the suite sends or compares. */
const harmless = 5;

/** A Date header drops the fraction of the second, which is half a second on average. */
const halfASecond = 500;

/**
 * How far the target's clock is off, according to the Date header of its responses. This matters because the suite sends
 * dates (valid_at, orders_from) and compares the dates that it reads.
 */
function clockSkew({ settings, replies }: Seen): string | undefined {
  const dated = replies.filter(({ headers }) => !Number.isNaN(Date.parse(headers.date ?? '')));
  // The fastest response leaves the least doubt about when the target read its clock.
  const [quickest] = dated.toSorted((a, b) => a.milliseconds - b.milliseconds);
  if (quickest === undefined || settings.clockSpeed !== 1) return undefined;
  const { headers, startedAt, milliseconds } = quickest;
  const skew = (Date.parse(headers.date ?? '') + halfASecond - startedAt - milliseconds / 2) / 1000;
  if (Math.abs(skew) <= harmless) return undefined;
  const direction = skew > 0 ? 'ahead of' : 'behind';
  return `the target's clock is ${Math.round(Math.abs(skew))} s ${direction} this machine's, according to its Date header: correct one of them, or dates such as valid_at and orders_from are off by the same amount`;
}

/**
 * How the target fills the gaps of the description, as far as the suite knows before the first test.
 * @returns a sentence; undefined if there is no file and every gap is confirmed
 */
export function mappingInWords({ settings, target: { file, path } }: Pick<Seen, 'settings' | 'target'>) {
  if (file === undefined)
    return settings.confirmedGaps === 'all'
      ? undefined
      : `unknown: where the description leaves names, shapes or statuses open, the suite assumes its own; ${learnCommand(settings)} finds out what this service uses`;
  const questions = countQuestions(file.open);
  const known = `as in ${path}, ${counted(countSteps(file), 'step')}`;
  if (questions === 0) return `${known}, no open questions`;
  return `${known}, ${counted(questions, 'open question')}: answer ${questions === 1 ? 'it' : 'them'} there, under open`;
}
