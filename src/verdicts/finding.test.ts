import { exampleExchange } from '#testing/example-exchange';
import { exampleFinding } from '#testing/example-finding';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { requirement } from '../contract/requirements/catalogue.js';
import { shownExchange } from '../http/shown/shown-exchange.js';
import { findingAsText, notAccepted } from './finding.js';

const counterexample = { value: '[1,\n2]', example: 4, shrinks: 3, seed: 7, path: '3:1' };
const { at: _, ...nowhere } = exampleFinding({ expected: [] });

test('a finding is printed from the requirement to the exchange, omitting the parts that it does not have', () => {
  const screens = {
    'everything that a finding can have': exampleFinding({
      expected: ['status 400', 'status 404'],
      trail: ['0 s: pending', { did: 'ship item 1', model: 'shipped', read: 'open' }],
      exchange: shownExchange(exampleExchange(), (text) => text),
      counterexample,
      times: 2,
      write: 'updateProductStatus',
    }),
    'as little as it can have': nowhere,
    'an example that was not made smaller': exampleFinding({
      counterexample: { ...counterexample, shrinks: 0 },
    }),
    'a response that a proxy may have sent': exampleFinding({
      exchange: shownExchange(
        exampleExchange({ status: 502, headers: { 'content-type': 'text/html' }, body: 'Bad Gateway' }),
        (text) => text,
      ),
    }),
  };
  expectGolden('findings.txt', screens, (finding) => findingAsText(finding, requirement('BAT-09')));
});

test('a refused request blocks and names the gaps that leave open what the operation accepts', () => {
  for (const [operationId, status, gaps, outsideContract] of [
    ['upsertProducts', 422, ['G-02', 'G-03'], false],
    ['updateProductStatus', 422, [], false],
    ['upsertProducts', 401, [], false],
    ['GET /nowhere', 422, [], false],
    ['upsertProducts', 422, [], true],
  ] as const) {
    const refused = exampleExchange({ operationId, status, body: { message: 'no' }, outsideContract });
    const blocked = notAccepted('the batch was not accepted', refused);
    expect(blocked.message).toBe(`the batch was not accepted (GET /api/v1/countries/ -> ${status}: "no")`);
    expect(blocked.gaps.map(({ gap }) => gap).toSorted()).toEqual(gaps);
  }
});
