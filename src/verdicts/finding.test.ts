import { expect, test } from '@playwright/test';
import { requirement } from '../requirements/catalogue.js';
import { exampleFinding } from './example-evidence.js';
import { findingAsText } from './finding.js';

const bat = requirement('BAT-09');

test('a finding reads from the promise to the exchange', () => {
  const finding = exampleFinding({
    expected: ['status 400', 'status 404'],
    trail: ['0 s: pending', '1 s: completed'],
    exchange: "curl 'x'\n\n200 after 3 ms",
    times: 2,
  });
  expect(findingAsText(finding, bat)).toBe(
    [
      `BAT-09 (must, stated): ${bat.sentence}`,
      '  operation  getStatusResults',
      '  where      body items',
      '  expected   status 400',
      '          or status 404',
      '  actual     1 entries',
      '  seen       2 times in this test',
      '  led there',
      '    0 s: pending',
      '    1 s: completed',
      '  exchange',
      "    curl 'x'",
      '    ',
      '    200 after 3 ms',
    ].join('\n'),
  );
});

test('what there is nothing to say of is left out', () => {
  const { at: _at, ...finding } = exampleFinding({ expected: [], exchange: '' });
  expect(findingAsText(finding, bat)).toBe(
    [
      `BAT-09 (must, stated): ${bat.sentence}`,
      '  operation  getStatusResults',
      '  expected   nothing',
      '  actual     1 entries',
    ].join('\n'),
  );
});
