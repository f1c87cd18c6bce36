import { expect, test } from '#unit-test';
import { type Fault, nameOf } from './faults/fault.js';
import { parseProveArguments, plantingsFor } from './prove-arguments.js';

const faults: readonly Fault[] = [
  {
    id: 'forgets-last-item',
    violates: 'BAT-09',
    does: 'It leaves the last item out.',
    operations: [
      { id: 'getStockResults', method: 'GET', path: '/api/v1/results/stock' },
      { id: 'getPriceResults', method: 'GET', path: '/api/v1/results/price' },
    ],
  },
  { id: 'accepts-expired-key', violates: 'AUTH-04', does: 'It accepts an expired key.' },
];

function planted(...args: readonly string[]): unknown {
  const parsed = parseProveArguments(args);
  if ('problem' in parsed) return parsed.problem;
  const plantings = plantingsFor(faults, parsed);
  return 'problem' in plantings ? plantings.problem : plantings.map(nameOf);
}

test('every fault is planted once, in each of its operations, or for each requirement', () => {
  expect(planted()).toEqual(['forgets-last-item@getPriceResults', 'accepts-expired-key']);
  expect(planted('--seed', '2')).toEqual(['forgets-last-item@getStockResults', 'accepts-expired-key']);
  expect(planted('--everywhere')).toHaveLength(3);
  expect(planted('--sample', '--seed=2')).toHaveLength(2);
});

test('faults are chosen by their names, those of requirements, or with an operation', () => {
  expect(planted('--only', 'AUTH-04')).toEqual(['accepts-expired-key']);
  expect(planted('--only=forgets-last-item@getStockResults,accepts-expired-key')).toEqual([
    'forgets-last-item@getStockResults',
    'accepts-expired-key',
  ]);
  expect(planted('--everywhere', '--only', 'BAT-09')).toHaveLength(2);
  expect(planted('--only', 'AUTH-04,accepts-expired-key')).toEqual(['accepts-expired-key']);
});

test('worlds are named once each, with the number of faults in all of them', () => {
  expect(parseProveArguments(['--world', 'names,statuses,names', '--faults', '80'])).toMatchObject({
    worlds: ['names', 'statuses'],
    most: 80,
  });
  expect(parseProveArguments([])).toMatchObject({ worlds: [] });
});

for (const [args, problem] of [
  [['--seed', 'x'], '--seed must be a whole number up to 2147483647, but is "x".'],
  [['--seed'], '--seed must be a whole number up to 2147483647, but is "".'],
  [['--only'], '--only needs a value: --only BAT-10 plants its faults alone.'],
  [
    ['--only', 'LIM-99'],
    'There is no fault "LIM-99", and no fault that violates a requirement of that name.',
  ],
  [
    ['--all'],
    'npm run prove has no option "--all": it takes --seed, --only, --everywhere, --sample, --null-servers, --world and --faults.',
  ],
  [
    ['--null-servers', '--sample'],
    '--null-servers plants no faults: use it without --only, --everywhere and --sample.',
  ],
  [['--world', ','], '--world needs a value: --world names,statuses proves in two worlds.'],
  [['--world=names', '--sample'], '--world can only be combined with --seed, --only and --faults.'],
  [['--world=names', '--faults', 'all'], '--faults must be a number from 1 to 9999, but is "all".'],
  [['--faults=80'], '--faults limits the faults planted in worlds: use it with --world and without --only.'],
  [['--sample', '--everywhere'], '--everywhere and --sample exclude each other.'],
] as const)
  test(`${args.join(' ')} is refused in one sentence`, () => expect(planted(...args)).toBe(problem));
