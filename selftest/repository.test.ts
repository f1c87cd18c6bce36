import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { expect, test } from '#testing/unit-test';
import { requirements, topics } from '../src/contract/requirements/catalogue.js';
import { limits } from '../src/contract/values/limits.js';
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

for (const page of pages) {
  test(`Every link in ${page} leads somewhere`, () => {
    const dead = linksIn(page).filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const linked = path === '' ? page : relative(root, join(root, dirname(page), path));
      if (!existsSync(join(root, linked))) return true;
      return anchor !== undefined && !anchors(linked).includes(anchor);
    });
    expect(dead).toEqual([]);
  });

  test(`Every npm script that ${page} mentions exists`, () => {
    const mentioned = [...readFileSync(join(root, page), 'utf8').matchAll(/npm run ([\w:-]+)/g)];
    const unknown = mentioned.map(([, name = '']) => name).filter((name) => !(name in scripts));
    expect(unknown).toEqual([]);
  });
}

test('The README has at most 900 words, a screen and a half', () => {
  // Tags have no words; an alternative text has.
  const words = readFileSync(join(root, 'README.md'), 'utf8')
    .replaceAll(/<(?:picture|\/picture|source)\b[^>]*>/g, '')
    .split(/\s+/);
  expect(words.length).toBeLessThanOrEqual(900);
});

/** The rows of the documentation for each limit: the beginnings of their names, and the unit of their figure. */
const documented: Readonly<
  Record<keyof typeof limits, readonly [unit: 's' | 'KiB' | 'MiB' | '', ...string[]]>
> = {
  connecting: ['s', 'time until a connection is open'],
  milliseconds: ['s', 'time until the last byte'],
  controlMilliseconds: ['s', 'the same for a control interface'],
  headBytes: ['KiB', 'status line and headers'],
  bodyBytes: ['MiB', 'body of a response'],
  codings: ['', 'content codings'],
  jsonDepth: ['', 'nested lists and objects in JSON'],
  jsonValues: ['', 'values in JSON'],
  jsonStringBytes: ['MiB', 'one string in JSON'],
  searchedCharacters: ['', 'characters of an error'],
  schemaLayers: ['', 'references and branches inside each other'],
  schemaSteps: ['', 'steps to read all schemas'],
  places: ['', 'places in all schemas', 'places in all responses'],
  furtherNames: ['', 'further required parameters'],
  patternCharacters: ['', 'characters of a `pattern`'],
  redirects: ['', 'redirections to one file'],
  pages: ['', 'pages of one list'],
  fileValues: ['', 'values in the JSON of a file'],
  togetherBytes: ['MiB', 'all pages of one list'],
};

test('The settings list every limit on what a service sends, with its figure, and no other', () => {
  const [, section = ''] = readFileSync(join(root, 'docs/settings.md'), 'utf8').split(
    '\n## The most that the suite reads\n',
  );
  const rows = [...section.matchAll(/^\| (.+?) \| ([\d,]+(?: \w+)?) \| .+ \|$/gm)];
  const units = { s: 1000, KiB: 1024, MiB: 1024 ** 2, '': 1 };
  const expected = Object.entries(limits).flatMap(([limit, most]) => {
    const [unit, ...names] = documented[limit as keyof typeof limits];
    const figure = `${(most / units[unit]).toLocaleString('en')} ${unit}`.trim();
    return names.map((name) => [expect.stringContaining(name), figure]);
  });
  expect(rows.map(([, name = '', figure]) => [name, figure])).toEqual(expected);
});

const workflows = join(root, '.github/workflows');

for (const file of ['action.yml', ...readdirSync(workflows).map((name) => `.github/workflows/${name}`)])
  test(`${file} pins every action by its commit, and names its version`, () => {
    const lines = readFileSync(join(root, file), 'utf8').match(/^.*\buses:.*$/gm) ?? [];
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines)
      expect(line.trim()).toMatch(/^(?:- )?uses: actions\/[a-z-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

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
const known = [...settingNames, 'TARGET_NAME', 'CONFORMANCE_PROFILE', 'CONFORMANCE_SEED', 'CA_CERTIFICATE'];

for (const name of readdirSync(workflows)) {
  const { permissions, env, jobs } = load(readFileSync(join(workflows, name), 'utf8')) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test(`${name} has read-only permissions`, () => {
    expect(permissions).toEqual({ contents: 'read' });
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

test('The requirements of each topic are numbered without gaps', () => {
  const expected = topics.flatMap(({ prefix }) =>
    requirements
      .filter(({ id }) => id.startsWith(`${prefix}-`))
      .map((_, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`),
  );
  expect(requirements.map(({ id }) => id)).toEqual(expected);
});

test('Every requirement with a check, and no other, has a short phrase for what verifies it', () => {
  const longest = 140;
  const wrong = requirements.filter(({ notTested, verified }) =>
    notTested === undefined
      ? verified === undefined || verified.length > longest || /^[A-Z]/.test(verified)
      : verified !== undefined,
  );
  expect(wrong.map(({ id, verified }) => `${id}: ${verified ?? 'nothing'}`)).toEqual([]);
});

/** The sources and pages below a folder, or the one file. */
function filesIn(folder: string): string[] {
  if (folder.endsWith('.ts')) return [join(root, folder)];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => (name.endsWith('.ts') || name.endsWith('.md')) && !name.includes('node_modules'))
    .map((name) => join(root, folder, name));
}
