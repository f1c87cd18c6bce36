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
import { type HarReading, newReading, type RecordedEntry, readHar } from './har.js';
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
  const shared = {
    client: new ClientJudge(options.secrets),
    coverage: new CoverageTracker(),
    shown: new Map(),
    times: new Times(),
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
      if (first < index) recording.others.again += 1;
      else await recording.see(entry);
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

/** When the exchanges of all files began. */
class Times implements Pick<RecordedTraffic, 'exchanges' | 'from' | 'to'> {
  exchanges = 0;
  from?: string;
  to?: string;

  add(time: string): void {
    this.exchanges += 1;
    if (this.from === undefined || time < this.from) this.from = time;
    if (this.to === undefined || time > this.to) this.to = time;
  }
}

interface Shared {
  readonly client: ClientJudge;
  readonly coverage: CoverageTracker;
  readonly shown: ShownPairs;
  readonly times: Times;
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
  /** How many entries aren't the API's, were in an earlier file, or lack a body, a key or the end of the response. */
  readonly others = { elsewhere: 0, again: 0, bodiless: 0, keyless: 0, untimed: 0 };
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

  async see(entry: RecordedEntry): Promise<void> {
    const { client, times } = this.#shared;
    const { index } = entry;
    const where = { file: this.#file, entry: index, time: new Date(entry.startedAt).toISOString() };
    const recorded = client.see(entry, where);
    if (recorded === undefined) {
      this.others.elsewhere += 1;
      return;
    }
    const { exchange, complete, isTimed } = recorded;
    const place = `entry ${index} of ${where.file}, ${where.time}`;
    this.exchanges += 1;
    times.add(where.time);
    if (exchange.bodyLeftOut) this.others.bodiless += 1;
    if (exchange.credential === 'absent' && exchange.succeeded) this.others.keyless += 1;
    if (!isTimed) this.others.untimed += 1;
    this.#recorder.observe(complete, !isTimed, [place]);
    // A response that repeats a key is kept without it, so that it can't be compared with what was sent.
    if (exchange.outsideContract || exchange.bodyLeftOut || exchange !== complete) return;
    await this.#batches.see(recorded, (id, about, result) =>
      this.#recorder.verify(id, { ...about, trail: [...about.trail, place] }, { result }),
    );
  }

  evidence(): Evidence {
    return this.#recorder.evidence({ kind: 'complete' });
  }
}

/** A sentence for each thing in a file that could not be judged. */
function notesOf(
  file: string,
  { isHar, problem, entries, unusable }: HarReading,
  judged: FileJudge,
): string[] {
  const { others, exchanges } = judged;
  if (!isHar) return [`${file} is not a HAR file with entries: its log.entries is missing or empty.`];
  const ofAll = (count: number) => `${file}: ${grouped(count)} of ${grouped(entries)} entries`;
  const inOurs = (count: number) => `${file}: in ${grouped(count)} of ${counted(exchanges, 'exchange')}`;
  const sentences: readonly (readonly [count: number, sentence: string])[] = [
    [
      problem === undefined ? 0 : 1,
      `${file} ${problem}: the ${grouped(entries)} entries before that were judged.`,
    ],
    [others.elsewhere, `${ofAll(others.elsewhere)} did not call the API.`],
    [others.again, `${ofAll(others.again)} were in an earlier file, too.`],
    ...[...unusable].map(([why, count]) => [count, `${ofAll(count)} ${why}.`] as const),
    [
      others.bodiless,
      `${inOurs(others.bodiless)}, a body was left out, was cut or is too large: of these, only the status and the headers were judged.`,
    ],
    [
      others.keyless,
      `${inOurs(others.keyless)}, a request succeeded without X-API-Key, which was probably removed from the file: its batches and its pace were not judged.`,
    ],
    [
      others.untimed,
      `${inOurs(others.untimed)}, the file does not say when the response ended: what follows from its order was not judged.`,
    ],
  ];
  return sentences.filter(([count]) => count > 0).map(([, sentence]) => sentence);
}
