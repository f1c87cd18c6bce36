import { expect, test } from '#unit-test';
import { requirement, requirements } from '../contract/requirements/catalogue.js';
import { exampleFinding } from '../verdicts/evidence.js';
import type { Finding } from '../verdicts/finding.js';
import type { ConformanceReport, RequirementReport } from './conformance-report.js';
import {
  exampleGaps,
  exampleKnownFailures,
  examplePassed,
  exampleReport,
  exampleRequirement,
} from './example-report.js';
import { asBlock, asCode, asWords, markdownSummary } from './markdown-summary.js';

test('a run is read from its verdict to what could not be exercised', () => {
  const { sentence } = requirement('BAT-09');
  const findings = [
    exampleFinding({ judgement: 'deviated', actual: '7 entries' }),
    exampleFinding({ expected: ['2 entries', 'none'] }),
    exampleFinding({ operationId: 'getStockResults' }),
  ];
  const text = markdownSummary(
    reported({
      verdict: 'non-conformant',
      exitCode: 1,
      reason: '1 requirement violated: BAT-09.',
      requirements: [
        exampleRequirement('BAT-10', 'passed'),
        exampleRequirement('BAT-09', 'failed', {
          findings: findings.map((each) => ({ ...each, test: 'test-1' })),
        }),
        exampleRequirement('ORD-01', 'blocked', { reason: 'there is no order' }),
      ],
      since: {
        run: { startedAt: '2030-01-01T03:04:05.678Z', seed: 7, profile: 'standard' },
        newlyFailing: ['BAT-09'],
        fixed: [],
        newlyCovered: ['BAT-10', 'BAT-11'],
        noLongerVerified: [],
        noLongerRan: ['orders/list.spec.ts › Orders › of GET /x/{id}'],
      },
    }),
  );
  expect(text).toBe(`## Conformance: non-conformant

**Exit code 1:** 1 requirement violated: BAT-09.

- target: \`staging\`, \`https://staging.example.com\`
- contract 1.3.0, profile standard, seed 42
- 120 exchanges in 3 tests, 1.3 s

| verdict | must | should | may | all | |
|---|--:|--:|--:|--:|---|
| failed | 1 | 0 | 0 | 1 | a must is violated |
| blocked | 1 | 0 | 0 | 1 | could not be exercised |
| passed | 1 | 0 | 0 | 1 | verified in this run |

### Violated

**BAT-09** (must, failed): ${sentence}

- operations: getStatusResults, getStockResults
- where: \`body items\`
- expected: \`2 entries\` or \`none\`
- actual: \`1 entries\`
- the first of 3 findings

\`\`\`sh
npm run conformance -- --grep 'x'
\`\`\`

### Since the run of 2030-01-01T03:04:05.678Z (profile standard, seed 7)

- newly failing: BAT-09
- newly covered: BAT-10, BAT-11
- tests that no longer ran: orders/list.spec.ts › Orders › of GET /x/{id}

### Not exercised

- blocked: there is no order (ORD-01)
`);
});

test('known failures stand apart from what is violated', () => {
  const findings = [{ ...exampleFinding({ known: true }), test: 'test-1' }];
  const text = markdownSummary(
    reported({
      requirements: [exampleRequirement('BAT-09', 'failed', { findings, known: true })],
      knownFailures: exampleKnownFailures,
    }),
  );
  expect(text).not.toContain('### Violated');
  expect(text).toContain('| failed | 1 | 0 | 0 | 1 | a must is violated; 1 known |');
  expect(text).toMatch(
    /### Known failures listed in known-failures\/staging.yaml\n\n- passes: REF-06 at listBrands: .*\n/,
  );
  expect(text).toContain(
    '- fails: BAT-09: Entries are dropped above 90 items. (until 2030-01-31, `https://tracker.example.com/SHOP-123`). It still fails: 1 finding.\n',
  );
  expect(text).toContain('`Ids <b>twice</b>.`');
});

test('a run with nothing to complain of is short, and says that nothing changed', () => {
  const nothing = { newlyFailing: [], fixed: [], newlyCovered: [], noLongerVerified: [], noLongerRan: [] };
  const run = { startedAt: '2030-01-01T03:04:05.678Z', seed: 7, profile: 'standard' };
  const text = markdownSummary(reported({ since: { run, ...nothing } }));
  expect(text).not.toContain('### Violated');
  expect(text).not.toContain('### Not exercised');
  expect(text).toContain('(profile standard, seed 7)\n\nNothing is newly failing, fixed, ');
  expect(markdownSummary(reported({}))).not.toContain('Since');
});

test('requirements are counted by strength, the most pressing verdict first', () => {
  const of = (strength: RequirementReport['strength'], verdict: RequirementReport['verdict']) => ({
    ...exampleRequirement('BAT-09', verdict),
    strength,
  });
  const text = markdownSummary(
    reported({
      requirements: [
        of('may', 'passed'),
        of('must', 'passed'),
        of('should', 'warned'),
        of('may', 'warned'),
        of('may', 'warned'),
      ],
    }),
  );
  expect(text).toContain('|\n| warned | 0 | 1 | 2 | 3 | a should or may is violated |\n');
  expect(text).toContain('|\n| passed | 1 | 0 | 1 | 2 | verified in this run |\n');
});

test('twenty requirements are shown, those that failed first, and the others counted', () => {
  const violated = requirements
    .slice(0, 30)
    .map(({ id }, index) =>
      exampleRequirement(id, index < 15 ? 'warned' : 'failed', { findings: [found({})] }),
    );
  const text = markdownSummary(reported({ requirements: violated }));
  expect(text.match(/^\*\*[A-Z]+-\d+\*\* \(\w+, failed\)/gm)).toHaveLength(15);
  expect(text.match(/^\*\*[A-Z]+-\d+\*\* \(\w+, warned\)/gm)).toHaveLength(5);
  expect(text).toContain('\n\n... and 10 more requirements; the report has them all\n');
});

test('lists of ids, of tests and of what is blocked end somewhere', () => {
  const blocked = requirements
    .slice(0, 23)
    .map(({ id }) => exampleRequirement(id, 'blocked', { reason: `reason ${id}` }));
  const since = {
    run: { startedAt: '2030-01-01T03:04:05.678Z', seed: 7, profile: 'standard' },
    newlyFailing: [],
    fixed: [],
    newlyCovered: [],
    noLongerVerified: requirements.slice(0, 25).map(({ id }) => id),
    noLongerRan: Array.from({ length: 400 }, (_, index) => `a.spec.ts › ${index}`),
  };
  const text = markdownSummary(reported({ requirements: blocked, since }));
  expect(text).toContain('\n- ... and 3 more reasons; the report has them all\n');
  expect(text).toMatch(/- no longer verified: .* and 5 more\n/);
  expect(text).toMatch(/- tests that no longer ran: .* and 380 more\n/);
});

test('what stands in the way of many requirements is said once', () => {
  const reasons = ['there is no order', 'there is no product', 'there is no order'];
  const blocked = reasons.map((reason, index) =>
    exampleRequirement(requirements[index]?.id ?? 'BAT-09', 'blocked', { reason }),
  );
  const [first, second, third] = blocked.map(({ id }) => id);
  expect(markdownSummary(reported({ requirements: blocked }))).toContain(
    `\n- blocked: there is no order (${first}, ${third})\n- blocked: there is no product (${second})\n`,
  );
});

test('what a partial run left out is said, and not listed as open', () => {
  const requirements = [exampleRequirement('ORD-01', 'unverified', { reason: 'no check of it ran' })];
  expect(markdownSummary(reported({ requirements }))).toContain('- unverified: no check of it ran (ORD-01)');
  const partial = markdownSummary(reported({ requirements, deselected: '--grep `@ORD`' }));
  expect(partial).toContain('- left out by `` --grep `@ORD` ``\n');
  expect(partial).not.toContain('Not exercised');
});

test('a run that ended early, or with several errors, says so', () => {
  const text = markdownSummary(reported({ endedEarly: true, errors: ['a', 'b', 'c'] }));
  expect(text).toContain('\n- ended before all tests had run\n- 2 more errors; the report has them all\n');
});

test('a command that is too long to show is not cut', () => {
  const replay = `npm run conformance -- --grep '${'x'.repeat(1500)}'`;
  const text = markdownSummary(
    reported({ requirements: [exampleRequirement('BAT-09', 'failed', { findings: [found({ replay })] })] }),
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

test('nothing that the target says leaves its place', () => {
  for (const text of [...hostile, hostile.join(' ')]) {
    const plain = outline(markdownSummary(everywhere('a')));
    expect(outline(markdownSummary(everywhere(text)))).toEqual(plain);
  }
});

test('a megabyte of anything, everywhere, is a few hundred kilobytes of Markdown', () => {
  for (const text of ['a', '`', '\0', '|', '@a ', '\n# ', '店', '\ud800']) {
    const summary = markdownSummary(everywhere(text.repeat(1024 * 1024)));
    expect(Buffer.byteLength(summary)).toBeLessThan(512 * 1024);
  }
});

/** A report that has a text in every place that the target may fill, 30 times in each list. */
function everywhere(text: string): ConformanceReport {
  const finding = found({ actual: text, at: text, expected: Array(30).fill(text), replay: text });
  const violated = requirements
    .slice(0, 30)
    .map(({ id }) => exampleRequirement(id, 'failed', { findings: [finding] }));
  const blocked = requirements
    .slice(30, 60)
    .map(({ id }) => exampleRequirement(id, 'blocked', { reason: text }));
  return reported({
    reason: text,
    target: { name: text, url: text, confirmedGaps: [], settings: {} },
    deselected: text,
    errors: [text],
    requirements: [...violated, ...blocked],
    since: {
      run: { startedAt: '2030-01-01T03:04:05.678Z', seed: 7, profile: 'standard' },
      newlyFailing: [],
      fixed: [],
      newlyCovered: [],
      noLongerVerified: [],
      noLongerRan: Array(30).fill(text),
    },
  });
}

/** The Markdown without its code: all parts that can be markup. */
function outline(markdown: string): string {
  return markdown
    .replaceAll(/^(`{3,})sh\n[\s\S]*?\n\1$/gm, '(block)')
    .replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)( \(the beginning of \d+ characters\))?/g, 'a');
}

function found(given: Partial<Finding>): RequirementReport['findings'][number] {
  return { ...exampleFinding(given), test: 'test-1' };
}

function reported(change: Partial<ConformanceReport>): ConformanceReport {
  return examplePassed({ totals: { ...exampleReport().totals, tests: 3, exchanges: 120 }, ...change });
}

test('a run that was resumed says when, and how much it kept', () => {
  const resumed = [
    { at: '2030-01-02T04:00:00.000Z', kept: 91 },
    { at: '2030-01-02T05:00:00.000Z', kept: 1 },
  ];
  const summary = markdownSummary(examplePassed({ resumed }));
  expect(summary).toContain('- resumed at 2030-01-02T04:00:00.000Z, with the evidence of 91 tests\n');
  expect(summary).toContain('- resumed at 2030-01-02T05:00:00.000Z, with the evidence of 1 test\n');
});

test('gaps are told where not all are confirmed', () => {
  const text = markdownSummary(reported({ gapsToConfirm: ['G-07'], gaps: exampleGaps }));
  expect(text).toContain(`### Gaps of the description

Next: the target fills G-05 in its own way: run npm run learn -- --target staging.

- different: G-05 (SHP-02)
- as assumed: G-07

To confirm those at which the target did as assumed:

\`\`\`sh
TARGET_CONFIRMED_GAPS=G-07
\`\`\`
`);
  const confirmed = exampleGaps.map((gap) => ({ ...gap, confirmed: true }));
  expect(markdownSummary(reported({ gapsToConfirm: 'all', gaps: confirmed }))).not.toContain('### Gaps');
});

test('a plain sentence stays one', () => {
  const sentence = "TARGET_WRITES is deny, and this needs a write (it's {so}); 50 % of 1.5 s!";
  expect(asWords(sentence)).toBe(sentence);
});

for (const hostile of [
  '@octocat',
  'see #12',
  'costs $5$',
  '<img src=x>',
  'a > b',
  '&amp;',
  'a | b',
  'a\\b',
  '[a](b)',
  '![a]',
  'the `x`',
  '~~a~~',
  '**a**',
  'see https://evil.example',
  'WWW.evil.example',
  'a\nb',
  'a\n\n# b',
  'a\u2028b',
  'a\u202eb',
  'a\u200bb',
  'a\0b',
])
  test(`${JSON.stringify(hostile)} is shown as code`, () => {
    expect(asWords(hostile)).toBe(asCode(hostile));
    expect(asCode(hostile)).toMatch(/^(`+)[^\n\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*\1$/u);
  });

test('backticks are surrounded by more of them', () => {
  expect(asCode('a')).toBe('`a`');
  expect(asCode('`a``b`')).toBe('``` `a``b` ```');
  expect(asCode('`')).toBe('`` ` ``');
  expect(asCode(' a')).toBe('`  a `');
});

test('what can not be seen is shown as its number', () => {
  expect(asCode('a\0\t\u202e\u{e0041}b\r\nc')).toBe('`a\\u{0}\\u{9}\\u{202e}\\u{e0041}b⏎c`');
  expect(asCode('\ud800')).toBe('`\ufffd`');
});

test('a long text is cut, however it is spelled', () => {
  const much = 1024 * 1024;
  expect(asCode('a'.repeat(much))).toBe(`\`${'a'.repeat(300)}\` (the beginning of ${much} characters)`);
  for (const part of ['`', '\0', '\n', '|', '@a ', '店'])
    expect(asWords(part.repeat(much)).length).toBeLessThan(1300);
  expect(asWords('a '.repeat(much)).length).toBeLessThan(500);
});

test('an empty text is called nothing', () => {
  expect(asCode('')).toBe('nothing');
});

test('a block ends where it should', () => {
  expect(asBlock("npm run x -- --grep 'a'", 'sh')).toBe("```sh\nnpm run x -- --grep 'a'\n```");
  expect(asBlock('a\n```\n# b\r\n````', 'sh')).toBe('`````sh\na\n```\n# b\n````\n`````');
  expect(asBlock('a\u2028```', '')).toBe('````\na\\u{2028}```\n````');
});
