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
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly permissions: unknown;
  readonly env?: unknown;
  readonly jobs: Readonly<
    Record<string, { readonly environment?: string; readonly env?: unknown; readonly steps: readonly Step[] }>
  >;
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

for (const name of readdirSync(folder)) {
  const { permissions, env, jobs } = load(readFileSync(join(folder, name), 'utf8')) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test(`${name} has read-only permissions, and uses actions of one major version`, () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@v\d+$/);
  });

  test(`${name} runs scripts that package.json has`, () => {
    const commands = steps.flatMap(({ run = '' }) => [...run.matchAll(/npm (?:run )?([\w:-]+)/g)]);
    expect(commands.length).toBeGreaterThan(0);
    for (const [, script = ''] of commands) expect(['ci', ...Object.keys(scripts)]).toContain(script);
  });

  test(`${name} sets variables that the suite knows, and gives secrets to single steps only`, () => {
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
}
