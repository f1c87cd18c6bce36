import { changingEntries, changingResults, type ResultEntry } from '../batch-results.js';
import { liesIn } from '../fault.js';
import { RESULTS } from '../operation-sets.js';

function isFirst(entry: ResultEntry, index: number, entries: readonly ResultEntry[]): boolean {
  return entries.findIndex(({ item }) => item === entry.item) === index;
}

/** Faults of the entries of a finished batch: their number, order and messages (clause 2.1). */
export const entriesFaults = liesIn(RESULTS, {
  'BAT-09 forgets-last-item-of-large-batch': [
    'It tells nothing about the last item of a large batch.',
    'batches of 100 items and more',
    changingEntries((entries) => (entries.length >= 100 ? entries.slice(0, -1) : entries)),
  ],
  'BAT-09 tells-last-item-twice': [
    'It has two entries for the last item of a batch.',
    changingEntries((entries) => [...entries, ...entries.slice(-1)]),
  ],
  'BAT-09 merges-equal-items': [
    'It has one entry for all equal items of a batch.',
    'batches with equal items',
    changingEntries((entries) => entries.filter(isFirst)),
  ],
  'BAT-09 tells-first-twenty-items-only': [
    'It has entries for the first twenty items of a batch only.',
    'batches of more than 20 items',
    changingEntries((entries) => entries.slice(0, 20)),
  ],
  'BAT-09 tells-no-items-of-failed-batch': [
    'It has no entries for a batch that failed as a whole.',
    'batches that fail as a whole',
    changingResults(() => (result) => (result.status === 'failed' ? { ...result, entries: [] } : result)),
  ],
  'BAT-11 fails-items-without-message': [
    'It gives no message for an item that failed.',
    changingEntries((entries) => entries.map((entry) => ({ ...entry, errors: [] }))),
  ],
  'BAT-11 gives-empty-message': [
    'It gives an empty message besides the true ones for an item that failed.',
    changingEntries((entries) =>
      entries.map((entry) => (entry.success ? entry : { ...entry, errors: [...entry.errors, ''] })),
    ),
  ],
  'BAT-11 gives-message-for-first-failure-only': [
    'It gives a message for the first item of a batch that failed, and none for the others.',
    'the second failed item of a batch',
    changingEntries((entries) => {
      const first = entries.find(({ success }) => !success);
      return entries.map((entry) => (entry === first ? entry : { ...entry, errors: [] }));
    }),
  ],
  'BAT-12 confirms-success-in-errors': [
    'It says in the errors of an item that it succeeded.',
    changingEntries((entries) =>
      entries.map((entry) => (entry.success ? { ...entry, errors: ['OK'] } : entry)),
    ),
  ],
  'BAT-12 carries-messages-over-to-successes': [
    'It gives a successful item the messages of the failed item before it.',
    'a successful item after a failed one',
    changingEntries((entries) =>
      entries.map((entry, index) =>
        entry.success ? { ...entry, errors: entries[index - 1]?.errors ?? [] } : entry,
      ),
    ),
  ],
  'BAT-16 reverses-entries': [
    'It tells the items of a batch from the last to the first.',
    'batches of several different items',
    changingEntries((entries) => entries.toReversed()),
  ],
  'BAT-16 sorts-entries-by-index-as-text': [
    'It tells the eleventh item right after the second one, for it sorts their numbers as texts.',
    'batches of more than ten items',
    changingEntries((entries) =>
      entries
        .map((entry, index) => ({ entry, index: String(index) }))
        .toSorted((a, b) => (a.index < b.index ? -1 : 1))
        .map(({ entry }) => entry),
    ),
  ],
});
