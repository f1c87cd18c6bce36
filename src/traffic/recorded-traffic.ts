import { counted } from '../contract/values/words.js';
import type { ClientMistake, Place } from './client.js';

/** Traffic that others recorded, which the report describes instead of a run of the suite. */
export interface RecordedTraffic {
  readonly files: readonly string[];
  /** The exchanges with the API. */
  readonly exchanges: number;
  /** When the first and the last exchange began, in ISO 8601; absent if there are none. */
  readonly from?: string;
  readonly to?: string;
  /** A sentence for each thing in the files that could not be judged in full. */
  readonly notes: readonly string[];
  /** What the clients did that the contract doesn't allow. */
  readonly client: readonly ClientMistake[];
}

/** `recorded traffic, 1,204 exchanges, 2026-11-26 14:02 to 14:31 UTC` */
export function trafficInWords({ exchanges, from = '', to = '' }: RecordedTraffic): string {
  const [day, last] = [from, to].map((iso) => iso.slice(0, 10));
  const [begin, end] = [from, to].map((iso) => iso.slice(11, 16));
  const when = from === '' ? '' : `, ${day} ${begin} to ${day === last ? '' : `${last} `}${end} UTC`;
  return `recorded traffic, ${counted(exchanges, 'exchange')}${when}`;
}

/** A mistake of a client in a sentence, with the place that shows it first. */
export function mistakeInWords({ at, expected, actual, place, times }: ClientMistake): string {
  const more = times > 1 ? `, and ${times - 1} more` : '';
  return `${at}: ${actual}, but expected ${expected} (${placeInWords(place)}${more})`;
}

/** `entry 7 of shop.har, 2026-11-26T14:02:05.000Z` */
export function placeInWords({ file, entry, time }: Place): string {
  return `${file === undefined ? `request ${entry}` : `entry ${entry} of ${file}`}, ${time}`;
}
