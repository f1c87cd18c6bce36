import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ConformanceRun } from '#testing/started-command';
import type { ConformanceReport, TestReport } from '../../src/report/data/conformance-report.js';

/** A fault between the suite and a target that keeps responses from arriving. */
export interface BadNetwork {
  readonly name: string;
  /** The behaviour that a client meets there. */
  readonly meets: Meeting;
  /** A pattern that the sentence about it must match. */
  readonly says: RegExp;
}

/**
 * Closed: no server listens. Serve: a different server answers a connection instead of the target, from its first bytes
 * on. Certificate: the target answers, but by TLS with that certificate of selftest/certificates. Url: TARGET_URL names
 * this address instead of the proxy. Lossy: the target answers, but this percentage of requests is reset with their
 * connection.
 */
export type Meeting =
  | { readonly kind: 'closed' }
  | { readonly kind: 'serve'; readonly serve: (client: Socket, request: string) => void }
  | { readonly kind: 'certificate'; readonly certificate: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'lossy'; readonly percent: number };

const head = (...headers: readonly string[]) =>
  ['HTTP/1.1 200 OK', 'content-type: application/json', ...headers, '', ''].join('\r\n');

/** Bytes of the endless response: more than any machine would keep. */
const endless = 10 * 1024 ** 3;

/** All bad networks, each simulated on loopback. */
export const badNetworks: readonly BadNetwork[] = [
  { name: 'refused', meets: { kind: 'closed' }, says: /connection refused/ },
  serving(
    'reset',
    (client) => client.resetAndDestroy(),
    /the connection was reset before a response arrived/,
  ),
  serving('stalled', () => {}, /no response within [\d.]+ s/),
  serving(
    'stalled after the head',
    (client) => client.write(head('content-length: 100')),
    /the response was not complete within [\d.]+ s, 0 bytes/,
  ),
  serving('half-closed', (client) => client.end(), /the connection was closed before a response arrived/),
  serving(
    'truncated',
    (client) => client.end(`${head('content-length: 1000')}[{"id":1,`),
    /the connection was closed in the middle of the response, after 9 of 1000 bytes/,
  ),
  serving(
    'truncated chunk',
    (client) => client.end(`${head('transfer-encoding: chunked')}40\r\n[{"id":1,`),
    /the connection was closed in the middle of the response, after 9 bytes/,
  ),
  serving('slow', drip, /the response was not complete within [\d.]+ s, \d+ bytes/),
  serving(
    'corrupted gzip',
    (client) => {
      const bytes = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), randomBytes(200)]);
      client.write(head('content-encoding: gzip', `content-length: ${bytes.length}`));
      client.write(bytes);
    },
    /the body cannot be decoded as gzip, which its Content-Encoding names/,
  ),
  serving('oversized', flood, /the response is larger than \d+ MiB/),
  serving(
    'redirect loop',
    (client, request) => {
      const [, target = '/'] = request.split(' ', 2);
      client.write(`HTTP/1.1 302 Found\r\nlocation: ${target}\r\ncontent-length: 0\r\n\r\n`);
    },
    /redirect.* to itself, in a loop/,
  ),
  serving('no HTTP', (client) => client.end('SSH-2.0-OpenSSH_9.6\r\n'), /its response is not HTTP/),
  {
    name: 'unknown host',
    meets: { kind: 'url', url: 'http://no-such-host.invalid' },
    says: /the host name (is unknown|could not be looked up)/,
  },
  certified('expired certificate', 'expired', /its certificate has expired/),
  certified('self-signed certificate', 'self-signed', /its certificate is self-signed/),
  certified('certificate for a different host', 'other-host', /its certificate is for a different host name/),
  {
    name: 'lossy: 5 in 100 reset',
    meets: { kind: 'lossy', percent: 5 },
    says: /[1-9]\d* of [\d,]+ requests lost/,
  },
];

function serving(name: string, serve: (client: Socket, request: string) => void, says: RegExp): BadNetwork {
  return { name, meets: { kind: 'serve', serve }, says };
}

function certified(name: string, certificate: string, says: RegExp): BadNetwork {
  return { name, meets: { kind: 'certificate', certificate }, says };
}

/** One byte per second: each byte arrives in time, but the response never ends. */
function drip(client: Socket): void {
  client.write(head('content-length: 1000'));
  const timer = setInterval(() => client.write('x'), 1000);
  client.on('close', () => clearInterval(timer));
}

/** As fast as the client reads, and no faster. */
function flood(client: Socket): void {
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')]);
  let left = endless;
  const more = () => {
    while (left > 0 && !client.destroyed) {
      left -= 0x10000;
      if (!client.write(chunk)) return;
    }
    if (!client.destroyed) client.end('0\r\n\r\n');
  };
  client.write(head('transfer-encoding: chunked'));
  client.on('drain', more);
  more();
}

/** When a network is bad. */
export type Where = 'from the start' | 'in the middle' | 'in the middle, for a while';

/** A run of the suite over a network. */
export interface Trial extends ConformanceRun {
  /** In bytes. */
  readonly peakMemory: number;
  /** Number of requests that reached the target. */
  readonly requests: number;
}

/** How the suite handled a bad network. */
export interface Judgement {
  readonly network: string;
  readonly where: Where;
  readonly seconds: number;
  readonly exitCode: number | null;
  /** In bytes. */
  readonly peakMemory: number;
  /** Number of verified requirements. */
  readonly passed: number;
  /** The sentence in which the run names the problem. */
  readonly sentence: string;
  /** Every difference from the required behaviour. */
  readonly wrong: readonly string[];
}

/** Seconds that a bad network may add to a run: a reasonable wait, not hours. */
const mostSecondsMore = 90;

/** Bytes that a bad network may add: less than a hundredth of the endless response. */
const mostMemoryMore = 100 * 1024 * 1024;

type Judged = Pick<Trial, 'exitCode' | 'milliseconds' | 'peakMemory' | 'output' | 'report'>;

/**
 * Compares a run over a bad network with one over a good network.
 * @param clean the run over the good network
 */
export function judge(
  { name, says, meets }: BadNetwork,
  where: Where,
  run: Judged,
  clean: Judged,
): Judgement {
  const { exitCode, milliseconds, peakMemory, output, report } = run;
  const sentence = output.split('\n').find((line) => says.test(line)) ?? '';
  // A request that a lossy line drops may get through when it is sent again.
  const ends = meets.kind === 'lossy' ? [0, 2, 3] : [2, 3];
  const isRight = ends.some((code) => code === exitCode);
  const passed = report?.totals.verdicts.passed ?? 0;
  const isLate = milliseconds > clean.milliseconds + mostSecondsMore * 1000;
  const isLarge = peakMemory > clean.peakMemory + mostMemoryMore;
  const wrong = [
    ...(isRight ? [] : [`it ended with ${exitCode}, not with ${ends.join(' or ')}`]),
    ...(report === undefined ? ['it left no report'] : findingsIn(report)),
    ...(sentence === '' ? ['it prints no sentence that names the problem'] : []),
    ...(isLate ? [`it took more than ${mostSecondsMore} s longer than over a good network`] : []),
    ...(isLarge
      ? [`it took more than ${mostMemoryMore / 1024 / 1024} MB more than over a good network`]
      : []),
    ...(where === 'from the start' || passed > 0 ? [] : ['no requirement verified before remained verified']),
    ...(report === undefined || clean.report === undefined ? [] : lostIn(report, clean.report)),
  ];
  return {
    network: name,
    where,
    seconds: milliseconds / 1000,
    exitCode,
    peakMemory,
    passed,
    sentence: sentence.trim(),
    wrong,
  };
}

/** Findings about the service: there must be none, because a good network has none. */
function findingsIn({ requirements }: ConformanceReport): string[] {
  return requirements
    .filter(({ findings }) => findings.length > 0)
    .map(({ id, findings }) => `${id} was reported against the service: ${findings[0]?.actual}`);
}

/** Requirements that all of their tests verified, but that don't count as verified. */
function lostIn({ tests, requirements }: ConformanceReport, clean: ConformanceReport): string[] {
  const about = (id: string): readonly TestReport[] =>
    clean.tests.filter(({ covers }) => covers.includes(id));
  const passes = new Set(tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
  return clean.requirements
    .filter(({ id, verdict }) => verdict === 'passed' && about(id).length > 0)
    .filter(({ id }) => about(id).every((test) => passes.has(test.id)))
    .filter(({ id }) => requirements.find((each) => each.id === id)?.verdict !== 'passed')
    .map(({ id }) => `${id} was verified, but does not count as verified`);
}

const widths = { network: 29, where: 26 };

/** The heading of the judgements. */
export const heading = `${'network'.padEnd(widths.network)}${'bad'.padEnd(widths.where)}    time  exit    memory  passed  sentence`;

/** A judgement as a line for the terminal, followed by its problems. */
export function judgementLines(judgement: Judgement): string {
  const { network, where, seconds, exitCode, peakMemory, passed, sentence, wrong } = judgement;
  const memory = `${(peakMemory / 1024 / 1024).toFixed(0)} MB`;
  const line = [
    network.padEnd(widths.network) + where.padEnd(widths.where),
    `${seconds.toFixed(1)} s`.padStart(6),
    String(exitCode ?? '-').padStart(4),
    memory.padStart(8),
    String(passed).padStart(6),
    sentence,
  ].join('  ');
  return [line, ...wrong.map((each) => `    wrong: ${each}`)].join('\n');
}
