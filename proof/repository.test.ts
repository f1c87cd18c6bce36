import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { expect, test } from '#unit-test';
import { settingNames } from '../src/target/settings.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['.', 'docs', 'known-failures', 'reports', 'sandbox', 'targets'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

/** A page without its code blocks, in which nothing is a link. */
const prose = (page: string) => readFileSync(join(root, page), 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, '');

/** The anchors of a page's headings, as GitHub makes them. */
const anchors = (page: string) =>
  [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(' ', '-'),
  );

for (const page of pages) {
  test(`Every link in ${page} leads somewhere`, () => {
    const links = [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const dead = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const linked = path === '' ? page : relative(root, join(root, dirname(page), path));
      if (!existsSync(join(root, linked))) return true;
      return anchor !== undefined && !anchors(linked).includes(anchor);
    });
    expect(dead).toEqual([]);
  });

  test(`Every npm script that ${page} mentions exists`, () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const mentioned = [...readFileSync(join(root, page), 'utf8').matchAll(/npm run ([\w:-]+)/g)];
    const unknown = mentioned.map(([, name = '']) => name).filter((name) => !(name in scripts));
    expect(unknown).toEqual([]);
  });
}

test('The README fills at most a screen and a half: 900 words', () => {
  const words = readFileSync(join(root, 'README.md'), 'utf8').split(/\s+/);
  expect(words.length).toBeLessThanOrEqual(900);
});

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
