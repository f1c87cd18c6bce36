import { basename } from 'node:path';
import { CoverageTracker } from '../contract/schemas/coverage.js';
import { counted, grouped } from '../contract/values/words.js';
import type { Evidence } from '../verdicts/finding.js';
import { Recorder } from '../verdicts/recording/recorder.js';
import { SecretsOfRecording, shownOf } from './allow-list.js';
import { BatchJudge, requirementsOfBatches } from './batches.js';
import { ClientJudge, type ClientMistake } from './client.js';
import { countOne, HarReading, type RecordedEntry, readHar } from './har.js';
import { calledBy, type RecordedExchange } from './recorded-exchange.js';
import type { RecordedTraffic } from './recorded-traffic.js';

interface JudgedFile {
  readonly file: string;
  readonly evidence: Evidence;
  readonly milliseconds: number;
}

interface Options {
  readonly isConfirmed: (gap: string) => boolean;
  /** The command that judges a file again. */
  readonly replay: (file: string) => string;
}

/** What the files of a recording show of the service, and of its clients. */
export interface JudgedTraffic {
  readonly files: readonly JudgedFile[];
  readonly traffic: RecordedTraffic;
}

/** The number of exchanges that are known again in a later file. */
const mostNamed = 100_000;

/**
 * Judges recorded traffic: each exchange by the rules that hold for every one, batches from their acknowledgement to
 * their result, and the requests of the client. Files are judged one by one, because their clocks may differ; memory
 * doesn't depend on their size.
 * @throws the error of the file system if a file can't be read
 */
export async function judgeTraffic(
  files: readonly string[],
  { isConfirmed, replay }: Options,
): Promise<JudgedTraffic> {
  const secrets = new SecretsOfRecording(files);
  const client = new ClientJudge(secrets);
  const shared = { covers: [], mayMeet: requirementsOfBatches, isConfirmed, secrets, allowed: shownOf };
  const seen = { coverage: new CoverageTracker(), shown: new Map() };
  const judged: JudgedFile[] = [];
  const notes: string[] = [];
  let exchanges = 0;
  let [from, to]: readonly (string | undefined)[] = [];
  /** The first file with each exchange: programs export a session from its beginning, however often. */
  const firstIn = new Map<string, number>();
  for (const [index, file] of files.entries()) {
    const [title, began, before] = [basename(file), performance.now(), exchanges];
    const recorder = new Recorder({ ...shared, ...seen, title, replay: replay(file) });
    const batches = new BatchJudge(recorder, secrets);
    const reading = new HarReading();
    const inPart = new Map<string, number>();
    for await (const entry of readHar(file, reading)) {
      const name = nameOf(entry);
      const first = firstIn.get(name) ?? index;
      if (firstIn.size < mostNamed) firstIn.set(name, first);
      const time = new Date(entry.startedAt).toISOString();
      const where = { file: title, entry: entry.index, time };
      const recorded = first === index ? client.see(entry, where) : undefined;
      if (recorded === undefined)
        countOne(reading.unusable, first === index ? 'did not call the API' : 'were in an earlier file, too');
      else {
        exchanges += 1;
        if (from === undefined || time < from) from = time;
        if (to === undefined || time > to) to = time;
        for (const what of missingIn(recorded)) countOne(inPart, what);
        const place = `entry ${entry.index} of ${title}, ${time}`;
        recorder.observe(recorded.exchange, !recorded.isTimed, [place]);
        await batches.see(recorded, place);
      }
    }
    notes.push(...notesOf(file, reading, inPart, exchanges - before));
    secrets.judging();
    if (exchanges > before)
      judged.push({
        file,
        evidence: recorder.evidence({ kind: 'complete' }),
        milliseconds: performance.now() - began,
      });
  }
  return { files: judged, traffic: { files, exchanges, from, to, notes, client: client.mistakes } };
}

/** What tells an exchange from every other. */
function nameOf({ startedAt, request: { method, url }, response: { headers } }: RecordedEntry): string {
  return [startedAt, method, headers.date, headers['x-ratelimit-remaining'], url].join(' ');
}

/**
 * Judges the requests that a service receives, as soon as they are answered.
 * @param told gets each mistake of a client
 */
export function liveJudge(told: (mistake: ClientMistake) => void): (answered: RecordedEntry) => void {
  const client = new ClientJudge(new SecretsOfRecording(), told);
  let entry = 0;
  return (answered) => {
    if (calledBy(answered.request) === undefined) return;
    entry += 1;
    client.see(answered, { entry, time: new Date(answered.startedAt).toISOString() });
  };
}

/** What could not be judged of an exchange, and why, as the rest of a sentence. */
function missingIn({ exchange, isTimed }: RecordedExchange): readonly string[] {
  const isKeyless = exchange.credential === 'absent' && exchange.succeeded;
  const reasons = {
    'a body was left out, was cut or is too large: of these, only the status and the headers were judged':
      exchange.bodyLeftOut,
    'a request succeeded without X-API-Key, which was probably removed from the file: its batches and its pace were not judged':
      isKeyless,
    'the file does not say when the response ended: what follows from its order was not judged': !isTimed,
  };
  return Object.entries(reasons).flatMap(([reason, isSo]) => (isSo ? [reason] : []));
}

/** A sentence for each thing in a file that could not be judged. */
function notesOf(
  file: string,
  { isHar, problem, entries, unusable }: HarReading,
  inPart: ReadonlyMap<string, number>,
  exchanges: number,
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
