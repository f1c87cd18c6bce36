import { expect, test } from '#unit-test';
import { type Fault, nameOf } from './faults/fault.js';
import { type ProveArguments, plantingsFor, proveCommand } from './prove-arguments.js';

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

/** The outcome of arguments, or the sentence that refuses them. */
async function askedBy(...args: readonly string[]): Promise<ProveArguments | string> {
  let asked: ProveArguments | undefined;
  let problem = '';
  const command = proveCommand(async (each) => {
    asked = each;
    return 0;
  });
  command.exitOverride().configureOutput({
    writeErr: (text) => {
      problem += text;
    },
  });
  await command.parseAsync(args, { from: 'user' }).catch(() => {});
  return asked ?? problem;
}

async function planted(...args: readonly string[]): Promise<unknown> {
  const asked = await askedBy(...args);
  if (typeof asked === 'string') return asked;
  const plantings = plantingsFor(faults, asked);
  return 'problem' in plantings ? plantings.problem : plantings.map(nameOf);
}

test('every fault is planted once, in each of its operations, or for each requirement', async () => {
  expect(await planted()).toEqual(['forgets-last-item@getPriceResults', 'accepts-expired-key']);
  expect(await planted('--seed', '2')).toEqual(['forgets-last-item@getStockResults', 'accepts-expired-key']);
  expect(await planted('--everywhere')).toHaveLength(3);
  expect(await planted('--sample', '--seed=2')).toHaveLength(2);
});

test('faults are chosen by name, by requirement, or with an operation', async () => {
  expect(await planted('--only', 'AUTH-04')).toEqual(['accepts-expired-key']);
  expect(await planted('--only=forgets-last-item@getStockResults,accepts-expired-key')).toEqual([
    'forgets-last-item@getStockResults',
    'accepts-expired-key',
  ]);
  expect(await planted('--everywhere', '--only', 'BAT-09')).toHaveLength(2);
  expect(await planted('--only', 'AUTH-04,accepts-expired-key')).toEqual(['accepts-expired-key']);
});

test('each world is named once, with one number of faults for all of them', async () => {
  expect(await askedBy('--world', 'names,statuses,names', '--faults', '80')).toMatchObject({
    worlds: ['names', 'statuses'],
    most: 80,
  });
  expect(await askedBy()).toMatchObject({ worlds: [] });
});

for (const [args, problem] of [
  [['--only', ','], /It must be names separated by commas/],
  [
    ['--only', 'LIM-99'],
    /There is no fault "LIM-99", and no fault that violates a requirement of that name\./,
  ],
  [['--world=names', '--faults', 'all'], /'all' is invalid. It must be a whole number from 1 to 9999/],
  [['--faults=80'], /name these with --world/],
] as const)
  test(`${args.join(' ')} is refused in one sentence`, async () =>
    expect(await planted(...args)).toMatch(problem));
