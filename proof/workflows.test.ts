import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { load } from 'js-yaml';
import { settingNames } from '../src/target/settings.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.github/workflows');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly environment?: string;
  readonly env?: unknown;
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly 'fail-fast': boolean };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions: unknown;
  readonly env?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Settings of the suite that a CI job may set, and variables whose content becomes a file that a setting names. */
const known = [
  ...settingNames,
  'TARGET_NAME',
  'CONFORMANCE_PROFILE',
  'CONFORMANCE_SEED',
  'CONFORMANCE_RUN_PREFIX',
  'CA_CERTIFICATE',
];

const workflowIn = (name: string) => load(readFileSync(join(folder, name), 'utf8')) as Workflow;

for (const name of readdirSync(folder)) {
  const { permissions, env, jobs } = workflowIn(name);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test(`${name} may only read, and names actions by their major version`, () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@v\d+$/);
  });

  test(`${name} runs what package.json has`, () => {
    const commands = steps.flatMap(({ run = '' }) => [...run.matchAll(/npm (?:run )?([\w:-]+)/g)]);
    expect(commands.length).toBeGreaterThan(0);
    for (const [, script = ''] of commands) expect(['ci', ...Object.keys(scripts)]).toContain(script);
  });

  test(`${name} sets what the suite knows, secrets for single steps alone`, () => {
    expect(env).toBeUndefined();
    for (const [id, job] of Object.entries(jobs)) {
      expect(job.env, id).toBeUndefined();
      for (const step of job.steps) {
        expect(known, id).toEqual(expect.arrayContaining(Object.keys(step.env ?? {})));
        const secrets = Object.entries(step.env ?? {}).filter(([, value]) => value.includes('secrets.'));
        for (const [variable, value] of secrets) expect(value).toBe(`\${{ secrets.${variable} }}`);
        if (secrets.length > 0) expect(job.environment, id).toBe('staging');
        // An untrusted value in a command would become part of the command.
        expect(JSON.stringify([step.run, step.with])).not.toMatch(/secrets\.|inputs\.|vars\./);
      }
    }
  });

  test(`${name} has the jobs that its jobs need, and ends each`, () => {
    for (const [id, job] of Object.entries(jobs)) {
      expect(job['timeout-minutes'], id).toBeGreaterThan(0);
      for (const needed of [job.needs ?? []].flat()) expect(Object.keys(jobs)).toContain(needed);
    }
  });

  test(`${name} keeps the reports of a run whatever became of it`, () => {
    const kept = steps.filter(({ uses }) => uses?.startsWith('actions/upload-artifact'));
    expect(kept.length).toBeGreaterThan(0);
    for (const step of kept) {
      expect(step.if).toBe('always()');
      expect(['reports/latest', 'reports/ledger', 'reports/worlds']).toContain(step.with?.path);
    }
  });
}

test('the shards of a run against staging are all merged, whatever became of each', () => {
  const { jobs } = workflowIn('conformance.yml');
  const { shards, 'last-shard': last, merge, cleanup } = jobs;
  expect(shards?.strategy?.['fail-fast']).toBe(false);
  expect(merge?.needs).toEqual(['prepare', 'shards', 'last-shard']);
  expect(merge?.if).toMatch(/^always\(\)/);
  expect(last?.if).toMatch(/^always\(\)/);
  expect(merge?.steps.map(({ run }) => run)).toContain('npm run merge -- shards');
  expect(cleanup).toMatchObject({ needs: merge?.needs, if: merge?.if });
  // All shards get the same settings, except for their numbers.
  const told = (job: Job | undefined) => job?.steps.find(({ run = '' }) => run.includes('--shard'));
  expect(told(last)?.env).toEqual(told(shards)?.env);
  expect(told(last)?.run).toBe(told(shards)?.run?.replace(/\$\{\{ matrix\.shard \}\}/, '4'));
  // Each attempt has a different prefix, so that its files are not merged with those of another attempt.
  expect(told(shards)?.env?.CONFORMANCE_RUN_PREFIX).toBe(
    `ct-\${{ github.run_id }}a\${{ github.run_attempt }}-`,
  );
});

/** Settings that a real service may need in addition to its keys. */
const ofTarget = [
  'TARGET_URL',
  'TARGET_WRITES',
  'TARGET_ORDERS',
  'TARGET_IMAGE_URL',
  'TARGET_REJECTED_IMAGE_URL',
  'TARGET_PROBLEM_IMAGE_URL',
  'TARGET_CONFIRMED_GAPS',
  'TARGET_RATE_SHARE',
  'TARGET_DENIED_HOSTS',
];

test('whatever speaks to staging is told its name and all its settings, and has the files that they name', () => {
  const { jobs } = workflowIn('conformance.yml');
  for (const id of ['prepare', 'shards', 'last-shard', 'cleanup']) {
    const steps = jobs[id]?.steps ?? [];
    const at = steps.findIndex(({ env }) => env?.TARGET_URL !== undefined);
    const { env = {} } = steps[at] ?? {};
    for (const name of ofTarget) expect(env[name], `${id} ${name}`).toBe(`\${{ vars.${name} }}`);
    expect(env, id).toMatchObject({
      TARGET_NAME: 'staging',
      TARGET_CA_FILE: `\${{ vars.CA_CERTIFICATE && 'ca.pem' || '' }}`,
    });
    const before = steps.slice(0, at).map(({ run = '' }) => run);
    expect(before.join(''), id).toContain('touch .env.staging\n');
    expect(before.join(''), id).toContain('> ca.pem\n');
  }
});
