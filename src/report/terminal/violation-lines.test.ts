import { expect, test } from '#testing/unit-test';
import { clauses, requirement } from '../../contract/requirements/catalogue.js';
import type { ShownExchange } from '../../http/shown/shown-exchange.js';
import { exampleFinding, type Finding } from '../../verdicts/finding.js';
import { Output } from './terminal.js';
import { violationLines } from './violation-lines.js';

const page = 'reports/latest/index.html';

/** The rows that a terminal of 100 columns shows of a violation. */
function rowsOf(
  given: Partial<Finding>,
  settings: Parameters<typeof violationLines>[2] = {},
): readonly string[] {
  let shown = '';
  const write = (text: string) => {
    shown += text;
  };
  const terminal = { isTTY: true, columns: 100, write };
  new Output(terminal, { NO_COLOR: '1' }, (text) => text).print(
    violationLines([exampleFinding(given)], page, settings),
  );
  const lines = shown.trimEnd().split('\n');
  return lines.flatMap((line) => line.match(/.{1,100}/gu) ?? ['']);
}

/** An exchange with this response. */
function answered(body: unknown, response: Partial<ShownExchange['response']> = {}): ShownExchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const shown = { bytes: text.length, text: text.slice(0, 16_384), isCut: text.length > 16_384 };
  return {
    ...exampleFinding().exchange,
    response: { status: 200, headers: {}, body: shown, ...response },
    curl: `curl --include --request GET 'https://shop.example.com/x' --header "x-api-key: $API_KEY"`,
  };
}

const clause = (id: string) => `${id}: ${clauses[id]}`;
const replay = `npm run conformance -- --seed 7 --grep 'Brands are listed( @|$)'`;
const end = (address: string) => [
  `  replay     ${replay}`,
  '  request',
  `    curl --include --request GET 'https://shop.example.com/x' --header "x-api-key: $API_KEY"`,
  `  in full    ${page}#${address}`,
];

test('of a body of 15,000 characters, a violation shows the lines around the place', () => {
  const entry = (number: number) => ({ requestItem: { sku: `S-${number}` }, success: true, errors: [] });
  const items = Array.from({ length: 200 }, (_, index) => entry(index));
  const exchange = answered({ items, padding: 'x'.repeat(4000) });
  expect(exchange.response.body.bytes).toBeGreaterThan(15_000);
  const at = 'body items[100].requestItem.sku';
  const given = { requirement: 'BAT-10', at, expected: ['the string "S-99"'] } as const;
  expect(rowsOf({ ...given, actual: 'the string "S-100"', replay, exchange })).toEqual([
    '✗ failed: BAT-10 (must, stated): Each entry of a finished batch echoes its submitted item',
    'unchanged.',
    `  clause     ${clause('2.1')}`,
    '  operation  getStatusResults',
    `  where      ${at}`,
    '  expected   the string "S-99"',
    '  actual     the string "S-100"',
    '  response   200 after 3 ms, 15,714 bytes',
    '    …',
    '          "requestItem": {',
    '            "sku": "S-100"',
    '          },',
    '          "success": true,…',
    ...end('BAT-10-9a670d'),
  ]);
});

test('a violation in a header shows the headers around it, or the first ones if it is missing', () => {
  const headers = {
    date: 'Wed, 02 Jan 2030 03:04:05 GMT',
    'content-type': 'application/json',
    'x-ratelimit-limit': '50',
    'x-ratelimit-remaining': 'plenty',
    'x-ratelimit-reset': '12',
  };
  const exchange = answered({ items: [] }, { headers });
  const given = { requirement: 'LIM-01', expected: ['an integer'], replay, exchange } as const;
  const at = 'header x-ratelimit-remaining';
  expect(rowsOf({ ...given, at, actual: 'the string "plenty"' })).toEqual([
    '✗ failed: LIM-01 (must, stated): Responses have X-RateLimit-Limit and X-RateLimit-Remaining as',
    'integers that agree.',
    `  clause     ${clause('4.4')}`,
    `             ${clause('8.1')}`,
    '  operation  getStatusResults',
    `  where      ${at}`,
    '  expected   an integer',
    '  actual     the string "plenty"',
    '  response   200 after 3 ms, 12 bytes',
    '    …',
    '    x-ratelimit-limit: 50',
    '    x-ratelimit-remaining: plenty',
    '    x-ratelimit-reset: 12',
    ...end('LIM-01-b4e92d'),
  ]);
  const missing = rowsOf({ ...given, at: 'header retry-after', actual: 'nothing' });
  expect(missing.filter((row) => /^ {4}\S/.test(row)).slice(0, 2)).toEqual([
    '    date: Wed, 02 Jan 2030 03:04:05 GMT',
    '    content-type: application/json',
  ]);
});

test('a violation in the status shows the beginning of the body, as text or as bytes', () => {
  const given = { requirement: 'AUTH-02', at: 'status', expected: ['status 401'], replay } as const;
  const long = 'The server could not find your key. '.repeat(400);
  const exchange = answered({ message: long }, { status: 500 });
  const cut = long.slice(0, 240 - '{\n  "message": "'.length);
  const rows = rowsOf({ ...given, actual: 'status 500', exchange });
  expect(rows.slice(0, 7)).toEqual([
    `✗ failed: AUTH-02 (must, stated): ${requirement('AUTH-02').sentence}`,
    `  clause     ${clause('5.1')}`,
    `             ${clause('5.5')}`,
    `             ${clause('7')}`,
    '  operation  getStatusResults',
    '  where      status',
    '  expected   status 401',
  ]);
  const [, message = ''] = /14,414 bytes(.*) {2}replay/.exec(rows.join('').replaceAll(/ {4,}/g, ' ')) ?? [];
  expect(message.replaceAll(' ', '')).toBe(`{"message":"${cut}…`.replaceAll(' ', ''));
  const bytes = { bytes: 900, hex: '0000  00 01', isCut: true };
  const binary = answered('', { body: bytes });
  expect(rowsOf({ ...given, actual: 'status 200', exchange: binary })).toContain(
    '  response   200 after 3 ms, 900 bytes that are not text',
  );
});

test('of a list of 100 items, a violation shows where the list begins, and of a cut body, the place too', () => {
  const items = Array.from({ length: 100 }, (_, id) => ({ id, name: `Brand ${id}`, text: 'x'.repeat(200) }));
  const exchange = answered({ page: 1, items });
  expect(exchange.response.body.isCut).toBe(true);
  const given = { requirement: 'REJ-02', expected: ['20 entries'], actual: '100 entries', exchange } as const;
  const rows = rowsOf({ ...given, at: 'body items', replay });
  expect(rows.slice(9, 14)).toEqual([
    '  response   200 after 3 ms, 23,800 bytes',
    '    …',
    '      "page": 1,',
    '      "items": [',
    '        {',
  ]);
  const name = rowsOf({ ...given, at: 'body items[42].name' });
  expect(name).toContain('          "name": "Brand 42",');
});

const alike: Partial<Finding> = {
  requirement: 'VER-04',
  judgement: 'deviated',
  operationId: 'createWebhook',
  at: 'body paths["/api/v1/webhooks/"].post.responses[200].content["application/json"].schema.properties.description, which the description leaves open (G-05, G-13)',
  expected: [
    'the document should require description at 3 places: 200 of POST /webhooks/, GET /webhooks/{id}, PATCH /webhooks/{id}',
    "if the service does what the document says, the target's file in targets/ should say so: npm run learn proposes it",
  ],
  actual: 'it declares an optional field',
};

test('a difference between the live description and the contract takes 8 rows', () => {
  const exchange = answered({ paths: { '/api/v1/webhooks/': { post: { responses: 'x'.repeat(3000) } } } });
  expect(rowsOf({ ...alike, replay, exchange })).toEqual([
    '◆ deviated: VER-04 (should, derived): The live description and the contract agree.',
    `  clause     ${clause('8.1')}`,
    '  expected   the document should require description at 3 places: 200 of POST /webhooks/, GET',
    '             /webhooks/{id}, PATCH /webhooks/{id}',
    "          or if the service does what the document says, the target's file in targets/ should say",
    '          so: npm run learn proposes it',
    '  actual     it declares an optional field',
    `  in full    ${page}#VER-04-32c22a`,
  ]);
});

/** Everything that a finding can have, as long as it gets: in one word, in many, and in many lines. */
const longest = [
  'x'.repeat(16_000),
  'many words '.repeat(1500),
  'line\n'.repeat(3000),
  '日本語'.repeat(5000),
];

for (const text of longest)
  test(`a violation takes at most 25 rows, and a lesser one 8, if everything in it is "${text.slice(0, 5)}..."`, () => {
    const given: Partial<Finding> = {
      ...{ at: `body ${text}`, expected: Array.from({ length: 50 }, () => text), actual: text, times: 9 },
      write: 'updateProductStock',
      trail: Array.from({ length: 100 }, () => text),
      counterexample: { value: text, example: 1, shrinks: 2, seed: 3, path: '1:2' },
      steps: { file: 'targets/a.yaml', names: [text, text] },
      replay: 'r'.repeat(399),
      exchange: { ...answered(text, { headers: { x: text } }), curl: 'c'.repeat(399) },
    };
    for (const isKnown of [true, false]) {
      for (const at of ['status', 'header x', `body ${text}`])
        expect(rowsOf({ ...given, at }, { isKnown }).length).toBeLessThanOrEqual(25);
      for (const judgement of ['warned', 'deviated'] as const)
        expect(
          rowsOf({ ...given, requirement: 'VER-04', judgement }, { isKnown }).length,
        ).toBeLessThanOrEqual(8);
      expect(rowsOf(given, { isKnown, isShort: true }).length).toBeLessThanOrEqual(10);
    }
  });

test('long lines wrap between words, and a command, an address and the place of the report stay whole', () => {
  const address = `https://shop.example.com/${'path/'.repeat(11)}`;
  const rows = rowsOf({
    expected: [`${'a word '.repeat(12)}${address} and more`],
    actual: `${'some words '.repeat(5)}npm run learn -- --target staging --check again`,
    replay,
  });
  const text = rows.join('\n');
  expect(text).toContain(`\n             ${address} and\n`);
  expect(text).toContain('\n             npm run learn -- --target staging --check again\n');
  expect(text).toContain('  expected   a word a word');
});

test('of a long trail the last steps are shown, of long texts the parts that differ, and no command is cut', () => {
  const long = `${'same '.repeat(500)}`;
  const trail = Array.from({ length: 100 }, (_, index) => `step ${index}`);
  const rows = rowsOf({
    ...{ trail, expected: [`${long}left`], actual: `${long}right` },
    replay: 'r'.repeat(5000),
    exchange: { ...answered('{}'), curl: 'c'.repeat(5000) },
  });
  const text = rows.join('\n');
  expect(text).toMatch(/expected {3}…(same | *\n *)+left\n/);
  expect(text).toMatch(/actual {5}…(same | *\n *)+right\n/);
  expect(text).toContain('\n  led there\n    after 97 other steps:\n    step 97\n    step 98\n    step 99\n');
  expect(text).toContain('\n  replay     a long command, which the report has\n');
  expect(text).toContain('\n  request    a long command, which the report has\n');
});

test('acceptable answers that take more than three rows are counted', () => {
  const of = (count: number) =>
    rowsOf({ expected: Array.from({ length: count }, (_, index) => `status ${400 + index}`) }).join('\n');
  expect(of(4)).toContain(
    '  expected   status 400\n          or status 401\n          or status 402\n          or status 403\n',
  );
  expect(of(5)).toContain('  expected   status 400\n          or 4 other answers\n');
});

test('without a page, a violation names the file with the data of the run', () => {
  const lines = violationLines([exampleFinding()], 'reports/latest/conformance.json');
  expect(lines.flat().map((part) => (typeof part === 'string' ? part : part.text))).toContain(
    '  in full    reports/latest/conformance.json',
  );
});
