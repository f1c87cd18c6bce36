import { countQuestions, countSteps } from '../../contract/mapping/file/file-steps.js';
import { learnedFrom } from '../../contract/mapping/file/target-file.js';
import type { TargetContract } from '../../contract/mapping/target-contract.js';
import { counted } from '../../contract/values/words.js';
import { learnCommand } from '../environment.js';
import type { LiveDescription } from '../load-live-description.js';
import type { Settings } from '../settings.js';
import { mostOrders, type NamedOrder } from './named-orders.js';

/** What the preflight has seen of a target that can be tested. */
export interface Seen {
  readonly settings: Settings;
  readonly target: Pick<TargetContract, 'file' | 'path'>;
  /** Undefined if it could not be loaded. */
  readonly description?: Pick<LiveDescription, 'learnedFromOther'> | undefined;
  /** The entries that both merchants see alike, as `orders`. */
  readonly sharedEntries?: string | undefined;
  /** The named orders that were read. */
  readonly orders?: readonly NamedOrder[];
}

/** What an operator should know, but doesn't prevent the run, in sentences. */
export function noticedIn(seen: Seen): readonly string[] {
  const { settings, target, description, sharedEntries, orders = [] } = seen;
  const named = settings.orders.length;
  const unlisted = orders.filter(({ items }) => items?.length === 0).map(({ number }) => number);
  const learned = description?.learnedFromOther;
  // The environment alone may name the service, and then no file of its words is used.
  const unused = target.file === undefined ? learnedFrom(settings.descriptionUrl) : undefined;
  const sentences = [
    sharedEntries &&
      `TARGET_OTHER_API_KEY sees the same ${sharedEntries} as TARGET_API_KEY: either it is a key of the same merchant, which the checks would report as a leak (set a key of a different merchant, or leave it out), or the service shows merchants each other's data`,
    unlisted.length > 0 && `TARGET_ORDERS names ${unlisted.join(', ')}, which the target does not list`,
    orders.length === mostOrders &&
      named > mostOrders &&
      `TARGET_ORDERS names ${named} orders, of which a run uses the first ${mostOrders}`,
    learned &&
      `the live description has changed since ${learned.on}, when ${target.path} was learned: ${learnCommand(settings)} --check shows how`,
    unused &&
      `targets/${unused}.yaml was learned from this service, but is not used: --target ${unused} uses it`,
  ];
  return sentences.flatMap((each) => each || []);
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
