import { type ComponentType, h } from 'preact';
import { render } from 'preact-render-to-string';
import { exampleReport, exampleReported, exampleTest, exampleViolated } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { requirements } from '../../../contract/requirements/catalogue.js';
import type { WindowCurve } from '../../../verdicts/recording/observations.js';
import type { ConformanceReport } from '../../data/conformance-report.js';
import { pageContent } from '../content/page-content.js';
import { TrackPicture } from './batch-track.js';
import { FindingPictures, ReportOfFindings } from './finding-pictures.js';
import { OperationPages } from './operation-page.js';
import { Run } from './run.js';
import { MachinePicture } from './state-machine.js';
import { CurvePicture } from './window-curve.js';

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
/** A run of two workers with one finding of BAT-09, two seconds after it began. */
const violated = exampleViolated(
  [exampleReported({ operationId: 'getStatusResults', write: 'updateProductStatus' })],
  {
    startedAt: new Date(Date.parse(exampleReported().exchange.startedAt) - 2000).toISOString(),
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
const drawnCurve = (curve: WindowCurve) => drawn(CurvePicture, { curve, limits, title: 'The window' });
const run = drawn(Run, { content });

test('everything in a picture is inside of it', () => {
  for (const [, height = '', inside = ''] of run.matchAll(
    /<svg[^>]* height="(\d+)"[^>]*>([\s\S]*?)<\/svg>/g,
  )) {
    const across = [...inside.matchAll(/ (?:x|x1|x2|cx|width)="(-?[\d.]+)%"/g)];
    const down = [...inside.matchAll(/ (?:y|y1|y2|cy)="(-?[\d.]+)"/g)];
    const outside = (found: typeof across, most: number) =>
      found.map(([, place]) => Number(place)).filter((place) => !(place >= 0 && place <= most));
    expect([...outside(across, 100), ...outside(down, Number(height))], inside).toEqual([]);
  }
});

test('every picture has a name for people who can’t see it, and loads and runs nothing', () => {
  expect(run.match(/<figure/g)).toHaveLength(5);
  for (const [svg] of run.matchAll(/<svg[^>]*>/g))
    expect(svg).toMatch(/aria-hidden="true"|role="(img|group)" aria-label="[^"]{20,}"/);
  expect(run).not.toMatch(/\s(style|on\w+|src)=|<script|NaN|undefined|Infinity/);
});

test('the timeline shows each test as a bar, its wait, and its violation as a link', () => {
  expect(run.match(/<rect class="test-bar /g)).toHaveLength(2);
  expect(run).toContain('<rect class="turn" x="25%" width="20%" y="22"');
  expect(run).toContain('<circle class="moment" cx="20%"');
  expect(run).toContain('<a href="#BAT-09-1"><title>1 violation: BAT-09-1</title>');
  expect(shownIn(run)).toContain('2 tests on 2 workers took 10 s: 1 violation, the first after 2 s.');
  expect(shownIn(run)).toMatch(/4 s 2 s 1 s 0 the one with the finding/);
});

test('the track of a batch shows each read, and marks a missing response and a step back', () => {
  const html = drawn(TrackPicture, { track });
  expect(html.match(/<circle/g)).toHaveLength(4);
  expect(html.match(/<text class="sign"/g)).toHaveLength(2);
  for (const each of [
    'read 4 times with getStatusResults: processing after 1 min 15 s; 1 read without a 200.',
    'response 404 after 0 s',
    'pending after 1.5 s',
    'completed after 4 s',
    'processing after 1 min 15 s ✕ out of order',
  ])
    expect(shownIn(html)).toContain(each);
});

test('the curve of a rate limit has a line for each different limit, and a mark for the refusals', () => {
  const curve = drawnCurve(short);
  expect(shownIn(curve)).toContain('48 requests: 45 passed before the first refusal, 3 refused.');
  for (const each of ['50 stated, declared', '45 observed', 'window ends in 14 s'])
    expect(shownIn(curve)).toContain(each);
  expect(curve.match(/<line class="limit (agreed|differs)"/g)).toEqual([
    '<line class="limit agreed"',
    '<line class="limit differs"',
  ]);
  expect(curve).toContain('<rect class="refused" x="93.75%" width="6.25%"');
  // A straight line needs its ends alone.
  expect(/ d="([^"]*)"/.exec(curve)?.[1]?.match(/[ML]/g)).toHaveLength(3);
});

test('a limit that refused nothing is at least the number of requests that passed', () => {
  const html = drawnCurve({ ...short, points: short.points.slice(0, 45) });
  expect(shownIn(html)).toContain('45 requests, none refused: the limit is at least 45.');
  expect(shownIn(html)).toContain('45 observed, at least');
  expect(html).not.toContain('class="refused"');
});

test('a state machine shows every transition, how often it was taken, and links an illegal one to its finding', () => {
  expect(run.match(/<g class="edge (taken|untaken|illegal)" stroke-width="[\d.]+"><path/g)).toHaveLength(3);
  expect(shownIn(run)).toContain('1 of 2 legal transitions taken, and 1 illegal one: active to draft.');
  expect(shownIn(run)).toMatch(/×1,234 ✕ ×2/);
  expect(shownIn(run)).toMatch(
    /active draft updateProductStatus ✕ illegal BAT-09-1 ×2 draft active time ×1,234 active inactive updateProductStatus never/,
  );
});

test('a state that no machine has is below the others, and a step to the state itself has a place', () => {
  const steps = [
    ['draft', 'lost'],
    ['lost', 'constructor'],
    ['lost', 'lost'],
  ] as const;
  const transitions = steps.map(([from, to]) => ({ ...machine.transitions[2], from, to }));
  const html = drawn(MachinePicture, { machine: { ...machine, transitions }, content: { requirements: [] } });
  const heights = [...html.matchAll(/<rect x="\d+" y="(\d+)"/g)].map(([, y]) => Number(y));
  expect(heights).toHaveLength(5);
  for (const y of heights.slice(3)) expect(y).toBeGreaterThan(Math.max(...heights.slice(0, 3)));
  expect(html).not.toContain('NaN');
});

test('the trend shows this run above the kept ones, each number with its bar', () => {
  const open = requirements.filter(({ notTested }) => notTested === undefined).length;
  expect(shownIn(run)).toContain(
    `0 ${open} 0 10 s non-conformant 2030-01-01 03:04 UTC 0 ${open} 147 1 min 1 s conformant`,
  );
  expect(run.match(/<rect class="(passed|duration)" x="0%" width="[\d.]+%"/g)).toEqual(
    [
      'passed" x="0%" width="0%"',
      'duration" x="0%" width="16.39%"',
      'passed" x="0%" width="100%"',
      'duration" x="0%" width="100%"',
    ].map((each) => `<rect class="${each}`),
  );
});

test('the page of an operation draws its limit and its batch, and links to its findings and the other views', () => {
  const pages = drawn(OperationPages, { content }).split('<details class="operation-page"');
  const pageOf = (id: string) => pages.find((each) => each.includes(`id="operation/${id}"`)) ?? '';
  for (const id of ['BAT-09-1', 'coverage-getStatusResults'])
    expect(pageOf('getStatusResults')).toContain(`<a href="#${id}">`);
  expect(pageOf('getStatusResults')).toContain('class="picture track"');
  expect(pageOf('listBrands')).toContain('class="picture window"');
});

test('a finding shows the batch that its test followed', () => {
  const [finding] = report.requirements.flatMap(({ findings }) => findings);
  const within = h(ReportOfFindings.Provider, {
    value: report,
    children: h(FindingPictures, { finding: finding ?? exampleReported() }),
  });
  expect(render(within)).toContain('class="picture track"');
  expect(render(within)).not.toContain('class="picture window"');
});

test('a report without observations has no pictures, and says so', () => {
  const { observations: _, trend: __, ...older } = report;
  const tests = older.tests.map(({ began: ___, ...each }) => each);
  const html = drawn(Run, { content: pageContent({ ...older, tests }) });
  expect(html).toContain('This report is older than its pictures');
  expect(html).not.toContain('<figure');
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
