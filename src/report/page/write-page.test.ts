import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { crowdedReport } from '#testing/crowded-report';
import {
  exampleKnownFailures,
  exampleReport,
  exampleReported,
  exampleRequirement,
  exampleViolated,
} from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { clauses } from '../../contract/requirements/catalogue.js';
import type { ConformanceReport } from '../data/conformance-report.js';
import { readReport } from '../data/report-file.js';
import { markdownSummary } from '../terminal/markdown-summary.js';
import { plain } from '../terminal/terminal.js';
import { terminalSummary } from '../terminal/terminal-summary.js';
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

test('the terminal, the Markdown summary and the page name the operation of a finding in the same way', async () => {
  const finding = exampleReported({ write: 'updateProductStatus', operationId: 'getStatusResults' });
  const report = exampleViolated([finding]);
  const words = 'updateProductStatus, seen at getStatusResults';
  const terminal = plain(terminalSummary(report, { file: 'x', ways: { report: 'x' } }));
  expect(terminal).toContain(`\n  operation  ${words}\n`);
  expect(markdownSummary(report)).toContain('\n- operations: updateProductStatus\n');
  const strings = (await written(report)).replaceAll(/<[^>]+>/g, '');
  expect(strings).toContain(words);
  expect(strings).not.toContain('getStatusResults after');
});

test('the terminal, the Markdown summary and the first screen say where a requirement was verified and what is missing', async () => {
  const reason = `${'x'.repeat(300)}: set TARGET_ORDERS`;
  const report = exampleReport({
    requirements: [
      exampleRequirement('ORD-05', 'blocked', { reason }),
      exampleRequirement('BAT-12', 'partial', {
        verifiedBy: { getStatusResults: 2 },
        missed: { operationIds: ['getShipResults'], kind: 'blocked', reason },
      }),
    ],
  });
  const where = 'verified at 6 of 7 operations, not at getShipResults';
  const terminal = plain(terminalSummary(report, { file: 'x', ways: { report: 'x' } }));
  expect(terminal).toContain(`\nblocked: ORD-05: ${reason}\n\npartial: ${reason}\n  BAT-12: ${where}\n`);
  expect(markdownSummary(report)).toContain(
    `### Not verified, or only in part\n\n- blocked: ${reason} (ORD-05)\n- partial: ${reason}\n  - BAT-12: ${where}\n`,
  );
  const strings = sectionOf(await written(report), 'summary').replaceAll(/<[^>]+>/g, ' ');
  expect(strings).toMatch(
    /Not verified, or only in part .* partial\s+x+: set TARGET_ORDERS\s+verified at 6 of 7/s,
  );
  expect(strings).toMatch(new RegExp(`${where}\\s+BAT-12`));
});

test('the first screen names what was left out, and the requirements that lack a setting', async () => {
  const preflight: ConformanceReport['preflight'] = {
    ...{ checks: 'reads', noticed: [], requests: 1 },
    leftOut: [
      { what: 'everything that needs a write', reason: 'TARGET_WRITES is deny' },
      {
        ...{ what: 'products with a problem', reason: 'set TARGET_PROBLEM_IMAGE_URL' },
        lacking: { verdict: 'partial', requirements: ['PRD-04'], others: 'REJ-01 is blocked, too' },
      },
    ],
  };
  const shown = sectionOf(await written(exampleReport({ preflight })), 'summary').replaceAll(/<[^>]+>/g, ' ');
  expect(shown).toMatch(/ Left out: everything that needs a write +TARGET_WRITES is deny /);
  expect(shown).toMatch(/ Partial: PRD-04 +set TARGET_PROBLEM_IMAGE_URL; otherwise REJ-01 is blocked, too /);
});

/** The text in an element of the page. */
const textsIn = (html: string, id: string) => {
  const from = html.indexOf(` id="${id}"`);
  return html.slice(from, html.indexOf('</dl>', from)).replaceAll(/(?:<[^>]+>)+/g, '\n');
};

test('each requirement shows what its clauses say, and what gives it its strength', async () => {
  const stated = exampleRequirement('LIM-02', 'passed');
  const [derived, assumed] = (['PRD-05', 'SHP-07'] as const).map((id) => exampleRequirement(id, 'passed'));
  const html = await written(exampleReport({ requirements: [stated, derived, assumed].filter(isGiven) }));
  expect(textsIn(html, 'LIM-02')).toContain(`\n8.1: ${clauses['8.1']}\n`);
  expect(textsIn(html, 'LIM-02')).toContain(
    "\nWhy a must\nClause 8.1 states it: the operation's row of the table, ",
  );
  expect(textsIn(html, 'PRD-05')).toContain('\nIt follows from clause 2.2: rule 1, the linked countries ');
  expect(textsIn(html, 'SHP-07')).toContain('\nThe suite assumes it: clause 6 leaves it open (G-12).\n');
  const violated = await written(exampleViolated([exampleReported()]));
  expect(sectionOf(violated, 'summary')).toContain(`>2.1: ${clauses['2.1']}<`);
  expect(textsIn(violated, 'G-05')).toContain(`\n2.5: ${clauses['2.5']}\n`);
});

function isGiven<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}

test('the address that the terminal prints for a violation leads to its whole exchange, among any number of findings', async () => {
  const { exchange } = exampleReported();
  const text = JSON.stringify({ items: Array.from({ length: 60 }, (_, sku) => ({ sku })), end: 'the end' });
  const shown = { ...exchange, response: { ...exchange.response, body: { bytes: 1, text, isCut: false } } };
  const findings = Array.from({ length: 60 }, (_, index) =>
    exampleReported({ at: `body items[${index}].of${index}`, exchange: shown }),
  );
  const later = exampleReported({ at: 'body items[7].of0', judgement: 'failed', expected: ['another'] });
  const html = await written(exampleViolated([...findings, later]));
  const shownAt = findings.map((finding) => {
    const printed = plain(new ViolationLog('index.html').linesOf([finding]));
    const [, address = 'none'] = /index\.html#(\S+)/.exec(printed) ?? [];
    const [, after = '', ...more] = html.split(` id="${address}"`);
    return `${more.length}, ${after.split('<details', 1)[0]?.includes('the end')}`;
  });
  // The page shows 50 findings in full, and the others in a line each.
  expect(shownAt).toEqual(findings.map((_, index) => `0, ${index < 50}`));
});

test('a limit that no request exceeded is shown as a lower bound', async () => {
  const { operations, ...rest } = exampleReport();
  const withLimit = (rateLimit: (typeof operations)[number]['rateLimit']) =>
    written({ ...rest, operations: operations.map((each) => ({ ...each, rateLimit })) });
  const tested = { stated: 50, declared: 50, observed: 55 };
  expect(await withLimit({ ...tested, atLeast: true })).toContain(
    '<div class="differing">observed at least 55<',
  );
  expect(await withLimit(tested)).toContain('<div class="differing">observed 55<');
  // The test may have stopped early.
  const early = await withLimit({ ...tested, observed: 40, atLeast: true });
  expect(early).toContain('<div class="aside">observed at least 40<');
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
  const crowded = { ...crowdedReport(), knownFailures: exampleKnownFailures };
  const file = test.info().outputPath('conformance.json');
  writeFileSync(file, JSON.stringify(hostileThroughout(crowded, attacks.join(' '))));
  const html = await written(readReport(file));
  expect(html).not.toMatch(/<(?:img|svg\/onload)|<!--|(?:href|src)="?javascript:/);
  expect(html.match(/<\/?script/g)).toHaveLength(4);
  expect(html.match(/<\/main>/g)).toHaveLength(1);
  const [, body = ''] = html.split('</script>');
  expect(/(?![\n\t])[\p{Cc}\p{Cf}]/u.exec(body)).toBeNull();
  expect(html.length).toBeGreaterThan(1e6);
});

test('a card shows the beginning of a value that has nothing to compare with', async () => {
  const finding = exampleReported({
    expected: ['an entry of 3'],
    actual: 'the array [1, 2, 4]',
    values: { expected: [null], actual: { kind: 'array', text: '[1,2,4]' } },
  });
  const [, card = ''] = (await written(exampleViolated([finding]))).split('<article');
  expect(card.replaceAll(/<[^>]+>/g, '')).toContain('Actualarray [\n  1,\n  2,\n');
});

test('a column or a count that has nothing to show is left out', async () => {
  const html = await written(exampleReport());
  const heads = [...html.matchAll(/<th scope="col"[^>]*>([^<]*)/g)].map(([, name]) => name);
  expect(heads).toContain('Limit');
  for (const empty of ['Median', '95 %']) expect(heads).not.toContain(empty);
  expect(html).not.toContain('>Faults</span>');
});

test('a page has each exchange once, the timeline of the run, the windows of its limits, its state machines and the trend', async () => {
  const crowded = crowdedReport();
  const { machines } = crowded.observations;
  const taken = machines.map((machine) => ({
    ...machine,
    transitions: machine.transitions.map((each, index) => ({
      ...each,
      legal: index > 0,
      times: 3,
      tests: [crowded.requirements.find(({ findings }) => findings.length > 0)?.findings[0]?.test ?? '?'],
    })),
  }));
  const trend = [{ ...crowded, startedAt: '2030-01-01T00:00:00.000Z', verdicts: crowded.totals.verdicts }];
  const html = await written({
    ...crowded,
    trend,
    observations: { ...crowded.observations, machines: taken },
  });
  const { verifying } = crowded.observations;
  expect(verifying.length).toBeGreaterThan(300);
  expect(html.match(/<details id="e\d+">/g)).toHaveLength(verifying.length);
  expect(html.match(/<a href="#e\d+">/g)?.length).toBeGreaterThan(100);
  const strings = sectionOf(html, 'run')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  for (const words of [
    / \d+ tests on 2 workers took .*; 30 found a violation\. /,
    / 2 runs of this target since 2030-01-01 00:00 UTC: in this one, 30 requirements failed, as many as in /,
    / The status of a product .* legal transitions? taken, and 1 illegal one\. .* ✕ illegal [A-Z]+-\d+-1 /,
    / listBrands 103 requests: 100 passed before the first refusal, 3 refused\. /,
  ])
    expect(strings).toMatch(words);
});

test('known failures are listed separately from violations, with a link to their tracker', async () => {
  const known = exampleRequirement('BAT-09', 'failed', {
    known: true,
    findings: [exampleReported({ known: true })],
  });
  const withLink = (link: string) =>
    written(
      exampleReport({
        requirements: [known],
        knownFailures: {
          file: 'f',
          entries: exampleKnownFailures.entries.map((each) => ({ ...each, link })),
        },
      }),
    );
  const html = await withLink('https://tracker.example.com/SHOP-123');
  expect(html).not.toMatch(/class="?violations/);
  expect(html).toContain('<h2>Known failures</h2>');
  expect(html).toContain('<a href="https://tracker.example.com/SHOP-123">');
  expect(sectionOf(html, 'requirements').match(/<span class="badge failed known">/g)).toHaveLength(2);
  expect(await withLink('javascript:alert(1)')).not.toMatch(/href="?javascript:/);
});

/** The HTML of one view. */
function sectionOf(html: string, id: string): string {
  return (
    new RegExp(`<section class="view" id="${id}" .*?(?=<section class="view"|</main>)`, 's').exec(
      html,
    )?.[0] ?? ''
  );
}

async function written(report: ConformanceReport): Promise<string> {
  const file = test.info().outputPath('index.html');
  await writePage(report, file, { linksTests: true });
  return readFileSync(file, 'utf8');
}
