import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { requirement } from '../contract/requirements/catalogue.js';
import { asText, shownExchange } from '../http/shown/shown-exchange.js';
import { exampleFinding, findingAsText, notAccepted } from './finding.js';

const bat = requirement('BAT-09');

test('a finding is printed from the requirement to the exchange', () => {
  const finding = exampleFinding({
    expected: ['status 400', 'status 404'],
    trail: ['0 s: pending', { did: 'ship item 1', model: 'shipped', read: 'open' }],
    exchange: shownExchange(exampleExchange(), (text) => text),
    counterexample: { value: '[1,\n2]', example: 4, shrinks: 3, seed: 7, path: '3:1' },
    times: 2,
    write: 'updateProductStatus',
  });
  expect(findingAsText(finding, bat)).toBe(
    [
      `BAT-09 (must, stated): ${bat.sentence}`,
      '  operation  updateProductStatus, seen at getStatusResults',
      '  where      body items',
      '  expected   status 400',
      '          or status 404',
      '  actual     1 entry',
      '  seen       2 times in this test',
      '  led there',
      '    0 s: pending',
      '    ship item 1 | model: shipped | read: open',
      '  counterexample, example 4 made smaller 3 times:',
      '    [1,',
      '    2]',
      '    fast-check seed 7, path 3:1',
      "  replay     npm run conformance -- --grep 'x'",
      '  exchange   sent alone, without what led there, it may be answered differently',
      ...asText(finding.exchange)
        .split('\n')
        .map((line) => `    ${line}`),
    ].join('\n'),
  );
});

test('a finding says how often its example was made smaller', () => {
  const heading = (shrinks: number) =>
    findingAsText(
      exampleFinding({ counterexample: { value: '1', example: 4, shrinks, seed: 7, path: '3' } }),
      bat,
    ).match(/counterexample, .*/)?.[0];
  expect([0, 1, 2].map(heading)).toEqual([
    'counterexample, example 4:',
    'counterexample, example 4 made smaller once:',
    'counterexample, example 4 made smaller 2 times:',
  ]);
});

test('a finding omits its missing parts', () => {
  const { at: _at, ...finding } = exampleFinding({ expected: [] });
  expect(findingAsText(finding, bat)).toBe(
    [
      `BAT-09 (must, stated): ${bat.sentence}`,
      '  operation  getStatusResults',
      '  expected   nothing',
      '  actual     1 entry',
      "  replay     npm run conformance -- --grep 'x'",
      '  exchange',
      '    curl ...',
      '    ',
      '    200 after 3 ms',
    ].join('\n'),
  );
});

test('a refused request blocks and names the gaps that leave open what the operation accepts', () => {
  for (const [operationId, status, gaps] of [
    ['upsertProducts', 422, ['G-02', 'G-03']],
    ['updateProductStock', 422, ['G-11']],
    ['updateProductStatus', 422, []],
    ['upsertProducts', 401, []],
    ['upsertProducts', 500, []],
    ['GET /nowhere', 422, []],
  ] as const) {
    const refused = exampleExchange({ operationId, status, body: { message: 'no' } });
    const blocked = notAccepted('the batch was not accepted', refused);
    expect(blocked.message).toBe(`the batch was not accepted (GET /api/v1/countries/ -> ${status}: "no")`);
    expect(blocked.gaps.map(({ gap }) => gap).toSorted()).toEqual(gaps);
  }
  const outside = exampleExchange({ operationId: 'upsertProducts', status: 422, outsideContract: true });
  expect(notAccepted('it was not', outside).gaps).toEqual([]);
});
