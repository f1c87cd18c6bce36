import { listed } from '../../contract/values/words.js';
import { spanInWords } from '../../http/shown/duration-in-words.js';
import { lostInWords, lostTogether } from '../../http/transports/attempts.js';
import { isNamed } from '../../target/environment.js';
import { trafficInWords } from '../../traffic/recorded-traffic.js';
import type { ConformanceReport } from '../data/conformance-report.js';
import { momentInWords } from './in-words.js';

/** What a run was and how it went, by a label of at most nine letters. */
export type Fact = readonly [label: string, says: string];

/** The number of files of recorded traffic that are named. */
const mostFiles = 12;

/** The facts about a run that its readers compare with those of another one. */
export function factsOf(report: ConformanceReport): readonly Fact[] {
  const { target, recorded, contractVersion, profile, strict, seed, shards } = report;
  const facts: readonly (readonly [label: string, says: string | undefined])[] =
    recorded === undefined
      ? [
          ['Target', target.name],
          ['Address', target.url || undefined],
          ['Contract', `${contractVersion}, profile ${profile}${strict ? ', strict' : ''}, seed ${seed}`],
          ['Started', momentInWords(report.startedAt)],
          ['Took', tookInWords(report)],
          ['Products', productsOf(report)],
          ['Orders', ordersToName(report)],
          ['Choice', report.deselected],
          ['Ended', report.endedEarly && 'before all tests had run'],
          ['Merged', shards && `from ${shardsInWords(shards)}`],
        ]
      : [
          ['Source', trafficInWords(recorded)],
          ['Files', listed(recorded.files, mostFiles)],
          ...recorded.notes.map((note) => ['Note', note] as const),
          ['Contract', contractVersion],
          ['Took', tookInWords(report)],
        ];
  return facts.flatMap(([label, says]) => (says === undefined ? [] : [[label, says] as const]));
}

/** Where the settings of a target are. */
export function settingsOf(target: ConformanceReport['target']): string {
  return isNamed(target) ? `.env.${target.name}` : 'the environment';
}

/** The orders that would give every test its items; undefined if no test lacked any. */
export function ordersToName({ missingOrders, target }: ConformanceReport): string | undefined {
  if (missingOrders === undefined) return undefined;
  return `name ${missingOrders} in TARGET_ORDERS in ${settingsOf(target)} for the tests that had too few`;
}

/** The duration of a run, how it kept to rate limits that its tests shared, and the requests that were lost. */
function tookInWords(report: ConformanceReport): string {
  const { tests, durationMs, preflight } = report;
  const took = spanInWords(durationMs);
  const paced = tests.flatMap((test) => test.paced ?? []);
  const lost = lostRequests(report);
  if (paced.length === 0) return took + lost;
  const refusals = paced.reduce((sum, each) => sum + each.refusals, 0);
  const met =
    refusals === 0
      ? 'no unexpected 429'
      : `${refusals} unexpected 429: others used the limits too, or the target counts differently, which --profile release checks`;
  const planned =
    preflight?.expectedMinutes === undefined
      ? ''
      : `, planned ${spanInWords(preflight.expectedMinutes * 60_000)}`;
  return `${took}${planned}; ${met}${lost}`;
}

/** Of what was sent by the tests, and to remove what they created. */
function lostRequests({ tests, totals, residue }: ConformanceReport): string {
  const others = residue?.sent === undefined ? [] : [residue.sent];
  const byTests = tests.flatMap((test) => test.lost ?? []);
  // An exchange is a request that was answered, perhaps when it was sent again.
  const { byOperation, answeredAgain } = lostTogether(byTests);
  const unanswered = Object.values(byOperation).reduce((sum, times) => sum + times, -answeredAgain);
  const requests = others.reduce((sum, each) => sum + each.requests, totals.exchanges + unanswered);
  const lost = lostTogether([...byTests, ...others.map((each) => each.lost)]);
  const words = lostInWords({ requests, lost });
  return words === '' ? '' : `; ${words}`;
}

/** Undefined if the run created none. */
function productsOf({ residue, preflight }: ConformanceReport): string | undefined {
  const { products } = residue ?? {};
  if (!products) return undefined;
  const { expectedProducts } = preflight ?? {};
  const planned = expectedProducts ? `, planned ${expectedProducts}` : '';
  return `${products} left as drafts or inactive${planned}; the API can't delete products`;
}

function shardsInWords({ total, missing }: NonNullable<ConformanceReport['shards']>): string {
  if (missing.length === 0) return total === 1 ? '1 shard' : `all ${total} shards`;
  return `${total - missing.length} of ${total} shards, without ${missing.join(', ')}`;
}
