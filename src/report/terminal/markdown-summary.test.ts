import { examplePassed, exampleReported, exampleRequirement, exampleViolated } from '#testing/example-report';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { requirements as catalogue } from '../../contract/requirements/catalogue.js';
import type { ConformanceReport } from '../data/conformance-report.js';
import { markdownSummary } from './markdown-summary.js';
import { asBlock, asCode, asWords } from './markdown-text.js';

const unchanged: NonNullable<ConformanceReport['since']> = {
  run: { startedAt: '2030-01-01T03:04:05.678Z', seed: 7, profile: 'standard' },
  newlyFailing: [],
  fixed: [],
  newlyCovered: [],
  noLongerVerified: [],
};

const findings = [
  exampleReported({ judgement: 'deviated', actual: '7 entries' }),
  exampleReported({ expected: ['2 entries', 'none'] }),
  exampleReported({ operationId: 'getStockResults', write: 'updateProductStock' }),
];

/** The beginnings of the catalogue, each violated, blocked or named by another list. */
const crowd = catalogue.slice(0, 25).map(({ id }) => id);
const long = `npm run conformance -- --grep '${'x'.repeat(1500)}'`;

const screens: Readonly<Record<string, ConformanceReport>> = {
  'a run from its verdict to the requirements that could not be exercised': exampleViolated(findings, {
    since: {
      ...unchanged,
      newlyFailing: ['BAT-09'],
      newlyCovered: ['BAT-10', 'BAT-11'],
    },
  }),
  'the beginnings of long lists of ids and reasons, and an early end with several errors': examplePassed({
    requirements: crowd.map((id) => exampleRequirement(id, 'blocked', { reason: `reason ${id}` })),
    since: { ...unchanged, noLongerVerified: crowd },
    endedEarly: true,
    errors: ['a', 'b', 'c'],
  }),
  'of a partial run its selection, and not the rest as open; a command that is too long is left out':
    examplePassed({
      requirements: [
        exampleRequirement('ORD-01', 'unverified', { reason: 'no check of it ran' }),
        exampleRequirement('BAT-09', 'failed', { findings: [exampleReported({ replay: long })] }),
      ],
      deselected: '--grep `@ORD`',
    }),
};

test('the end of a run on the page of a CI job', () => {
  expectGolden('markdown-summary.md', screens, markdownSummary);
});

/** Responses with which a target could try to break out of the text. */
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

/** A report that has a string in every place that the target may fill, 30 times in each list. */
function everywhere(text: string): ConformanceReport {
  const finding = exampleReported({ actual: text, at: text, expected: Array(30).fill(text), replay: text });
  const violated = catalogue
    .slice(0, 30)
    .map(({ id }) => exampleRequirement(id, 'failed', { findings: [finding] }));
  const blocked = catalogue
    .slice(30, 60)
    .map(({ id }) => exampleRequirement(id, 'blocked', { reason: text }));
  return examplePassed({
    reason: text,
    target: { name: text, url: text, confirmedGaps: [], settings: {} },
    deselected: text,
    errors: [text],
    requirements: [...violated, ...blocked],
    since: { ...unchanged, fixed: Array(30).fill(text) },
  });
}

/** The Markdown without its code: all parts that can be markup. */
function outline(markdown: string): string {
  return markdown
    .replaceAll(/^(`{3,})sh\n[\s\S]*?\n\1$/gm, '(block)')
    .replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)( \(the beginning of \d+ characters\))?/g, 'a');
}

test('text that could be markup is shown as code, with more backticks around it than in it', () => {
  const sentence = "TARGET_WRITES is deny, and this needs a write (it's {so}); 50 % of 1.5 s!";
  const markup = ['@octocat', 'see #12', 'costs $5$', '<img src=x>', '&amp;', 'a | b', '[a](b)', 'the `x`'];
  const strings = ['a', '', '`a``b`', '`', ' a', 'a\0\t\u202e\u{e0041}b\r\nc', '\ud800'];
  const blocks = ["npm run x -- --grep 'a'", 'a\n```\n# b\r\n````', 'a\u2028```'];
  expectGolden('markdown-text.md', {
    'words, of which only a sentence is unchanged': [sentence, ...markup]
      .map((text) => asWords(text))
      .join('\n'),
    'in a line': strings.map((text) => asCode(text)).join('\n'),
    'in blocks': blocks.map((text) => asBlock(text, 'sh')).join('\n'),
  });
});
