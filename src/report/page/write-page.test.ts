import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { crowdedReport } from '#testing/crowded-report';
import {
  exampleKnownFailures,
  examplePreflight,
  exampleReport,
  exampleReported,
  exampleRequirement,
  exampleViolated,
} from '#testing/example-report';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import type { ConformanceReport } from '../data/conformance-report.js';
import { readReport } from '../data/report-file.js';
import { plain } from '../terminal/terminal.js';
import { ViolationLog } from '../terminal/terminal-violations.js';
import { writePage } from './write-page.js';

const attacks = [
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '<!--',
  '</pre></details></main>',
  'javascript:alert(1)',
  '\u0000\u001b[2J\u202e\ud800',
];

test('the page needs no other file, and its policy allows only its own scripts and style', async () => {
  const html = await written(exampleReport());
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html.match(/<style/g)).toHaveLength(1);
  expect(html).not.toMatch(/<(img|iframe|object|embed|base)\b/);
  expect(html.match(/<link[^>]*>/g)).toEqual(['<link rel="icon" href="data:,">']);
  expect(html).not.toMatch(/\s(src|style|on\w+)=/);
  expect(html).not.toMatch(/(href|action)="?(https?:|\/\/|javascript:)/);
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
  const digests = (element: string) =>
    [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${digests('script').join(' ')}`,
    `style-src ${digests('style').join(' ')}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

const crowded = crowdedReport();

/** A report that has something for each part of its views. */
const report: ConformanceReport = {
  ...crowded,
  requirements: [
    exampleRequirement('BAT-09', 'failed', {
      findings: [
        exampleReported({
          write: 'updateProductStatus',
          expected: ['an entry of 3'],
          actual: 'the array [1, 2, 4]',
          // There is nothing to compare it with.
          values: { expected: [null], actual: { kind: 'array', text: '[1,2,4]' } },
        }),
      ],
    }),
    // What their clauses say states it, follows or is assumed.
    ...(['LIM-02', 'PRD-05', 'SHP-07'] as const).map((id) => exampleRequirement(id, 'passed')),
  ],
  knownFailures: exampleKnownFailures,
  preflight: {
    ...{ ...examplePreflight, checks: 'reads' },
    leftOut: [
      { what: 'everything that needs a write', reason: 'TARGET_WRITES is deny' },
      { what: 'ORD-03', reason: 'name orders in TARGET_ORDERS', blocks: true },
    ],
  },
  tests: crowded.tests.slice(0, 3),
  trend: [{ ...crowded, startedAt: '2030-01-01T00:00:00.000Z', verdicts: crowded.totals.verdicts }],
};

test('the views of a page', async () => {
  const html = await written(report);
  const views = ['summary', 'requirements', 'run'].map((view) => {
    const section = `<section class="view" id="${view}" .*?(?=<section class="view"|</main>)`;
    const [shown = ''] = new RegExp(section, 's').exec(html) ?? [];
    const text = shown.replaceAll(/<form.*?<\/form>|<(?!div class="differing")[^>]+>/gs, '\n');
    return [view, text.replaceAll(/\s*\n\s*/g, '\n')];
  });
  expectGolden('page.txt', Object.fromEntries(views));
});

test('the tracker of a known failure is a link, unless its address runs a script', async () => {
  for (const [link, isLink] of [
    ['https://a.example/SHOP-1', true],
    ['javascript:alert(1)', false],
  ] as const) {
    const entries = exampleKnownFailures.entries.map((each) => ({ ...each, link }));
    const html = await written(exampleReport({ knownFailures: { file: 'f', entries } }));
    expect(html).toContain(link);
    expect(new RegExp(`href="?${link.slice(0, 10)}`).test(html)).toBe(isLink);
  }
});

test('the address that the terminal prints for a violation leads to it, among any number of findings', async () => {
  // The page shows 50 findings in full, and the others in a line each.
  const findings = Array.from({ length: 60 }, (_, index) =>
    exampleReported({ at: `body items[${index}].of${index}`, actual: `actual${index}.` }),
  );
  const html = await written(exampleViolated(findings));
  for (const finding of findings) {
    const printed = plain(new ViolationLog('index.html').linesOf([finding]));
    const [, address = 'none'] = /index\.html#(\S+)/.exec(printed) ?? [];
    const [, after = '', ...more] = html.split(` id="${address}"`);
    expect(more).toEqual([]);
    expect(after.split(' id="', 1)[0]).toContain(finding.actual);
  }
});

/** Members with names of their own instead of those of the format. */
const named = new Set(['headers', 'notes', 'verifiedBy', 'settings', 'statuses', 'clauses', 'durations']);

/** Members whose strings are from a list or have a form: no page is made with any other. */
const chosen = new Set(['verdict', 'startedAt', 'kind', 'prefix']);

/** A report with a string added to each other text and name. */
function hostileThroughout(value: unknown, added: string, member = ''): unknown {
  if (typeof value === 'string') return chosen.has(member) ? value : value + added;
  if (Array.isArray(value)) return value.map((each) => hostileThroughout(each, added, member));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, each]) => [name, hostileThroughout(each, added, name)]);
  const own = named.has(member) ? Object.entries(value).map(([name, each]) => [name + added, each]) : [];
  return Object.fromEntries([...members, ...own]);
}

test('a string that somebody added to every string and name of a conformance.json is text in the page', async () => {
  const file = test.info().outputPath('conformance.json');
  writeFileSync(
    file,
    JSON.stringify(hostileThroughout({ ...crowded, knownFailures: exampleKnownFailures }, attacks.join(' '))),
  );
  const html = await written(readReport(file));
  expect(html).not.toMatch(/<(?:img|svg\/onload)|<!--|(?:href|src)="?javascript:/);
  expect(html.match(/<\/?script/g)).toHaveLength(4);
  expect(html.match(/<\/main>/g)).toHaveLength(1);
  const [, body = ''] = html.split('</script>');
  expect(/(?![\n\t])[\p{Cc}\p{Cf}]/u.exec(body)).toBeNull();
  expect(html.length).toBeGreaterThan(1e6);
  // Bodies are cut as far as needed, so that all of them fit into a page.
  expect((await written(crowded)).length).toBeLessThan(3e6);
});

async function written(report: ConformanceReport): Promise<string> {
  const file = test.info().outputPath('index.html');
  await writePage(report, file, true);
  return readFileSync(file, 'utf8');
}
