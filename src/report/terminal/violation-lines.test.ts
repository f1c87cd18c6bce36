import { exampleFinding } from '#testing/example-finding';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import type { ShownExchange } from '../../http/shown/shown-exchange.js';
import type { Finding } from '../../verdicts/finding.js';
import { Output } from './terminal.js';
import { violationLines } from './violation-lines.js';

const page = 'reports/latest/index.html';

/** The rows that a terminal of 100 columns shows of a violation. */
function rowsOf(
  given: Partial<Finding>,
  settings: Parameters<typeof violationLines>[2] = {},
): readonly string[] {
  const shown: string[] = [];
  const terminal = { isTTY: true, columns: 100, write: (text: string) => shown.push(text) };
  new Output(terminal, { NO_COLOR: '1' }, (text) => text).print(
    violationLines([exampleFinding(given)], page, settings),
  );
  const lines = shown.join('').trimEnd().split('\n');
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

const replay = `npm run conformance -- --seed 7 --grep 'Brands are listed( @|$)'`;
const headers = {
  date: 'Wed, 02 Jan 2030 03:04:05 GMT',
  'content-type': 'application/json',
  'x-ratelimit-limit': '50',
  'x-ratelimit-remaining': 'plenty',
  'x-ratelimit-reset': '12',
};
const entries = Array.from({ length: 200 }, (_, number) => ({
  ...{ requestItem: { sku: `S-${number}` }, success: true, errors: [] },
}));
const limit = {
  requirement: 'LIM-01',
  expected: ['an integer'],
  exchange: answered({ items: [] }, { headers }),
} as const;
const statuses = (count: number) => Array.from({ length: count }, (_, index) => `status ${400 + index}`);
const long = 'same '.repeat(500);

/** Violations as a terminal of 100 columns shows them, by what is to be seen. */
const screens: Readonly<Record<string, Partial<Finding>>> = {
  'the lines around the place in a body of 15,000 characters': {
    ...{ requirement: 'BAT-10', at: 'body items[100].requestItem.sku', expected: ['the string "S-99"'] },
    actual: 'the string "S-100"',
    exchange: answered({ items: entries, padding: 'x'.repeat(4000) }),
  },
  'the headers around a header': {
    ...limit,
    at: 'header x-ratelimit-remaining',
    actual: 'the string "plenty"',
  },
  'in short, a difference between the live description and the contract': {
    ...{ requirement: 'VER-04', judgement: 'deviated', operationId: 'createWebhook' },
    at: 'body paths["/api/v1/webhooks/"].post.responses[200].content["application/json"].schema.properties.description, which the description leaves open (G-05, G-13)',
    expected: [
      'the document should require description at 3 places: 200 of POST /webhooks/, GET /webhooks/{id}, PATCH /webhooks/{id}',
      "if the service does what the document says, the target's file in targets/ should say so: npm run learn proposes it",
    ],
    actual: 'it declares an optional field',
    exchange: answered({ paths: { '/api/v1/webhooks/': { post: { responses: 'x'.repeat(3000) } } } }),
  },
  'the last steps of a trail, the parts of long strings that differ, and no part of a command': {
    ...{ trail: Array.from({ length: 100 }, (_, index) => `step ${index}`) },
    ...{ expected: [`${long}left`], actual: `${long}right`, replay: 'r'.repeat(5000) },
    exchange: { ...answered('{}'), curl: 'c'.repeat(5000) },
  },
  'the first acceptable responses, and the number of the others': { expected: statuses(6) },
};

test('a violation in a terminal', () => {
  expectGolden('violation-lines.txt', screens, (given) => rowsOf({ replay, ...given }).join('\n'));
});

/** Texts as long as they can get: one word, many words, many lines, and wide characters. */
const longest = [
  'x'.repeat(16_000),
  'many words '.repeat(1500),
  'line\n'.repeat(3000),
  '日本語'.repeat(5000),
];

test('a violation takes at most 80 rows, and a lesser one 30, whatever is in it', () => {
  for (const text of longest) {
    const given: Partial<Finding> = {
      ...{ at: `body ${text}`, expected: Array.from({ length: 6 }, () => text), actual: text, times: 9 },
      write: 'updateProductStock',
      trail: Array.from({ length: 100 }, () => text),
      counterexample: { value: text, example: 1, shrinks: 2, seed: 3, path: '1:2' },
      steps: { file: 'targets/a.yaml', names: [text, text] },
      replay: 'r'.repeat(399),
      exchange: { ...answered(text, { headers: { x: text } }), curl: 'c'.repeat(399) },
    };
    const rows = (more: Partial<Finding>, isShort = false) =>
      [true, false].map((isKnown) => rowsOf({ ...given, ...more }, { isKnown, isShort }).length);
    const whole = ['status', 'header x', `body ${text}`].flatMap((at) => rows({ at }));
    const lesser = (['warned', 'deviated'] as const).flatMap((judgement) =>
      rows({ requirement: 'VER-04', judgement }),
    );
    expect(Math.max(...whole), text.slice(0, 5)).toBeLessThanOrEqual(80);
    expect(Math.max(...lesser, ...rows({}, true)), text.slice(0, 5)).toBeLessThanOrEqual(30);
  }
});
