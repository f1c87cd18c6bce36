import { appendFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#testing/unit-test';
import type { Settings } from '../../target/settings.js';
import { fingerprints, type LedgerEntry, type makes as madeByWrites, type Names } from './entry.js';
import { closeLedger, enteredRuns, ledgerIn, requireLedger } from './ledger.js';

const prefix = 'ct-a1b2c3-';
const key = 'TARGET_API_KEY 1';
const at = '2030-01-02T03:04:05.678Z';
const origin = { baseUrl: 'https://staging.example.com', keys: fingerprints({ apiKeys: ['key-1'] }, prefix) };
const folderOf = () => test.info().outputPath('ledger');

function ledgerOf(process: number, entries: readonly LedgerEntry[], of = prefix): void {
  const enter = ledgerIn({ folder: folderOf(), prefix: of, processes: [process, 1], ...origin });
  for (const entry of entries) enter(entry);
}

/** The entry for a write that names some things. */
const write = (makes: (typeof madeByWrites)[number], id: string, names: Partial<Names>, by = key) => {
  const all = { skus: [], styleKeys: [], texts: [], ...names };
  return { kind: 'write', makes, write: id, key: by, ...all, at } as const;
};

test('the entries of several workers are read as one run, grouped by key; an unknown key counts as the first one, and an incomplete line is left out', () => {
  ledgerOf(10, [
    write('products', 'a', { skus: ['ct-a1b2c3-1'], styleKeys: ['ct-a1b2c3-s'] }),
    write('a status update', 'b', { styleKeys: ['ct-a1b2c3-s'] }),
    write('a subscription', 'c', { texts: ['https://receiver.invalid/ct-a1b2c3-'] }, 'no key of a merchant'),
    { kind: 'subscription id', key: 'no key of a merchant', id: '1' },
  ]);
  ledgerOf(11, [
    write('a status update', 'd', { styleKeys: ['ct-a1b2c3-t'] }),
    write('a status update', 'e', { styleKeys: ['ct-a1b2c3-u'] }),
    { kind: 'answer', write: 'd', status: 202, batch: 'b-1' },
    { kind: 'answer', write: 'e', status: 202, batch: 'b-2' },
    { kind: 'batch end', batch: 'b-2', made: [], refused: [] },
    write('products', 'f', { skus: ['ct-a1b2c3-2'] }, 'TARGET_OTHER_API_KEY'),
  ]);
  const [file = ''] = readdirSync(folderOf()).filter((name) => name.includes('-11-'));
  appendFileSync(join(folderOf(), file), '{"kind":"write","makes":"products","skus":["ct-a1b2');

  const [run, ...others] = enteredRuns(folderOf());
  expect(others).toEqual([]);
  expect(run).toMatchObject({ run: { prefix }, processes: [10, 1, 11, 1] });
  expect(run?.merchants.get(key)).toEqual({
    made: new Set(),
    unsure: new Set(['ct-a1b2c3-1']),
    madeStyles: new Set(['ct-a1b2c3-s']),
    updatedStyles: new Set(['ct-a1b2c3-s', 'ct-a1b2c3-t', 'ct-a1b2c3-u']),
    openUpdates: [
      { styleKeys: ['ct-a1b2c3-s'], at: Date.parse(at) },
      { styleKeys: ['ct-a1b2c3-t'], at: Date.parse(at), batch: 'b-1' },
    ],
    hasSubscriptions: true,
    subscriptionIds: new Set(['1']),
  });
  expect(run?.merchants.get('TARGET_OTHER_API_KEY')?.unsure).toEqual(new Set(['ct-a1b2c3-2']));
});

test('a product was not created if its upsert or its item was refused, unless another upsert created it', () => {
  ledgerOf(10, [
    write('products', 'a', { skus: ['made', 'refused', 'unknown', 'refused later'] }),
    { kind: 'answer', write: 'a', status: 202, batch: 'b-1' },
    { kind: 'batch end', batch: 'b-1', made: ['made', 'refused later'], refused: ['refused', 'refused'] },
    write('products', 'b', { skus: ['refused later'] }),
    { kind: 'answer', write: 'b', status: 400 },
    write('products', 'c', { skus: ['never answered'] }),
  ]);
  ledgerOf(11, [
    write('products', 'd', { skus: ['made', 'failed'] }),
    { kind: 'answer', write: 'd', status: 500 },
  ]);
  const [run] = enteredRuns(folderOf());
  expect(run?.merchants.get(key)).toMatchObject({
    made: new Set(['made', 'refused later']),
    unsure: new Set(['unknown', 'never answered', 'failed']),
  });
});

test('closing the ledger of a run deletes its files, but not those of other runs; closing the last one also deletes the folder', () => {
  for (const of of [prefix, 'ct-a1b2c3-s1-']) ledgerOf(10, [write('products', 'a', { skus: ['x'] })], of);
  const [run, longer] = enteredRuns(folderOf());
  if (run !== undefined) closeLedger(run);
  expect(enteredRuns(folderOf())).toEqual([longer]);
  if (longer !== undefined) closeLedger(longer);
  expect(existsSync(folderOf())).toBe(false);
});

test("a run that writes to someone else's merchant needs a writable ledger", () => {
  const [ledger, settings] = [folderOf(), { name: 'a', writes: 'allow' } as Settings];
  requireLedger(settings, { ledger, history: '' });
  expect(enteredRuns(ledger)).toEqual([]);
  const file = test.info().outputPath('file');
  writeFileSync(file, '');
  const refused = () => requireLedger(settings, { ledger: file, history: '' });
  expect(refused).toThrow(
    /\/file\/a\S* \(E[A-Z]+\): make it a folder that you can write to, because a run first/,
  );
  requireLedger({ ...settings, writes: 'deny' }, { ledger: file, history: '' });
});
