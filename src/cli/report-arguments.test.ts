import { expect, test } from '#unit-test';
import { parseReportArguments } from './report-arguments.js';

for (const [args, taken] of [
  [[], { opens: true }],
  [['--no-open'], { opens: false }],
  [['a.json'], { file: 'a.json', opens: true }],
  [['--output', 'b.html', 'a.json'], { file: 'a.json', output: 'b.html', opens: true }],
  [['a.json', '--output=b=c.html', '--no-open'], { file: 'a.json', output: 'b=c.html', opens: false }],
  [['./-a=b.json'], { file: './-a=b.json', opens: true }],
] as const)
  test(`takes ${args.join(' ') || 'nothing'}`, () => expect(parseReportArguments(args)).toEqual(taken));

const needsPlace = '--output needs a value: --output report.html names the page to build.';
const needsRun =
  '--output needs the run to build a page from: npm run report -- FILE.json --output FILE.html.';

for (const [args, problem] of [
  [['--all'], 'npm run report has no option "--all": it takes --output and --no-open.'],
  [['-o', 'b.html'], 'npm run report has no option "-o": it takes --output and --no-open.'],
  [['--no-open=1'], '--no-open takes no value.'],
  [['a.json', '--output'], needsPlace],
  [['a.json', '--output='], needsPlace],
  [['a.json', '--output', '--no-open'], needsPlace],
  [['--output', 'b.html'], needsRun],
  [['a.json', 'b.json'], 'npm run report takes one file, but was given "a.json" and "b.json".'],
] as const)
  test(`refuses ${args.join(' ')}`, () => expect(parseReportArguments(args)).toEqual({ problem }));
