import { examplePassed, exampleReported, exampleRequirement, exampleViolated } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { clauses, requirement, requirements } from '../../contract/requirements/catalogue.js';
import type { ConformanceReport } from '../data/conformance-report.js';
import { asBlock, asCode, asWords, markdownSummary } from './markdown-summary.js';

const unchanged: NonNullable<ConformanceReport['since']> = {
  run: { startedAt: '2030-01-01T03:04:05.678Z', seed: 7, profile: 'standard' },
  newlyFailing: [],
  fixed: [],
  newlyCovered: [],
  noLongerVerified: [],
  noLongerRan: [],
};

test('the summary shows a run from its verdict to the requirements that could not be exercised', () => {
  const { sentence } = requirement('BAT-09');
  const findings = [
    exampleReported({ judgement: 'deviated', actual: '7 entries' }),
    exampleReported({ expected: ['2 entries', 'none'] }),
    exampleReported({ operationId: 'getStockResults' }),
  ];
  const since = {
    ...unchanged,
    newlyFailing: ['BAT-09'],
    newlyCovered: ['BAT-10', 'BAT-11'],
    noLongerRan: ['orders/list.spec.ts › Orders › of GET /x/{id}'],
  };
  const text = markdownSummary(exampleViolated(findings, { since }));
  expect(text).toBe(`## Conformance: non-conformant

**Exit code 1:** 1 requirement violated: BAT-09.

- target: \`staging\`, \`https://staging.example.com\`
- contract 1.3.0, profile standard, seed 42
- 120 exchanges in 388 tests
- took 1 s

| verdict | must | should | may | all | |
|---|--:|--:|--:|--:|---|
| failed | 2 | 0 | 0 | 2 | a must is violated; 1 known |
| blocked | 1 | 0 | 0 | 1 | could not be exercised |
| passed | 1 | 0 | 0 | 1 | verified in this run |

### Violated

**BAT-09** (must, failed): ${sentence}

- clause 2.1: ${clauses['2.1']}
- operations: getStatusResults, getStockResults
- where: \`body items\`
- expected: \`2 entries\` or \`none\`
- actual: \`1 entry\`
- the first of 3 findings

\`\`\`sh
npm run conformance -- --grep 'x'
\`\`\`

### Known failures listed in known-failures/staging.yaml

- passes: REF-06 at listBrands: \`Ids <b>twice</b>.\` (until 2030-01-31, \`https://tracker.example.com/SHOP-123\`). It was verified in 3 exchanges, and nothing failed: remove the entry.
- fails: BAT-09: Entries are dropped above 90 items. (until 2030-01-31, \`https://tracker.example.com/SHOP-123\`). It still fails: 1 finding.

### Since the run of 2030-01-01T03:04:05.678Z (profile standard, seed 7)

- newly failing: BAT-09
- newly covered: BAT-10, BAT-11
- tests that no longer ran: orders/list.spec.ts › Orders › of GET /x/{id}

### Not verified

- blocked: there is no order (ORD-01)

### What the description leaves open

Next: the service differs from what the suite assumes at G-05: run npm run learn -- --target staging.

- different: G-05 (SHP-02)
- as assumed: G-07

To confirm those at which the target did as assumed:

\`\`\`sh
TARGET_CONFIRMED_GAPS=G-07
\`\`\`
`);
});

test('twenty violated requirements are shown, failed ones first, and the others counted', () => {
  const violated = requirements.slice(0, 30).map(({ id }, index) => {
    const judgement = index < 15 ? 'warned' : 'failed';
    return exampleRequirement(id, judgement, { findings: [exampleReported({ judgement })] });
  });
  const text = markdownSummary(examplePassed({ requirements: violated }));
  expect(text.match(/^\*\*[A-Z]+-\d+\*\* \(\w+, failed\)/gm)).toHaveLength(15);
  expect(text.match(/^\*\*[A-Z]+-\d+\*\* \(\w+, warned\)/gm)).toHaveLength(5);
  expect(text).toContain('\n\n... and 10 more requirements; the report has them all\n');
});

test('long lists of ids, tests and reasons are cut', () => {
  const blocked = requirements
    .slice(0, 23)
    .map(({ id }) => exampleRequirement(id, 'blocked', { reason: `reason ${id}` }));
  const since = {
    ...unchanged,
    noLongerVerified: requirements.slice(0, 25).map(({ id }) => id),
    noLongerRan: Array.from({ length: 400 }, (_, index) => `a.spec.ts › ${index}`),
  };
  const text = markdownSummary(examplePassed({ requirements: blocked, since }));
  expect(text).toContain('\n- ... and 3 more reasons; the report has them all\n');
  expect(text).toMatch(/- no longer verified: .* and 5 more\n/);
  expect(text).toMatch(/- tests that no longer ran: .* and 380 more\n/);
});

test('a partial run states its selection, and does not list the rest as open', () => {
  const requirements = [exampleRequirement('ORD-01', 'unverified', { reason: 'no check of it ran' })];
  expect(markdownSummary(examplePassed({ requirements }))).toContain(
    '- unverified: no check of it ran (ORD-01)',
  );
  const partial = markdownSummary(examplePassed({ requirements, deselected: '--grep `@ORD`' }));
  expect(partial).toContain('- left out by `` --grep `@ORD` ``\n');
  expect(partial).not.toContain('Not verified');
});

test('a run that ended early, or with several errors, says so', () => {
  const text = markdownSummary(examplePassed({ endedEarly: true, errors: ['a', 'b', 'c'] }));
  expect(text).toContain('\n- ended before all tests had run\n- 2 more errors; the report has them all\n');
});

test('a command that is too long is left out, not cut', () => {
  const replay = `npm run conformance -- --grep '${'x'.repeat(1500)}'`;
  const text = markdownSummary(
    examplePassed({
      requirements: [exampleRequirement('BAT-09', 'failed', { findings: [exampleReported({ replay })] })],
    }),
  );
  expect(text).toContain('\nThe command that repeats it is in the report.\n');
  expect(text).not.toContain('xxx');
});

/** Answers with which a target could try to break out of the text. */
const hostile = [
  '@octocat #1 https://evil.example <script>alert(1)</script> | a | b |',
  '\n\n# title\n\n- [link](javascript:alert(1)) ![x](https://evil.example/x.png)\n```\n<details>',
  '`'.repeat(7),
  '</code></pre><img src=x onerror=alert(1)>&lt;b&gt;',
  '\u202egnp.exe\u0000\u001b[31m\ud800',
];

test('no text of a target changes the markup around it', () => {
  const plain = outline(markdownSummary(everywhere('a')));
  for (const text of [...hostile, hostile.join(' ')]) {
    expect(outline(markdownSummary(everywhere(text)))).toEqual(plain);
  }
});

test('a summary stays below 512 KiB even if the report has a megabyte of text in every place', () => {
  for (const text of ['a', '`', '\0', '|', '@a ', '\n# ', '店', '\ud800']) {
    const summary = markdownSummary(everywhere(text.repeat(1024 * 1024)));
    expect(Buffer.byteLength(summary)).toBeLessThan(512 * 1024);
  }
});

/** A report that has a text in every place that the target may fill, 30 times in each list. */
function everywhere(text: string): ConformanceReport {
  const finding = exampleReported({ actual: text, at: text, expected: Array(30).fill(text), replay: text });
  const violated = requirements
    .slice(0, 30)
    .map(({ id }) => exampleRequirement(id, 'failed', { findings: [finding] }));
  const blocked = requirements
    .slice(30, 60)
    .map(({ id }) => exampleRequirement(id, 'blocked', { reason: text }));
  return examplePassed({
    reason: text,
    target: { name: text, url: text, confirmedGaps: [], settings: {} },
    deselected: text,
    errors: [text],
    requirements: [...violated, ...blocked],
    since: { ...unchanged, noLongerRan: Array(30).fill(text) },
  });
}

/** The Markdown without its code: all parts that can be markup. */
function outline(markdown: string): string {
  return markdown
    .replaceAll(/^(`{3,})sh\n[\s\S]*?\n\1$/gm, '(block)')
    .replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)( \(the beginning of \d+ characters\))?/g, 'a');
}

test('a plain sentence is unchanged', () => {
  const sentence = "TARGET_WRITES is deny, and this needs a write (it's {so}); 50 % of 1.5 s!";
  expect(asWords(sentence)).toBe(sentence);
});

test('text that could be markup is shown as code', () => {
  const hostile = [
    ...['@octocat', 'see #12', 'costs $5$', '<img src=x>', 'a > b', '&amp;', 'a | b', 'a\\b', '[a](b)'],
    ...['![a]', 'the `x`', '~~a~~', '**a**', 'see https://evil.example', 'WWW.evil.example', 'a\nb'],
    ...['a\n\n# b', 'a\u2028b', 'a\u202eb', 'a\u200bb', 'a\0b'],
  ];
  for (const text of hostile) {
    expect(asWords(text)).toBe(asCode(text));
    expect(asCode(text)).toMatch(/^(`+)[^\n\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*\1$/u);
  }
});

test('text with backticks is surrounded by more backticks than it contains', () => {
  expect(asCode('a')).toBe('`a`');
  expect(asCode('')).toBe('nothing');
  expect(asCode('`a``b`')).toBe('``` `a``b` ```');
  expect(asCode('`')).toBe('`` ` ``');
  expect(asCode(' a')).toBe('`  a `');
});

test('invisible characters are shown as their numbers', () => {
  expect(asCode('a\0\t\u202e\u{e0041}b\r\nc')).toBe('`a\\u{0}\\u{9}\\u{202e}\\u{e0041}b⏎c`');
  expect(asCode('\ud800')).toBe('`\ufffd`');
});

test('a long text is cut, whatever its characters', () => {
  const much = 1024 * 1024;
  expect(asCode('a'.repeat(much))).toBe(`\`${'a'.repeat(300)}\` (the beginning of ${much} characters)`);
  for (const part of ['`', '\0', '\n', '|', '@a ', '店', 'a '])
    expect(asWords(part.repeat(much)).length).toBeLessThan(1300);
});

test('a block ends only at its own fence', () => {
  expect(asBlock("npm run x -- --grep 'a'", 'sh')).toBe("```sh\nnpm run x -- --grep 'a'\n```");
  expect(asBlock('a\n```\n# b\r\n````', 'sh')).toBe('`````sh\na\n```\n# b\n````\n`````');
  expect(asBlock('a\u2028```', '')).toBe('````\na\\u{2028}```\n````');
});
