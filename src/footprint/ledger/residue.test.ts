import { expect, test } from '#unit-test';
import { joinedResidue, noteResidue, type Residue, residueInWords, takeResidue } from './residue.js';

const clean: Residue = {
  prefix: 'ct-a1b2c3-',
  deleted: 1,
  hidden: 12,
  products: 40,
  withheld: 0,
  left: [],
};
const left: Residue = {
  ...clean,
  withheld: 3,
  left: [
    { merchant: 'TARGET_API_KEY', what: 'product', name: 'ct-a1b2c3-1', status: 'active' },
    { merchant: 'TARGET_OTHER_API_KEY', what: 'subscription', name: '7' },
  ],
  problem: 'Not everything could be checked: the target is gone.',
};

test('sentences say what a run left behind', () => {
  expect(residueInWords(clean)).toEqual([
    "12 styles taken out of the catalogue and 1 subscription deleted at the end; the API can't delete 40 products, which stay as drafts or inactive.",
  ]);
  expect(residueInWords(left).slice(1)).toEqual([
    '3 requests could have changed what the run did not create and had to be withheld.',
    'Not everything could be checked: the target is gone.',
  ]);
});

test('a note can be taken once, by the run that wrote it', () => {
  const folder = test.info().outputPath('ledger');
  noteResidue(folder, left);
  expect(takeResidue(folder, 'ct-ffffff-')).toBeUndefined();
  expect(takeResidue(folder, left.prefix)).toEqual(left);
  expect(takeResidue(folder, left.prefix)).toBeUndefined();
});

test('the remains of several shards are joined', () => {
  expect(joinedResidue([clean, { ...left, prefix: 'ct-ffffff-' }])).toMatchObject({
    prefix: 'ct-a1b2c3-, ct-ffffff-',
    products: 80,
    left: left.left,
  });
});
