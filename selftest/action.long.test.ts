import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { expect, test } from '#testing/unit-test';
import { programArguments } from '../src/contract/documents/folders.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(join(root, 'action.yml'), 'utf8');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const action = load(text) as {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};
const { steps } = action.runs;
const start = steps.find(({ run = '' }) => run.includes('main.js" run'));

test('action.yml has the form of a composite action', () => {
  expect(action).toMatchObject({ name: expect.any(String), description: expect.any(String) });
  expect(action.runs).toEqual({ using: 'composite', steps: expect.any(Array) });
  const known = ['uses', 'run', 'shell', 'if', 'working-directory', 'with', 'env'];
  for (const step of steps) {
    expect(known).toEqual(expect.arrayContaining(Object.keys(step)));
    expect([['uses'], ['run', 'shell']]).toContainEqual(
      Object.keys(step)
        .filter((key) => ['uses', 'run', 'shell'].includes(key))
        .sort(),
    );
  }
  for (const [name, input] of Object.entries(action.inputs)) {
    expect(name).toMatch(/^[a-zA-Z_][\w-]*$/);
    expect(['description', 'required', 'default']).toEqual(expect.arrayContaining(Object.keys(input)));
    expect(input, name).toHaveProperty('description', expect.any(String));
  }
});

test('The action uses every input and no other, installs from the lock, runs the program of the package, and lets no value from outside become part of a script', () => {
  const used = [...text.matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name);
  expect([...new Set(used)].sort()).toEqual(Object.keys(action.inputs).sort());
  const scripts = steps.map(({ run = '' }) => run).join('\n');
  expect(scripts).not.toContain('${{');
  expect([...scripts.matchAll(/\bnpm .+/g)].map(([line]) => line)).toEqual(['npm ci', 'npm run build']);
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const program of Object.values(bin))
    expect(start?.run).toContain(`node "$GITHUB_ACTION_PATH/${program}" run`);
});

/** Inputs of the action that are set, and the arguments of the command that it then runs. */
const started: readonly (readonly [inputs: Readonly<Record<string, string>>, args: readonly string[]])[] = [
  [{ url: 'https://a.example' }, ['run', '--profile', 'standard', '--url', 'https://a.example']],
  [
    { target: 'staging', profile: 'smoke', args: '--seed 7 --grep @BAT-*' },
    ['run', '--profile', 'smoke', '--target', 'staging', '--seed', '7', '--grep', '@BAT-*'],
  ],
];

for (const [inputs, args] of started)
  test(`With ${Object.keys(inputs).join(', ')}, the action runs the command with these options`, () => {
    const { status, printed } = runStart(inputs);
    expect(printed).toEqual(args);
    expect(status, 'the verdict of the run').toBe(3);
    const understood = spawnSync(process.execPath, [...programArguments('src/cli/main'), 'run', '--help'], {
      cwd: root,
      encoding: 'utf8',
    }).stdout;
    for (const option of args.filter((each) => each.startsWith('--')))
      expect(understood).toContain(`${option} `);
  });

test('Without a service, the action fails instead of testing the embedded sandbox', () => {
  const { status, printed } = runStart({});
  expect(status).toBe(2);
  expect(printed.join('\n')).toMatch(/^::error::Name the service with url or target/);
});

/** Runs the step that starts the suite, with a program in its place that prints its arguments and ends with 3. */
function runStart(inputs: Readonly<Record<string, string>>) {
  const folder = test.info().outputPath();
  const program = join(folder, 'dist/src/cli/main.js');
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, "console.log(process.argv.slice(2).join('\\n')); process.exitCode = 3;");
  const given = Object.entries(start?.env ?? {}).flatMap(([variable, value]) => {
    const name = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1];
    return name === undefined ? [] : [[variable, inputs[name] ?? action.inputs[name]?.default]];
  });
  const { status, stdout } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', start?.run ?? ''],
    {
      cwd: folder,
      env: { PATH: process.env.PATH, GITHUB_ACTION_PATH: folder, ...Object.fromEntries(given) },
      encoding: 'utf8',
    },
  );
  return { status, printed: stdout.trimEnd().split('\n') };
}
