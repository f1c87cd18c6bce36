import { basename } from 'node:path';
import { CoverageTracker } from '../contract/schemas/coverage.js';
import { member } from '../contract/values/path.js';
import { counted, grouped } from '../contract/values/words.js';
import type { Secrets } from '../http/shown/secrets.js';
import type { Evidence } from '../verdicts/finding.js';
import type { ShownPairs } from '../verdicts/recording/observer.js';
import { Recorder } from '../verdicts/recording/recorder.js';
import { BatchJudge, requirementsOfBatches } from './batches.js';
import { ClientJudge, type ClientMistake } from './client.js';
import { countOne, type HarReading, newReading, type RecordedEntry, readHar } from './har.js';
import { calledBy } from './recorded-exchange.js';
import type { RecordedTraffic } from './recorded-traffic.js';

interface JudgedFile {
  readonly file: string;
  readonly evidence: Evidence;
  readonly milliseconds: number;
}

interface Options {
  readonly secrets: Secrets;
  readonly isConfirmed: (gap: string) => boolean;
  /** The command that judges a file again. */
  readonly replay: (file: string) => string;
}

/** What the files of a recording show of the service, and of its clients. */
export interface JudgedTraffic {
  readonly files: readonly JudgedFile[];
  readonly traffic: RecordedTraffic;
}

/**
 * Judges recorded traffic: each exchange by the rules that hold for every one, batches from their acknowledgement to
 * their result, and the requests of the client. Files are judged one by one, because their clocks may differ; memory
 * doesn't depend on their size.
 * @throws the error of the file system if a file can't be read
 */
export async function judgeTraffic(files: readonly string[], options: Options): Promise<JudgedTraffic> {
  const shared: Shared = {
    client: new ClientJudge(options.secrets),
    coverage: new CoverageTracker(),
    shown: new Map(),
    times: { exchanges: 0 },
  };
  const judged: JudgedFile[] = [];
  const notes: string[] = [];
  /** The first file with each exchange: programs export a session from its beginning, however often. */
  const firstIn = new Map<string, number>();
  for (const [index, file] of files.entries()) {
    const began = performance.now();
    const recording = new FileJudge(file, options, shared);
    const reading = newReading();
    const { allowed } = shared.client;
    const see = (entry: unknown) => allowed.entry(entry, isCall(member(entry, 'request')));
    for await (const entry of readHar(file, reading, see)) {
      const name = nameOf(entry);
      const first = firstIn.get(name) ?? index;
      if (firstIn.size < mostNamed) firstIn.set(name, first);
      if (first < index) countOne(reading.unusable, 'were in an earlier file, too');
      else if (!(await recording.see(entry))) countOne(reading.unusable, 'did not call the API');
    }
    notes.push(...notesOf(file, reading, recording));
    if (recording.exchanges === 0) continue;
    judged.push({ file, evidence: recording.evidence(), milliseconds: performance.now() - began });
  }
  const { client, times } = shared;
  const { unsearched } = client.allowed;
  if (unsearched > 0)
    notes.push(
      `${counted(unsearched, 'value')} that were hidden were not searched for elsewhere, because there are so many.`,
    );
  return { files: judged, traffic: { files, ...times, notes, client: client.mistakes } };
}

/** The number of exchanges that are known again in a later file. */
const mostNamed = 100_000;

/** What tells an exchange from every other. */
function nameOf({ startedAt, request: { method, url }, response: { headers } }: RecordedEntry): string {
  return [startedAt, method, headers.date, headers['x-ratelimit-remaining'], url].join(' ');
}

/** Whether the request of an entry calls an operation. */
function isCall(request: unknown): boolean {
  const [method, url] = [member(request, 'method'), member(request, 'url')];
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return false;
  return calledBy({ method, url })?.operation !== undefined;
}

interface Shared {
  readonly client: ClientJudge;
  readonly coverage: CoverageTracker;
  readonly shown: ShownPairs;
  /** When the exchanges of all files began, the first and the last of them. */
  readonly times: { exchanges: number; from?: string; to?: string };
}

/**
 * Judges the requests that a service receives, as soon as they are answered.
 * @param told gets each mistake of a client
 */
export function liveJudge(
  secrets: Secrets,
  told: (mistake: ClientMistake) => void,
): (answered: RecordedEntry) => void {
  const client = new ClientJudge(secrets, told);
  let entry = 0;
  return (answered) => {
    if (calledBy(answered.request) === undefined) return;
    entry += 1;
    client.see(answered, { entry, time: new Date(answered.startedAt).toISOString() });
  };
}

/** Judges the entries of one file. */
class FileJudge {
  exchanges = 0;
  /** How many of them were judged only in part, by the words of a sentence about them. */
  readonly inPart = new Map<string, number>();
  readonly #file: string;
  readonly #shared: Shared;
  readonly #recorder: Recorder;
  readonly #batches = new BatchJudge();

  constructor(file: string, { secrets, isConfirmed, replay }: Options, shared: Shared) {
    this.#file = basename(file);
    this.#shared = shared;
    this.#recorder = new Recorder({
      title: this.#file,
      covers: [],
      mayMeet: requirementsOfBatches,
      isConfirmed,
      secrets,
      allowed: (exchange) => shared.client.allowed.exchange(exchange),
      replay: replay(file),
      coverage: shared.coverage,
      shown: shared.shown,
    });
  }

  /** Judges an entry. @returns whether it calls the API */
  async see(entry: RecordedEntry): Promise<boolean> {
    const { client, times } = this.#shared;
    const { index } = entry;
    const where = { file: this.#file, entry: index, time: new Date(entry.startedAt).toISOString() };
    const recorded = client.see(entry, where);
    if (recorded === undefined) return false;
    const { exchange, complete, isTimed } = recorded;
    const place = `entry ${index} of ${where.file}, ${where.time}`;
    this.exchanges += 1;
    times.exchanges += 1;
    if (times.from === undefined || where.time < times.from) times.from = where.time;
    if (times.to === undefined || where.time > times.to) times.to = where.time;
    const isKeyless = exchange.credential === 'absent' && exchange.succeeded;
    for (const [isSo, what] of [
      [exchange.bodyLeftOut, partly.bodiless],
      [isKeyless, partly.keyless],
      [!isTimed, partly.untimed],
    ] as const)
      if (isSo) countOne(this.inPart, what);
    this.#recorder.observe(complete, !isTimed, [place]);
    // A response that repeats a key is kept without it, so that it can't be compared with what was sent.
    if (exchange.outsideContract || exchange.bodyLeftOut || exchange !== complete) return true;
    await this.#batches.see(recorded, (id, about, result) =>
      this.#recorder.verify(id, { ...about, trail: [...about.trail, place] }, { result }),
    );
    return true;
  }

  evidence(): Evidence {
    return this.#recorder.evidence({ kind: 'complete' });
  }
}

/** What could not be judged of an exchange, and why, as the rest of a sentence. */
const partly = {
  bodiless:
    'a body was left out, was cut or is too large: of these, only the status and the headers were judged',
  keyless:
    'a request succeeded without X-API-Key, which was probably removed from the file: its batches and its pace were not judged',
  untimed: 'the file does not say when the response ended: what follows from its order was not judged',
} as const;

/** A sentence for each thing in a file that could not be judged. */
function notesOf(
  file: string,
  { isHar, problem, entries, unusable }: HarReading,
  { exchanges, inPart }: FileJudge,
): readonly string[] {
  if (!isHar) return [`${file} is not a HAR file with entries: its log.entries is missing or empty.`];
  const all = grouped(entries);
  return [
    ...(problem === undefined ? [] : [`${file} ${problem}: the ${all} entries before that were judged.`]),
    ...[...unusable].map(([why, count]) => `${file}: ${grouped(count)} of ${all} entries ${why}.`),
    ...[...inPart].map(
      ([what, count]) => `${file}: in ${grouped(count)} of ${counted(exchanges, 'exchange')}, ${what}.`,
    ),
  ];
}
