import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { expect, test } from '#testing/unit-test';
import { requirements } from '../src/contract/requirements/catalogue.js';
import { settingNames } from '../src/target/settings.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const pages = ['.', 'docs', 'known-failures', 'reports', 'sandbox', 'targets'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

/** A page without its code blocks, in which nothing is a link. */
const prose = (page: string) => readFileSync(join(root, page), 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, '');

/** What a page links to or shows, in Markdown or in HTML. */
const linksIn = (page: string) =>
  [...prose(page).matchAll(/\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g)].flatMap(
    ([, link, picture]) => link ?? picture ?? [],
  );

/** The anchors of a page's headings, as GitHub makes them. */
const anchors = (page: string) =>
  [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(' ', '-'),
  );

for (const page of pages)
  test(`Every link in ${page} leads somewhere, and every npm script that it mentions exists`, () => {
    const dead = linksIn(page).filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const linked = path === '' ? page : relative(root, join(root, dirname(page), path));
      if (!existsSync(join(root, linked))) return true;
      return anchor !== undefined && !anchors(linked).includes(anchor);
    });
    expect(dead).toEqual([]);
    const mentioned = readFileSync(join(root, page), 'utf8').matchAll(/npm run ([\w:-]+)/g);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...mentioned].map(([, name]) => name)));
  });

const workflows = join(root, '.github/workflows');

for (const file of ['action.yml', ...readdirSync(workflows).map((name) => `.github/workflows/${name}`)])
  test(`${file} pins every action by its commit, and names its version`, () => {
    const lines = readFileSync(join(root, file), 'utf8').match(/^.*\buses:.*$/gm) ?? [];
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines)
      expect(line.trim()).toMatch(/^(?:- )?uses: actions\/[a-z-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

interface Job {
  readonly environment?: string;
  readonly steps: readonly {
    readonly run?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly with?: unknown;
  }[];
}

/** Settings of the suite that a CI job may set, and variables whose content becomes a file that a setting names. */
const known = [...settingNames, 'TARGET_NAME', 'CONFORMANCE_PROFILE', 'CONFORMANCE_SEED', 'CA_CERTIFICATE'];

for (const name of readdirSync(workflows))
  test(`${name} only reads, sets variables that the suite knows, and gives secrets to single steps of a protected job`, () => {
    const { permissions, jobs, env } = Object(load(readFileSync(join(workflows, name), 'utf8')));
    expect([permissions, env]).toEqual([{ contents: 'read' }, undefined]);
    for (const [id, job] of Object.entries<Job>(jobs)) {
      expect(job, id).not.toHaveProperty('env');
      for (const { run = '', env: set = {}, with: given } of job.steps) {
        for (const [, script = ''] of run.matchAll(/npm run ([\w:-]+)/g))
          expect(scripts).toHaveProperty([script]);
        expect(known, id).toEqual(expect.arrayContaining(Object.keys(set)));
        const secrets = Object.entries(set).filter(([, value]) => value.includes('secrets.'));
        for (const [variable, value] of secrets) expect(value).toBe(`\${{ secrets.${variable} }}`);
        if (secrets.length > 0) expect(job.environment, id).toBe('staging');
        // An untrusted value in a command would become part of the command.
        expect(JSON.stringify([run, given])).not.toMatch(/secrets\.|inputs\.|vars\./);
      }
    }
  });

test('No file of the sandbox names a file in schemas/', () => {
  const naming = filesIn('sandbox').filter((file) =>
    /schemas\/|openapi\.yaml|requirements\.yaml/.test(readFileSync(file, 'utf8')),
  );
  expect(naming).toEqual([]);
});

test('Only the terminal writes to the standard output and the standard error', () => {
  const writes =
    /\bprocess(?:\.|\[')(?:stdout|stderr)\b|\bconsole\.\w+\(|from '(?:node:)?(?:process|console)'|\/dev\/std|\bwriteSync\([12],/;
  const writing = ['src', 'fixtures', 'selftest', 'specs', 'testing', 'tools', 'playwright.config.ts']
    .flatMap(filesIn)
    .filter((file) => !/\.(?:test\.ts|md)$/.test(file) && writes.test(readFileSync(file, 'utf8')));
  expect(writing.map((file) => relative(root, file))).toEqual([
    'src/report/terminal/terminal.ts',
    // It keeps what mutants say off the terminal.
    'selftest/mutants/sandboxes.ts',
    // A script that it hands to a different process.
    'tools/picture-taking.ts',
  ]);
});

test('Every assertion in a spec is passed to verify', () => {
  // `expect` throws nothing: an assertion that is a statement by itself proves nothing.
  const alone = /(?:[;{})]|\belse|\bawait|\bvoid)\s*expect\(/;
  expect('  await look();\n  expect(answer).toSucceed();').toMatch(alone);
  const careless = filesIn('specs').filter((file) =>
    alone.test(readFileSync(file, 'utf8').replaceAll(/\/\/.*/g, '')),
  );
  expect(careless).toEqual([]);
});

test('Each room of src has one import rule', () => {
  const rules = readFileSync(join(root, 'biome.json'), 'utf8');
  const ruled = [...rules.matchAll(/"src\/([a-z]+)\/\*\*"/g)].map(([, room]) => room);
  expect(ruled.sort()).toEqual(readdirSync(join(root, 'src')).sort());
});

test('Each golden file is that of a test next to it', () => {
  const folders = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('/golden'))
    .map((name) => join(root, 'src', name));
  expect(folders.length).toBeGreaterThan(0);
  const stale = folders.flatMap((folder) => {
    const tests = filesIn(relative(root, dirname(folder))).filter((file) => file.endsWith('.test.ts'));
    const text = tests.map((file) => readFileSync(file, 'utf8')).join('');
    return readdirSync(folder).filter((name) => !text.includes(`'${name}'`));
  });
  expect(stale).toEqual([]);
});

test('Each requirement with a check, and no other, has a short phrase for what verifies it', () => {
  const isPhrase = (text = '') => /^(?![A-Z]).{1,140}$/.test(text);
  const wrong = requirements.filter(({ notTested, verified }) =>
    notTested === undefined ? !isPhrase(verified) : verified !== undefined,
  );
  expect(wrong).toEqual([]);
});

/** The sources and pages below a folder, or the one file. */
function filesIn(folder: string): string[] {
  if (folder.endsWith('.ts')) return [join(root, folder)];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => (name.endsWith('.ts') || name.endsWith('.md')) && !name.includes('node_modules'))
    .map((name) => join(root, folder, name));
}
