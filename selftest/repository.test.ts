import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { expect, test } from '#testing/unit-test';
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

/** Settings of the suite that a CI job may set, and variables whose content becomes a file that a setting names. */
const known = [...settingNames, 'TARGET_NAME', 'CONFORMANCE_PROFILE', 'CONFORMANCE_SEED', 'CA_CERTIFICATE'];

for (const name of readdirSync(workflows))
  test(`${name} only reads, sets variables that the suite knows, and gives secrets to single steps of a protected job`, () => {
    const { permissions, jobs, env } = Object(load(readFileSync(join(workflows, name), 'utf8')));
    expect([permissions, env]).toEqual([{ contents: 'read' }, undefined]);
    for (const id of Object.keys(jobs)) {
      expect(jobs[id], id).not.toHaveProperty('env');
      for (const { run = '', env: set = {}, with: given } of jobs[id].steps) {
        for (const [, script = ''] of run.matchAll(/npm run ([\w:-]+)/g))
          expect(scripts).toHaveProperty([script]);
        expect(known, id).toEqual(expect.arrayContaining(Object.keys(set)));
        const secrets = Object.entries<string>(set).filter(([, value]) => value.includes('secrets.'));
        for (const [variable, value] of secrets) expect(value).toBe(`\${{ secrets.${variable} }}`);
        if (secrets.length > 0) expect(jobs[id].environment, id).toBe('staging');
        // An untrusted value in a command would become part of the command.
        expect(JSON.stringify([run, given])).not.toMatch(/secrets\.|inputs\.|vars\./);
      }
    }
  });

const folders = ['fixtures', 'sandbox', 'selftest', 'specs', 'src', 'testing', 'tools'];
/** All sources, by their paths below the root. */
const sources = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
  .concat('playwright.config.ts');

/** What some sources must not contain, by the sentence that says so: which, the pattern, and what it finds. */
const forbidden: Readonly<
  Record<string, { of: RegExp; pattern: RegExp; finds: string; except?: readonly string[] }>
> = {
  'No file of the sandbox names a file in schemas/': {
    of: /^sandbox\//,
    pattern: /schemas\/|openapi\.yaml|requirements\.yaml/,
    finds: 'schemas/openapi.yaml',
  },
  'Only the terminal writes to the standard output and the standard error': {
    of: /^(?!sandbox\/)(?!.*\.test\.ts$)/,
    pattern:
      /\bprocess(?:\.|\[')(?:stdout|stderr)\b|\bconsole\.\w+\(|from '(?:node:)?(?:process|console)'|\/dev\/std|\bwriteSync\([12],/,
    finds: "process.stdout.write('a')",
    except: [
      // It keeps what mutants say off the terminal.
      'selftest/mutants/sandboxes.ts',
      'src/report/terminal/terminal.ts',
      // A script that it hands to a different process.
      'tools/picture-taking.ts',
    ],
  },
  // `expect` throws nothing: an assertion that is a statement by itself proves nothing.
  'Every assertion in a spec is passed to verify': {
    of: /^specs\//,
    pattern: /(?:[;{})]|\belse|\bawait|\bvoid)\s*expect\(/,
    finds: '  await look();\n  expect(answer).toSucceed();',
  },
  // In a bundle, what stands below it is still undefined when the command reads it.
  'No program declares a value below the statement that runs its command': {
    of: /^(?:selftest|src|tools)\//,
    pattern: /^(?:await \w+| {2})\.parseAsync\(\)[\s\S]*^(?:export )?(?:const|let|class) /m,
    finds: "await command('a', 'b')\n  .action(act)\n  .parseAsync();\n\nconst few = 50;",
  },
};

for (const [title, { of, pattern, finds, except = [] }] of Object.entries(forbidden))
  test(title, () => {
    expect(finds).toMatch(pattern);
    const found = sources.filter(
      (file) =>
        of.test(file) && pattern.test(readFileSync(join(root, file), 'utf8').replaceAll(/\/\/ .*/g, '')),
    );
    expect(found.sort()).toEqual(except);
  });

test('Each room of src has one import rule', () => {
  const rules = readFileSync(join(root, 'biome.json'), 'utf8');
  const ruled = [...rules.matchAll(/"src\/([a-z]+)\/\*\*"/g)].map(([, room]) => room);
  expect(ruled.sort()).toEqual(readdirSync(join(root, 'src')).sort());
});
