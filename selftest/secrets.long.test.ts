import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { serve } from '#testing/loopback-server';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { runLine } from '#testing/started-command';
import { programArguments } from '../src/contract/documents/folders.js';
import { FormSearch } from '../src/http/shown/secrets.js';
import { quote } from '../src/http/shown/shown-exchange.js';
import { runSpeed } from '../src/target/processes/embedded-sandbox.js';
import { runConformance } from './conformance-run.js';
import { authorityFile, echoingProxy, echoMark, formsOf } from './proxies.js';
import { namesOfTextsWith, textsIn } from './searched-texts.js';

/** The variable that marks the processes of a run: child processes inherit it. */
const mark = 'CONFORMANCE_COMMAND_LINES';

/** A process as /proc shows it. A later process may have the same number, but with a different start time. */
interface Process {
  readonly pid: string;
  readonly parent: string;
  readonly identity: string;
}

/**
 * Collects the command lines and titles of the processes of one run until it is disposed of. It never looks at the
 * other processes of the machine, because their command lines don't concern the run.
 *
 * Each Node process of the run writes down its own command line and those of the processes that it starts. On Linux,
 * /proc also shows processes that other programs start, and titles that processes give themselves: a process belongs
 * to the run if it inherited the mark in the environment, or if its parent belongs to the run.
 */
class CommandLines implements Disposable {
  readonly #file: string;
  readonly #seen = new Set<string>();
  readonly #known = new Set<string>();
  readonly #timer = setInterval(() => this.look(), 250);

  /** @param folder existing folder in which the processes of the run write a file */
  constructor(folder: string) {
    this.#file = join(folder, `command-lines-${randomUUID()}`);
  }

  /** The variables that the run needs in its environment. */
  get environment(): Readonly<Record<string, string>> {
    const recorder = new URL('record-starts.mjs', import.meta.url).href;
    return { [mark]: this.#file, NODE_OPTIONS: `--import=${recorder}` };
  }

  /** All command lines and titles so far, one per line. */
  get text(): string {
    const recorded = existsSync(this.#file) ? readFileSync(this.#file, 'latin1') : '';
    return [recorded, ...this.#seen].join('\n');
  }

  /** Adds the current command lines and titles of the run's processes; does nothing except on Linux. */
  look(): void {
    for (const { pid } of this.#processesOfRun())
      for (const name of ['cmdline', 'comm']) {
        const line = fileOf(pid, name);
        if (line !== undefined) this.#seen.add(line.replaceAll('\0', ' '));
      }
  }

  #processesOfRun(): Process[] {
    const all = processes();
    const belongs = new Set(all.filter((each) => this.#isMarked(each)).map(({ pid }) => pid));
    let size = -1;
    while (size < belongs.size) {
      size = belongs.size;
      for (const { pid, parent } of all) if (belongs.has(parent)) belongs.add(pid);
    }
    const ofRun = all.filter(({ pid }) => belongs.has(pid));
    for (const { identity } of ofRun) this.#known.add(identity);
    return ofRun;
  }

  /** A known process stays known: a browser's processes overwrite their environment, and may lose their parent. */
  #isMarked({ pid, identity }: Process): boolean {
    if (this.#known.has(identity)) return true;
    return (fileOf(pid, 'environ') ?? '').split('\0').includes(`${mark}=${this.#file}`);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

function processes(): Process[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      // A title may contain brackets and blanks; the fields after it don't.
      const fields = fileOf(pid, 'stat')?.split(') ').at(-1)?.split(' ');
      if (fields === undefined) return [];
      const [, parent = ''] = fields;
      return [{ pid, parent, identity: `${pid} since ${fields[19]}` }];
    });
}

/** @returns undefined if the process has ended, or belongs to a different user */
function fileOf(pid: string, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return undefined;
  }
}

test('no file, output, process title or request to a different origin contains a secret of a failing run, in any form', async () => {
  const received: unknown[] = [];
  await using elsewhere = await serve(({ url, headers }, response) => {
    received.push([url, headers]);
    response.end('{}');
  });
  await using sandbox = await startSandbox();
  await using target = await echoingProxy(sandbox.url, {
    elsewhere: elsewhere.url,
    echoes: ['/api/v1/brands/'],
    redirects: ['/api/v1/countries/', '/api/v1/docs/openapi.json'],
  });
  await using control = await echoingProxy(sandbox.control.url, {
    elsewhere: elsewhere.url,
    echoes: [],
    redirects: [],
  });
  const canaries = Array.from({ length: 5 }, () => `sk_${randomBytes(24).toString('base64url')}`);
  const [first, second, other, expired, revoked] = canaries;
  const folder = test.info().outputPath('reports');
  const settings = {
    TARGET_URL: target.url,
    TARGET_API_KEY: `${first},${second}`,
    TARGET_OTHER_API_KEY: other ?? '',
    TARGET_EXPIRED_API_KEY: expired ?? '',
    TARGET_REVOKED_API_KEY: revoked ?? '',
    // Each test gets a merchant with new keys, which must not appear either.
    TARGET_CONTROL_URL: control.url,
    TARGET_CONTROL_TOKEN: sandbox.control.token,
    TARGET_CONFIRMED_GAPS: 'all',
    TARGET_WRITES: 'allow',
    TARGET_CA_FILE: authorityFile,
  };
  // Reads, lapsed keys, and two webhooks with the same URL.
  const { run, strings, names } = await failingRun(
    folder,
    settings,
    '@REF-0[15]|authentication.*@AUTH-(04|10)|@WHK-02',
  );
  expect(run.report.requirements.find(({ id }) => id === 'AUTH-11')?.verdict).toBe('failed');
  expect(received, 'requests to a different origin').toEqual([]);

  expect(strings.get('command lines'), 'the run and a worker of it').toMatch(
    /cli\/main run [\s\S]*workerProcessEntry/,
  );
  // Findings show echoes; only the parts that repeat a secret are hidden.
  for (const shown of ['conformance.json', 'index.html', 'junit.xml', 'playwright.json', 'terminal'])
    expect(strings.get(shown), shown).toContain(echoMark);
  for (const written of [
    /^summary\.md$/,
    /^playwright\/index\.html\/.*\.json$/,
    /^blob\/.*\.jsonl$/,
    /trace\.zip\//,
    /\/exchanges\.har$/,
    /^history\//,
  ])
    expect(names, String(written)).toContainEqual(expect.stringMatching(written));

  const secrets = new Set([...canaries, sandbox.control.token, ...control.secrets, ...target.secrets]);
  expect(secrets.size).toBeGreaterThan(30);
  expect(namesOfTextsWith(secrets, strings)).toEqual([]);
});

test('no file, output or process title of a failing run contains a key or password from a browser', async () => {
  await using sandbox = await startSandbox('--fault', 'hides-whole-keys-in-list');
  const folder = test.info().outputPath('reports');
  // These tests create, show and revoke keys.
  const { strings, names } = await failingRun(
    folder,
    targetSettings(sandbox),
    'settings-area.*(@KEYS-03|@AUTH-10)',
  );
  expect(strings.get('command lines'), 'a browser of the run').toContain('--headless');
  // The report shows the finding, and the page with it.
  expect(strings.get('conformance.json')).toContain('data-key=\\"[redacted]\\"');
  expect(names).toContainEqual(expect.stringMatching(/trace\.zip\//));
  expect(strings.get('playwright.json')).toContain('The Admin presses \\"Confirm\\"');
  const search = new FormSearch();
  // Each key and each password of the sandbox begins like this: the beginning is enough to find it.
  for (const beginning of ['sk_sandbox_', 'pw_sandbox_'])
    for (const form of beginningsOf(beginning)) search.add(form);
  const holdsSecret = (text = '') => search.firstIn(text) !== undefined || /settings_session=\w/.test(text);
  expect(names.filter((name) => holdsSecret(strings.get(name)))).toEqual([]);
});

test('no file or output contains the secret of a subscription or a key that a delivery repeats, in any form', async () => {
  await using sandbox = await startSandbox('--speed', runSpeed);
  await using target = await repeatingDeliveries(sandbox.url, sandbox.apiKey);
  const { secrets } = target;
  const own = { TARGET_URL: target.url, TARGET_CLOCK_SPEED: runSpeed, TARGET_WRITES: 'allow' };
  const { strings } = await failingRun(
    test.info().outputPath('reports'),
    { ...own, TARGET_API_KEY: sandbox.apiKey },
    '@WHK-0[1-4]',
  );
  expect(target.repeated).toBeGreaterThan(0);
  for (const shown of ['conformance.json', 'index.html', 'junit.xml', 'terminal'])
    expect(strings.get(shown), shown).toContain(echoMark);

  const before = target.repeated;
  const folder = test.info().outputPath('project');
  mkdirSync(folder);
  const settings = { ...own, TARGET_NAME: 'shop' };
  const learned = await runLine(
    `cd ${quote(folder)} && touch .env.shop && exec ${[process.execPath, ...programArguments('src/cli/main'), 'learn', '--target', 'shop'].map(quote).join(' ')}`,
    { ...settings, TARGET_API_KEY: sandbox.apiKey },
  );
  expect(target.repeated, learned.output).toBeGreaterThan(before);
  expect(learned.output).toContain('Written: ');
  const all = new Map([...strings, ...textsIn(folder), ['output of learn', learned.output]]);
  expect(secrets.size).toBeGreaterThan(3);
  expect(namesOfTextsWith(secrets, all)).toEqual([]);
});

/**
 * A target that writes its secrets into each delivery: into a string before the signature, into other headers, and into
 * every string of the body, which it signs correctly.
 * @returns also the secrets, which it collects, and how many deliveries repeated one
 */
async function repeatingDeliveries(target: string, apiKey: string) {
  const secrets = new Set([apiKey]);
  const secretOf = new Map<string, string>();
  let repeated = 0;
  const deliverer = await serve(async (incoming, outgoing) => {
    const url = Buffer.from(String(incoming.url).slice(1), 'base64url').toString();
    const { subscription_id: id = '', ...delivery } = JSON.parse((await incoming.toArray()).join(''));
    const own = secretOf.get(id) ?? '';
    const said = [echoMark, ...[own, apiKey].flatMap((each) => Object.values(formsOf(each)))].join(' ');
    const body = JSON.stringify({ ...delivery, event: said, said, subscription_id: id, [said]: said });
    const signature = createHmac('sha256', own).update(body).digest('hex');
    const headers = { 'x-signature': `${said} sha256=${signature}`, 'x-said': said };
    // The receiver of a test that has ended is gone.
    const { status } = await fetch(url, { method: 'POST', headers, body }).catch(() => ({ status: 503 }));
    repeated += 1;
    outgoing.writeHead(status).end();
  });
  const proxy = await serve(async (incoming, outgoing) => {
    const text = (await incoming.toArray()).join('');
    const led = (url: string) => `${deliverer.url}/${Buffer.from(url).toString('base64url')}`;
    // Only what the receiver of the suite gets is of interest.
    const body = text.replace(/(?<="url":")http:\/\/127[^"]+/, led);
    const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers;
    const { method = '' } = incoming;
    const response = await fetch(target + incoming.url, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
      body: body === '' ? null : body,
    });
    const received = await response.text();
    const [, id, secret] = /"id":"([^"]+)".*"client_secret":"([^"]+)"/.exec(received) ?? [];
    if (id !== undefined && secret !== undefined) {
      secretOf.set(id, secret);
      secrets.add(secret);
    }
    const back = received.replaceAll(new RegExp(`${deliverer.url}/([\\w-]+)`, 'g'), (__, coded) =>
      Buffer.from(coded, 'base64url').toString(),
    );
    const kept = [...response.headers].filter(
      ([name]) => !/^(content-length|transfer-|connection|keep-)/.test(name),
    );
    // So that the run fails.
    outgoing.setHeader('x-said', apiKey).writeHead(response.status, Object.fromEntries(kept)).end(back);
  });
  return {
    url: proxy.url,
    secrets,
    get repeated() {
      return repeated;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([proxy, deliverer].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

/**
 * Runs tests of which some must fail, with every kind of report.
 * @returns the run, and everything that it wrote and printed, by name
 */
async function failingRun(folder: string, settings: Readonly<Record<string, string>>, grep: string) {
  using commandLines = new CommandLines(test.info().outputPath());
  const run = await runConformance(
    {
      ...settings,
      ...commandLines.environment,
      PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'playwright'),
      PLAYWRIGHT_HTML_OPEN: 'never',
      PLAYWRIGHT_JUNIT_OUTPUT_FILE: join(folder, 'junit.xml'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'playwright.json'),
      PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blob'),
    },
    ...['--grep', grep, '--trace', 'on', '--reporter', 'list,html,junit,json,blob'],
  );
  expect(run.exitCode, run.output).toBe(1);
  const strings = new Map([
    ...textsIn(folder),
    ['terminal', run.output],
    ['command lines', commandLines.text],
  ]);
  return { run, strings, names: [...strings.keys()] };
}

/** The parts of a beginning that don't depend on the text before and after it, in each encoding. */
function beginningsOf(beginning: string): string[] {
  const { plain = '', percent = '', hex = '', 'hex-capitals': capitals = '' } = formsOf(beginning);
  const inBase64 = ['', 'u', 'us'].map((before) =>
    Buffer.from(before + beginning)
      .toString('base64')
      .slice(4, -4),
  );
  return [plain, percent, hex, capitals, ...inBase64];
}

const watching = test.extend<{ lines: CommandLines }>({
  lines: async ({}, use) => {
    const folder = test.info().outputPath('starts');
    mkdirSync(folder, { recursive: true });
    using lines = new CommandLines(folder);
    await use(lines);
  },
});

/** Starts a program with additional variables in its environment. */
function start(program: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  return spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function ended(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.on('close', resolve));
}

watching('a key on the command line of a process that ends immediately is seen', async ({ lines }) => {
  const starts = [
    `spawn('true', [keys[0]])`,
    `execFileSync('true', [keys[1]])`,
    `execSync('true ' + keys[2])`,
    `spawn('true', [keys[3]], { env: { PATH: process.env.PATH } })`,
  ];
  const keys = starts.map(() => randomUUID());
  const source = `
    import { execFileSync, execSync, spawn } from 'node:child_process';
    const keys = process.env.KEYS.split(',');
    ${starts.join(';\n')};`;
  const args = ['--input-type=module', '--eval', source];
  await ended(start(process.execPath, args, { ...lines.environment, KEYS: keys.join() }));
  for (const [index, key] of keys.entries()) expect(lines.text, starts[index]).toContain(key);
});

// On other systems, no process can read the command lines of others.
if (process.platform === 'linux') {
  watching('a key on the command line of a process that lost the environment is seen', async ({ lines }) => {
    const key = randomUUID();
    const script = 'env -i PATH="$PATH" tail -f /dev/null "$KEY" > /dev/null 2>&1 & echo $!; wait';
    const run = start('sh', ['-c', script], { ...lines.environment, KEY: key });
    const [pid] = await once(run.stdout, 'data');
    await expectSeen(lines, key);
    process.kill(Number(pid));
    await ended(run);
  });
}

/** The shell reports that a process has started before that process has its command line. */
async function expectSeen(lines: CommandLines, key: string): Promise<void> {
  const look = () => {
    lines.look();
    return lines.text;
  };
  await expect.poll(look).toContain(key);
}
