import { type ComponentType, h } from 'preact';
import { render } from 'preact-render-to-string';
import { exampleReport, exampleReported, exampleTest, exampleViolated } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { requirements } from '../../../contract/requirements/catalogue.js';
import type { WindowCurve } from '../../../verdicts/recording/observations.js';
import type { ConformanceReport } from '../../data/conformance-report.js';
import { pageContent } from '../content/page-content.js';
import { TrackPicture } from './batch-track.js';
import { CoverageBars } from './coverage-bars.js';
import { FindingPictures, ReportOfFindings } from './finding-pictures.js';
import { OperationPages } from './operation-page.js';
import { ResponseTimesPicture, TimesHistogram } from './response-times.js';
import { Run } from './run.js';
import { MachinePicture } from './state-machine.js';
import { Timeline } from './timeline.js';
import { Trend } from './trend.js';
import { CurvePicture } from './window-curve.js';

const times = {
  answers: 30,
  median: 4.2,
  percentile95: 310,
  histogram: [
    { from: 3, to: 30, answers: 28 },
    { from: 30, to: 300, answers: 0 },
    { from: 300, to: 450, answers: 2 },
  ],
};
/** A window in which 45 of 50 requests passed and three more were refused. */
const short: WindowCurve = {
  operationId: 'listBrands',
  declared: 50,
  points: [
    ...Array.from({ length: 45 }, (_, index) => ({ status: 200, remaining: 49 - index, reset: 60 - index })),
    ...Array.from({ length: 3 }, () => ({ status: 429, remaining: 5, reset: 14 })),
  ],
};
/** A batch that is missing once and begins again after it was completed. */
const track = {
  write: 'updateProductStatus',
  results: 'getStatusResults',
  reads: [
    { seconds: 0, status: 404 },
    { seconds: 1.5, status: 200, state: 'pending' },
    { seconds: 4, status: 200, state: 'completed' },
    { seconds: 75, status: 200, state: 'processing' },
  ],
};
const machine = {
  name: 'product',
  states: ['draft', 'active', 'inactive'],
  transitions: [
    { from: 'draft', to: 'active', by: 'time', legal: true, times: 1234, tests: ['test-1'] },
    { from: 'active', to: 'inactive', by: 'updateProductStatus', legal: true, times: 0, tests: [] },
    { from: 'active', to: 'draft', by: 'updateProductStatus', legal: false, times: 2, tests: ['test-1'] },
  ],
} as const;

const blank = exampleReport();
const moment = exampleReported().exchange.startedAt;
/** A run of two workers with one finding of BAT-09, two seconds after it began. */
const violated: ConformanceReport = exampleViolated(
  [exampleReported({ operationId: 'getStatusResults', write: 'updateProductStatus' })],
  {
    startedAt: new Date(Date.parse(moment) - 2000).toISOString(),
    durationMs: 10_000,
    tests: [
      exampleTest('test-1', {
        title: 'the one with the finding',
        milliseconds: 4000,
        covers: ['BAT-09'],
        began: { after: 1000, worker: 0 },
        waits: [{ kind: 'turn', from: 1500, milliseconds: 2000 }],
      }),
      exampleTest('test-2', { milliseconds: 1, covers: ['LIM-05'], began: { after: 5000, worker: 1 } }),
    ],
    trend: [
      {
        verdict: 'conformant',
        startedAt: '2030-01-01T03:04:05.678Z',
        durationMs: 61_000,
        verdicts: { ...blank.totals.verdicts, passed: 147 },
      },
    ],
    operations: blank.operations.map((each) => ({
      ...each,
      statuses: { 200: 1240, 418: 7 },
      durations: times,
      rateLimit: { stated: 50, declared: 50, observed: 45 },
    })),
    observations: {
      verifying: [],
      batches: [{ ...track, test: 'test-1' }],
      windows: [{ ...short, test: 'test-1' }],
      machines: [machine],
    },
  },
);
const report: ConformanceReport = {
  ...violated,
  requirements: violated.requirements.filter(({ id }) => id !== 'REF-06'),
};
const content = pageContent(report);
const limits = { stated: 50, declared: 50, observed: 45 };

const pictures: Readonly<Record<string, string>> = {
  timeline: drawn(Timeline, { content }),
  trend: drawn(Trend, { report }),
  machine: drawn(MachinePicture, { machine, content }),
  curve: drawn(CurvePicture, { curve: short, limits }),
  track: drawn(TrackPicture, { track }),
  times: drawn(ResponseTimesPicture, { operations: report.operations }),
  histogram: drawn(TimesHistogram, { times }),
  coverage: drawn(CoverageBars, { totals: blank.coverage.totals }),
};

for (const [name, html] of Object.entries(pictures)) {
  test(`everything in the ${name} picture is inside of it`, () => {
    const parts = [...html.matchAll(/ (?:x|x1|x2|cx|width)="(-?[\d.]+)%"/g)].map(([, part]) => Number(part));
    expect(html.length).toBeGreaterThan(500);
    expect(parts.filter((part) => !(part >= 0 && part <= 100))).toEqual([]);
    for (const [, height = '', inside = ''] of html.matchAll(
      /<svg[^>]* height="(\d+)"[^>]*>([\s\S]*?)<\/svg>/g,
    )) {
      const down = [...inside.matchAll(/ (?:y|y1|y2|cy)="(-?[\d.]+)"/g)].map(([, y]) => Number(y));
      expect(down.filter((y) => !(y >= 0 && y <= Number(height)))).toEqual([]);
    }
  });

  test(`the ${name} picture has a name for people who can't see it, and loads and runs nothing`, () => {
    for (const [svg] of html.matchAll(/<svg[^>]*>/g))
      expect(svg).toMatch(/aria-hidden="true"|role="(img|group)" aria-label="[^"]{20,}"/);
    expect(html).not.toMatch(/\s(style|on\w+|src)=|<script|NaN|undefined|Infinity/);
  });
}

test('the timeline shows each test as a bar, its wait, and its violation as a link', () => {
  const { timeline = '' } = pictures;
  expect(timeline.match(/<rect class="test-bar /g)).toHaveLength(2);
  expect(timeline).toContain('<rect class="turn" x="25%" y="22" width="20%"');
  expect(timeline).toContain('<circle class="moment" cx="20%"');
  expect(timeline).toContain('<a href="#BAT-09-1"><title>1 violation: BAT-09-1</title>');
  expect(shownIn(timeline)).toContain('2 tests on 2 workers took 10 s: 1 violation, the first after 2 s.');
  expect(shownIn(timeline)).toMatch(/4 s 2 s 1 s 0 the one with the finding/);
});

test('the track of a batch shows each read, and marks a missing answer and a step back', () => {
  const { track: html = '' } = pictures;
  expect(html.match(/<circle/g)).toHaveLength(4);
  expect(html.match(/<text class="sign"/g)).toHaveLength(2);
  expect(shownIn(html)).toContain(
    'read 4 times with getStatusResults: processing after 1 min 15 s; 1 read without a 200.',
  );
  for (const each of [
    'answer 404 after 0 s',
    'pending after 1.5 s',
    'completed after 4 s',
    'processing after 1 min 15 s ✕ out of order',
  ])
    expect(shownIn(html)).toContain(each);
});

test('the curve of a rate limit has a line for each different limit, and a mark for each refusal', () => {
  const { curve = '' } = pictures;
  expect(shownIn(curve)).toContain('48 requests: 45 passed before the first refusal, 3 refused.');
  for (const each of ['50 stated, declared', '45 observed', 'window ends in 14 s'])
    expect(shownIn(curve)).toContain(each);
  expect(curve.match(/<line class="limit (agreed|differs)"/g)).toEqual([
    '<line class="limit agreed"',
    '<line class="limit differs"',
  ]);
  expect(curve.match(/<g class="refused">(<line[^>]*><\/line>){3}<\/g>/)).not.toBeNull();
  // A straight line needs its ends alone.
  expect(/ d="([^"]*)"/.exec(curve)?.[1]?.match(/[ML]/g)).toHaveLength(3);
});

test('a limit that refused nothing is at least the number of requests that passed', () => {
  const curve = { ...short, points: short.points.slice(0, 45) };
  const html = drawn(CurvePicture, { curve, limits });
  expect(shownIn(html)).toContain('45 requests, none refused: the limit is at least 45.');
  expect(shownIn(html)).toContain('45 observed, at least');
  expect(html).not.toContain('class="refused"');
});

test('a state machine shows every transition, how often it was taken, and links an illegal one to its finding', () => {
  const { machine: html = '' } = pictures;
  expect(
    html.match(
      /<g class="edge (taken|untaken|illegal) weight-\d"><path[^>]*><\/path><path class="head" d="M\d+ \d\d/g,
    ),
  ).toHaveLength(3);
  expect(shownIn(html)).toContain('1 of 2 legal transitions taken, and 1 illegal one: active to draft.');
  expect(shownIn(html)).toContain('✕ illegal ×2');
  expect(shownIn(html)).toMatch(
    /active draft updateProductStatus ✕ illegal BAT-09-1 ×2 draft active time ×1,234 active inactive updateProductStatus never/,
  );
});

test('the trend shows this run after the kept ones, with the same numbers in its table', () => {
  const { trend = '' } = pictures;
  expect(trend).toContain('aria-label="passed, the oldest run first: 147, 0"');
  expect(trend).toContain('aria-label="duration, the oldest run first: 1 min, 10 s"');
  const open = requirements.filter(({ notTested }) => notTested === undefined).length;
  expect(shownIn(trend)).toContain(
    `non-conformant 0 ${open} 0 10 s 2030-01-01 03:04 UTC conformant 0 ${open} 147 1 min 1 s`,
  );
});

test('the bars of coverage say their numbers', () => {
  const { totals } = blank.coverage;
  const { seen, of } = totals.statuses.stated;
  expect(shownIn(pictures.coverage ?? '')).toContain(`stated ${seen} of ${of}`);
  expect(shownIn(pictures.coverage ?? '')).toContain(
    `Operations ${totals.operations.seen} of ${totals.operations.of}`,
  );
});

test('the response times of each operation lead to its page', () => {
  expect(pictures.times?.match(/<a href="#operation\//g)).toHaveLength(report.operations.length);
  const pages = drawn(OperationPages, { content });
  for (const { operationId } of report.operations) expect(pages).toContain(`id="operation/${operationId}"`);
});

test('the page of an operation shows its findings, its statuses, its limit, its batch and its contract', () => {
  const pages = drawn(OperationPages, { content }).split('<details class="operation-page"');
  const [own = ''] = pages.filter((each) => each.includes('id="operation/getStatusResults"'));
  expect(own).toContain('<a href="#BAT-09-1">');
  expect(shownIn(own)).toMatch(/200 ×1,240 .*404 never .*418 ×7 ✕ not documented/);
  expect(shownIn(own)).toContain('50 requests per minute stated, 50 declared, 45 observed.');
  expect(own).toContain('class="picture track"');
  expect(own).toContain('href="#contract-getStatusResults"');
  expect(pages.find((each) => each.includes('id="operation/listBrands"'))).toContain('class="picture curve"');
});

test('a finding shows the batch that its test followed', () => {
  const [finding] = report.requirements.flatMap(({ findings }) => findings);
  const within = h(ReportOfFindings.Provider, {
    value: report,
    children: h(FindingPictures, { finding: finding ?? exampleReported() }),
  });
  expect(render(within)).toContain('class="picture track"');
  expect(render(within)).not.toContain('class="picture curve"');
});

test('a report without observations has only response times, and says so', () => {
  const { observations: _, trend: __, ...older } = report;
  const tests = older.tests.map(({ began: ___, ...each }) => each);
  const html = drawn(Run, { content: pageContent({ ...older, tests }) });
  expect(html).toContain('This report is older than its pictures');
  expect(html.match(/<figure/g)).toHaveLength(1);
});

test('words from a target are shown as text, and their invisible characters are visible', () => {
  const attack = '</svg><b>\u202eevil';
  const hostile = { ...track, reads: [{ seconds: 0, status: 200, state: attack }] };
  const states = { ...machine, transitions: [{ ...machine.transitions[0], to: attack }] };
  for (const html of [
    drawn(TrackPicture, { track: hostile }),
    drawn(MachinePicture, { machine: states, content: { requirements: [] } }),
  ]) {
    expect(html).toContain('&lt;/svg>');
    expect(html).not.toContain('\u202e');
  }
});

function drawn<Props extends object>(component: ComponentType<Props>, props: Props): string {
  return render(h(component as ComponentType<object>, props));
}

/** The text of a picture with its labels, as someone reads it. */
function shownIn(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
