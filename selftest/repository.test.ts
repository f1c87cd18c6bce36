import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { runCommand } from '#testing/started-command';
import { expect, test } from '#testing/unit-test';
import { requirements, topics } from '../src/contract/requirements/catalogue.js';
import { coverageProblems, coveredInListing, covers } from '../src/contract/requirements/covers.js';
import { limits } from '../src/contract/values/limits.js';
import { settingNames } from '../src/target/settings.js';
import { checkedAlways, checks } from '../src/verdicts/checks/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const pages = ['.', 'docs', 'known-failures', 'reports', 'sandbox', 'targets'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

/** A page without its code blocks, in which nothing is a link. */
const prose = (page: string) => readFileSync(join(root, page), 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, '');

/** What a page links to, and the pictures that it shows, in Markdown or in HTML. */
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

test('A page shows each picture that there is, and an alternative text says what it shows', () => {
  const folder = 'reports/pictures';
  const shown = pages.flatMap((page) => linksIn(page).map((link) => join(dirname(page), link)));
  const unseen = readdirSync(join(root, folder)).filter((name) => !shown.includes(join(folder, name)));
  expect(unseen).toEqual([]);
  const silent = pages.flatMap((page) =>
    [...prose(page).matchAll(/<img\b[^>]*>|!\[.*?\]\(/g)]
      .map(([picture]) => picture)
      .filter((picture) => !/ alt="[^"]{20,}"|!\[.{20,}\]/.test(picture)),
  );
  expect(silent).toEqual([]);
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
  blobBytes: ['MiB', "Playwright's report of a shard"],
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
const known = [
  ...settingNames,
  'TARGET_NAME',
  'CONFORMANCE_PROFILE',
  'CONFORMANCE_SEED',
  'CONFORMANCE_RUN_PREFIX',
  'CA_CERTIFICATE',
];

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

test('The nightly workflow runs every self-test that takes too long for `npm test`', () => {
  const nightly = readFileSync(join(workflows, 'nightly.yml'), 'utf8');
  const selftests = Object.keys(scripts).filter((name) => name.startsWith('selftest:'));
  expect(selftests.length).toBeGreaterThan(0);
  expect(selftests.filter((name) => !new RegExp(`npm run ${name}$`, 'm').test(nightly))).toEqual([]);
});

/** Forbidden imports, one or two for each rule, each with a file that must not contain it: `planted` stands for a name. */
const forbidden = `
specs/orders/planted.spec.ts #src/http/client
specs/orders/planted.spec.ts #fixtures/expect
specs/orders/planted.spec.ts ../../sandbox/app.js
specs/orders/planted.spec.ts #testing/example-exchange
fixtures/planted.ts ../sandbox/app.js
fixtures/planted.ts #sandbox
fixtures/planted.ts #testing/example-exchange
src/contract/planted.ts #src/http/exchange
src/contract/requirements/planted.ts ../../target/merchant.js
src/contract/values/planted.ts #testing/example-exchange
src/contract/values/planted.ts ../../../testing/seed.js
src/http/transports/planted.ts #src/verdicts/finding
src/http/planted.ts @playwright/test
src/http/planted.ts playwright-core
src/target/planted.ts ../verdicts/finding.js
src/target/preflight/planted.ts ../../report/run/reporter.js
src/data/planted.ts ../target/settings.js
src/verdicts/oracles/planted.ts ../../footprint/budget/share.js
src/verdicts/known-failures/planted.ts ../../target/settings.js
src/operations/records/planted.ts ../../models/orders.js
src/operations/records/planted.ts #src/browser/visitor
src/models/planted.ts ../browser/visitor.js
src/browser/planted.ts ../models/orders.js
src/footprint/ledger/planted.ts ../../report/run/reporter.js
src/footprint/windows/planted.ts #fixtures
src/learning/planted.ts ../report/run/reporter.js
src/report/planted.ts ../learning/learn.js
src/report/page/sections/planted.ts ../../../../selftest/faults/detection-reporter.js
src/cli/planted.ts ../../sandbox/app.js
src/cli/planted.ts #sandbox
sandbox/planted.ts #src/contract/operations
sandbox/planted.ts #fixtures
sandbox/planted.ts #testing/example-exchange
sandbox/planted.ts #testing/unit-test
sandbox/planted.test.ts #testing/example-exchange
sandbox/domain/planted.test.ts ../../testing/seed.js
sandbox/domain/orders/planted.ts ../../../src/data/text.js
testing/planted.ts ../selftest/faults/plan.js
testing/planted.ts #sandbox
tools/planted.ts ../sandbox/app.js
tools/planted.ts #fixtures
selftest/planted.ts ../sandbox/app.js
selftest/planted.ts #sandbox`
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [file: string, from: string]);

test('Biome refuses every forbidden import, whether static, dynamic or required', () => {
  const output = lintPlanted();
  const refusal = '(?:lint/style/(?:noRestrictedImports|noCommonJs)|plugin)';
  const missed = forbidden.filter((_, index) =>
    ['static', 'dynamic', 'required'].some(
      (kind) => !new RegExp(`\\b${index}-${kind}\\S*:\\d+:\\d+ ${refusal}`).test(output),
    ),
  );
  expect(missed).toEqual([]);
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

/** Plants each forbidden import in a separate file, below a folder with the rules of this project. */
function lintPlanted(): string {
  const folder = mkdtempSync(join(tmpdir(), 'imports-'));
  const plant = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const [index, [file, from]] of forbidden.entries()) {
    plant(file.replace('planted', `${index}-static`), `import { it } from '${from}';\n\nit();\n`);
    plant(file.replace('planted', `${index}-dynamic`), `export const it = import('${from}');\n`);
    plant(file.replace('planted', `${index}-required`), `export const it = require('${from}');\n`);
  }
  const rules = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  plant('biome.json', JSON.stringify({ ...rules, vcs: { enabled: false } }));
  plant('tools/test-kit.grit', readFileSync(join(root, 'tools/test-kit.grit'), 'utf8'));
  const args = [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'lint', '--max-diagnostics=none', '.'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return stdout + stderr;
}

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

test('The compiler refuses a mistyped requirement id', () => {
  // `npm run check` fails if one of these lines compiles.
  const refused = [
    // @ts-expect-error There is no such requirement.
    () => covers('BAT-99'),
    // @ts-expect-error Ids have capitals.
    () => covers('BAT-09', 'bat-10'),
    // @ts-expect-error A test covers at least one requirement.
    () => covers(),
  ];
  for (const each of refused) expect(each).toThrow();
});

test('Every requirement has either a check or a reason for having none', async () => {
  // Playwright lists to a file, because the command may print something else, too.
  const file = test.info().outputPath('listing.json');
  const list = ['src/cli/main', 'run', '--list', '--reporter', 'json'];
  const { output } = await runCommand(list, { PLAYWRIGHT_JSON_OUTPUT_FILE: file }, 300_000);
  // A spec that cannot be loaded makes the command fail, but the listing explains it better than the exit code.
  if (!existsSync(file)) throw new Error(output);
  const listing = JSON.parse(readFileSync(file, 'utf8'));
  const bySpecs = coveredInListing(listing);
  const byChecks = checks.flatMap((check) => check.requirements);
  expect(coverageProblems(requirements, [...bySpecs, ...byChecks])).toEqual([]);

  // The others have no test of their own: `--grep` runs those that exercise them, and no requirement is left.
  const withoutTest = new Set(byChecks.filter((id) => !bySpecs.includes(id)));
  expect(Object.values(checkedAlways).flat().toSorted()).toEqual([...withoutTest].toSorted());
  const tagged = new Set<unknown>();
  JSON.stringify(listing.suites, (name, value) => {
    if (name === 'tags') for (const tag of value) tagged.add(tag);
    return value;
  });
  const ids = requirements.filter(({ notTested }) => notTested === undefined).map(({ id }) => id);
  expect(ids.filter((id) => !tagged.has(id))).toEqual([]);
});

/** The sources and pages below a folder, or the one file. */
function filesIn(folder: string): string[] {
  if (folder.endsWith('.ts')) return [join(root, folder)];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => (name.endsWith('.ts') || name.endsWith('.md')) && !name.includes('node_modules'))
    .map((name) => join(root, folder, name));
}

const forms = join(root, '.github/ISSUE_TEMPLATE');
const fieldKinds = ['markdown', 'input', 'textarea', 'dropdown', 'checkboxes'];

/** A form for issues, as GitHub reads it. */
interface IssueForm {
  readonly name?: string;
  readonly description?: string;
  readonly body?: readonly {
    readonly type: string;
    readonly id?: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
  }[];
}

for (const name of readdirSync(forms).filter((each) => each !== 'config.yml'))
  test(`GitHub accepts the form ${name}: it has a name, and each field a kind, an id of its own and a label`, () => {
    const form = load(readFileSync(join(forms, name), 'utf8')) as IssueForm;
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const fields = form.body?.filter(({ type }) => type !== 'markdown') ?? [];
    expect(fields.length).toBeGreaterThan(0);
    expect(form.body?.map(({ type }) => type).filter((type) => !fieldKinds.includes(type))).toEqual([]);
    expect(fields.map(({ attributes }) => typeof attributes?.label)).toEqual(fields.map(() => 'string'));
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    for (const { type, attributes } of fields)
      if (type === 'dropdown') expect(attributes?.options).toContainEqual(expect.any(String));
  });
