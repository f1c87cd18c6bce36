import { expect, test } from '#unit-test';
import { examplePassed } from './example-report.js';
import { markdownSummary } from './markdown-summary.js';
import { joinedResidue, type Residue, residueInWords } from './residue.js';
import { noteResidue, takeResidue } from './residue-note.js';
import { terminalSummary } from './terminal-summary.js';

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
  problem: 'Not everything could be looked at: the target is gone.',
};

test('what a run left behind is told in sentences', () => {
  expect(residueInWords(clean)).toEqual([
    "12 styles taken out of the catalogue and 1 subscription deleted at the end; 40 products can't be deleted by the API and stay, as drafts or inactive.",
  ]);
  expect(residueInWords(left).slice(1)).toEqual([
    'Not sent, as it could have changed what the run did not create: 3 requests.',
    'Not everything could be looked at: the target is gone.',
  ]);
});

test('what could not be removed stands in the terminal and in the summary, and a clean end takes no line there', () => {
  expect(terminalSummary(examplePassed({ residue: clean }), 'index.html')).not.toContain('residue');
  const terminal = terminalSummary(examplePassed({ residue: left }), 'index.html');
  expect(terminal).toContain('residue: not all that the run created is known to be gone; npm run cleanup');
  expect(terminal).toContain('  product ct-a1b2c3-1, active\n');
  const summary = markdownSummary(examplePassed({ residue: left }));
  expect(summary).toContain('### What the run left behind');
  expect(summary).toContain('subscription 7, of the merchant of TARGET');
});

test('a note is taken once, by the run that it is of', () => {
  const folder = test.info().outputPath('ledger');
  noteResidue(folder, left);
  expect(takeResidue(folder, 'ct-ffffff-')).toBeUndefined();
  expect(takeResidue(folder, left.prefix)).toEqual(left);
  expect(takeResidue(folder, left.prefix)).toBeUndefined();
});

test('shards leave behind what each of them did', () => {
  expect(joinedResidue([clean, { ...left, prefix: 'ct-ffffff-' }])).toMatchObject({
    prefix: 'ct-a1b2c3-, ct-ffffff-',
    products: 80,
    left: left.left,
  });
});
