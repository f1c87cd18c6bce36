import { changingEntries, changingResults, type ResultEntry } from '../batch-results.js';
import type { Fault } from '../fault.js';
import { RESULTS } from '../operation-sets.js';

const operations = RESULTS;

function isFirst(entry: ResultEntry, index: number, entries: readonly ResultEntry[]): boolean {
  return entries.findIndex(({ item }) => item === entry.item) === index;
}

/** Faults of the entries of a finished batch: their number, order and messages (clause 2.1). */
export const entriesFaults: readonly Fault[] = [
  {
    id: 'forgets-last-item-of-large-batch',
    violates: 'BAT-09',
    does: 'It tells nothing about the last item of a large batch.',
    operations,
    showsFor: 'batches of 100 items and more',
    plant: changingEntries((entries) => (entries.length >= 100 ? entries.slice(0, -1) : entries)),
  },
  {
    id: 'tells-last-item-twice',
    violates: 'BAT-09',
    does: 'It has two entries for the last item of a batch.',
    operations,
    plant: changingEntries((entries) => [...entries, ...entries.slice(-1)]),
  },
  {
    id: 'merges-equal-items',
    violates: 'BAT-09',
    does: 'It has one entry for all equal items of a batch.',
    operations,
    showsFor: 'batches with equal items',
    plant: changingEntries((entries) => entries.filter(isFirst)),
  },
  {
    id: 'tells-first-twenty-items-only',
    violates: 'BAT-09',
    does: 'It has entries for the first twenty items of a batch only.',
    operations,
    showsFor: 'batches of more than 20 items',
    plant: changingEntries((entries) => entries.slice(0, 20)),
  },
  {
    id: 'tells-no-items-of-failed-batch',
    violates: 'BAT-09',
    does: 'It has no entries for a batch that failed as a whole.',
    operations,
    showsFor: 'batches that fail as a whole',
    plant: changingResults(
      () => (result) => (result.status === 'failed' ? { ...result, entries: [] } : result),
    ),
  },
  {
    id: 'fails-items-without-message',
    violates: 'BAT-11',
    does: 'It gives no message for an item that failed.',
    operations,
    plant: changingEntries((entries) => entries.map((entry) => ({ ...entry, errors: [] }))),
  },
  {
    id: 'gives-empty-message',
    violates: 'BAT-11',
    does: 'It gives an empty message besides the true ones for an item that failed.',
    operations,
    plant: changingEntries((entries) =>
      entries.map((entry) => (entry.success ? entry : { ...entry, errors: [...entry.errors, ''] })),
    ),
  },
  {
    id: 'gives-message-for-first-failure-only',
    violates: 'BAT-11',
    does: 'It gives a message for the first item of a batch that failed, and none for the others.',
    operations,
    showsFor: 'the second failed item of a batch',
    plant: changingEntries((entries) => {
      const first = entries.find(({ success }) => !success);
      return entries.map((entry) => (entry === first ? entry : { ...entry, errors: [] }));
    }),
  },
  {
    id: 'confirms-success-in-errors',
    violates: 'BAT-12',
    does: 'It says in the errors of an item that it succeeded.',
    operations,
    plant: changingEntries((entries) =>
      entries.map((entry) => (entry.success ? { ...entry, errors: ['OK'] } : entry)),
    ),
  },
  {
    id: 'carries-messages-over-to-successes',
    violates: 'BAT-12',
    does: 'It gives a successful item the messages of the failed item before it.',
    operations,
    showsFor: 'a successful item after a failed one',
    plant: changingEntries((entries) =>
      entries.map((entry, index) =>
        entry.success ? { ...entry, errors: entries[index - 1]?.errors ?? [] } : entry,
      ),
    ),
  },
  {
    id: 'reverses-entries',
    violates: 'BAT-16',
    does: 'It tells the items of a batch from the last to the first.',
    operations,
    showsFor: 'batches of several different items',
    plant: changingEntries((entries) => entries.toReversed()),
  },
  {
    id: 'sorts-entries-by-index-as-text',
    violates: 'BAT-16',
    does: 'It tells the eleventh item right after the second one, for it sorts their numbers as texts.',
    operations,
    showsFor: 'batches of more than ten items',
    plant: changingEntries((entries) =>
      entries
        .map((entry, index) => ({ entry, index: String(index) }))
        .toSorted((a, b) => (a.index < b.index ? -1 : 1))
        .map(({ entry }) => entry),
    ),
  },
];
