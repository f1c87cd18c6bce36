import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from '#testing/unit-test';
import { suiteFolder } from '../src/contract/documents/folders.js';
import { settingNames } from '../src/target/settings.js';

const fileOf = (path: string) => readFileSync(join(suiteFolder, path), 'utf8');
const { conformance: job } = Object(load(fileOf('docs/ci/gitlab-ci.yml')));
const jenkins = fileOf('docs/ci/Jenkinsfile');
const shellIn = (text: string) =>
  [...text.matchAll(/\bsh(?: |\(script: )'([^']+)'/g)].map(([, script = '']) => script);

/** The scripts of each server, in the order in which it runs them, and the variables that it sets. */
const servers = {
  gitlab: {
    scripts: [job.before_script, job.script, job.after_script].flat(),
    variables: Object.keys(job.variables),
  },
  jenkins: {
    scripts: shellIn(jenkins),
    variables: [...jenkins.matchAll(/^ +(TARGET_\w+) = /gm)].map(([, name = '']) => name),
  },
};

for (const [server, { scripts, variables }] of Object.entries(servers))
  test(`the file for ${server} runs and removes, ends with the exit code of the run, and sets what there is`, () => {
    const folder = test.info().outputPath('bin');
    mkdirSync(folder);
    writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho "$@"\n[ "$2" != conformance ] || exit 3\n');
    chmodSync(join(folder, 'npm'), 0o755);
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const ran = scripts.map((script) => spawnSync('sh', ['-e', '-c', script], { env, encoding: 'utf8' }));
    expect(ran.map(({ stdout, status }) => [stdout.trim(), status])).toEqual([
      ['ci', 0],
      ['run conformance -- --seed 1', 3],
      ['run cleanup', 0],
    ]);
    expect(settingNames).toEqual(expect.arrayContaining(variables.filter((each) => each !== 'TARGET_NAME')));
  });

test('the workflow for GitHub passes every setting to the run and to the removal', () => {
  const steps = fileOf('.github/workflows/conformance.yml').split(/^ {6}- /m);
  const named = steps.map((step) => [...new Set(step.match(/TARGET_\w+(?=: )/g))].toSorted());
  const all = [...settingNames, 'TARGET_NAME'].toSorted();
  expect(named.filter(({ length }) => length > 0)).toEqual([all, all]);
});

const action = load(fileOf('action.yml')) as {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly run?: string; readonly env?: Readonly<Record<string, string>> }[];
  };
};
const scripts = action.runs.steps.map(({ run = '' }) => run);
const start = action.runs.steps.find(({ run = '' }) => run.includes('main.js" run'));

test('the action uses every input and no other, runs the program of the package, and lets no value from outside become part of a script', () => {
  const used = [...fileOf('action.yml').matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name);
  expect([...new Set(used)].sort()).toEqual(Object.keys(action.inputs).sort());
  expect(scripts.join('\n')).not.toContain('${{');
  for (const program of Object.values(JSON.parse(fileOf('package.json')).bin))
    expect(start?.run).toContain(`node "$GITHUB_ACTION_PATH/${program}" run`);
});

for (const [inputs, expected, status] of [
  [{ url: 'https://a.example' }, 'run|--profile|standard|--url|https://a.example', 3],
  [
    { target: 'staging', profile: 'smoke', args: '--seed 7\n--grep "@BAT-* of two words"' },
    'run|--profile|smoke|--target|staging|--seed|7|--grep|@BAT-* of two words',
    3,
  ],
  [
    {},
    '::error::Name the service with url or target: without one, the run would test the embedded sandbox.',
    2,
  ],
] as const)
  test(`with the inputs ${JSON.stringify(inputs)}, the action ends with ${status}`, () => {
    const folder = test.info().outputPath();
    const program = join(folder, 'dist/src/cli/main.js');
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, "console.log(process.argv.slice(2).join('|')); process.exitCode = 3;");
    const given: Readonly<Record<string, string>> = inputs;
    const variables = Object.entries(start?.env ?? {}).flatMap(([variable, value]) => {
      const [, name] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value) ?? [];
      return name === undefined ? [] : [[variable, given[name] ?? action.inputs[name]?.default]];
    });
    const env = { PATH: process.env.PATH, GITHUB_ACTION_PATH: folder, ...Object.fromEntries(variables) };
    const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', start?.run ?? ''];
    const ran = spawnSync('bash', shell, { cwd: folder, env, encoding: 'utf8' });
    expect([ran.stdout.trim(), ran.status]).toEqual([expected, status]);
  });
