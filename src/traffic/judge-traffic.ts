import { basename } from 'node:path';
import { CoverageTracker } from '../contract/schemas/coverage.js';
import { counted, grouped } from '../contract/values/words.js';
import type { Evidence } from '../verdicts/finding.js';
import { Recorder } from '../verdicts/recording/recorder.js';
import { SecretsOfRecording, shownOf } from './allow-list.js';
import { batchJudge, requirementsOfBatches } from './batches.js';
import { addMistake, type ClientMistake, type ClientMistakes, clientJudge } from './client.js';
import { HarReading, type RecordedEntry, readHar } from './har.js';
import type { RecordedExchange } from './recorded-exchange.js';
import { placeInWords, type RecordedTraffic } from './recorded-traffic.js';

/** What the files of a recording show about the service and its clients. */
export interface JudgedTraffic {
  /** The files that contain an exchange. */
  readonly files: readonly {
    readonly file: string;
    readonly evidence: Evidence;
    readonly milliseconds: number;
  }[];
  readonly traffic: RecordedTraffic;
}

/** The maximum number of exchanges that are recognised when they occur again in a later file. */
const mostNamed = 100_000;

/**
 * Judges recorded traffic: each exchange by the rules that hold for every exchange, batches from their acknowledgement
 * to their result, and the requests of the client. Files are judged one by one, because their clocks may differ; memory
 * doesn't depend on their size.
 * @param replay returns the command that judges a file again
 * @throws the file system's error if a file can't be read
 */
export async function judgeTraffic(
  files: readonly string[],
  isConfirmed: (gap: string) => boolean,
  replay: (file: string) => string,
): Promise<JudgedTraffic> {
  const secrets = new SecretsOfRecording(files);
  const mistakes: ClientMistakes = new Map();
  const judgeClient = clientJudge(secrets, (mistake) => addMistake(mistakes, mistake));
  const shared = { covers: [], mayMeet: requirementsOfBatches, isConfirmed, secrets, allowed: shownOf };
  const seen = { coverage: new CoverageTracker(), shown: new Map() };
  const judged: JudgedTraffic['files'][number][] = [];
  const notes: string[] = [];
  let [from, to]: readonly (string | undefined)[] = [];
  let exchanges = 0;
  /**
   * The first file with each exchange: each time a session is exported, the export starts from the beginning of the
   * session.
   */
  const firstIn = new Map<string, number>();
  for (const [index, file] of files.entries()) {
    const [title, began] = [basename(file), performance.now()];
    const recorder = new Recorder({ ...shared, ...seen, title, replay: replay(file) });
    const judgeBatch = batchJudge(recorder, secrets);
    const reading = new HarReading();
    /** @returns why an entry was not judged, as the rest of a sentence; undefined if it was judged */
    const judge = async (entry: RecordedEntry): Promise<string | undefined> => {
      const name = nameOf(entry);
      const first = firstIn.get(name) ?? index;
      if (firstIn.size < mostNamed) firstIn.set(name, first);
      if (first !== index) return 'were also in an earlier file';
      const time = new Date(entry.startedAt).toISOString();
      const place = { file: title, entry: reading.entries, time };
      const recorded = judgeClient(entry, place);
      if (recorded === undefined) return 'did not call the API';
      reading.exchanges += 1;
      if (from === undefined || time < from) from = time;
      if (to === undefined || time > to) to = time;
      for (const reason of missingIn(recorded)) countOne(reading.inPart, reason);
      recorder.observe(recorded.exchange, !recorded.isTimed, [placeInWords(place)]);
      await judgeBatch(recorded, placeInWords(place));
      return undefined;
    };
    for await (const entry of readHar(file, reading)) {
      const reason = typeof entry === 'string' ? entry : await judge(entry);
      if (reason !== undefined) countOne(reading.unusable, reason);
      reading.entries += 1;
    }
    exchanges += reading.exchanges;
    notes.push(...notesOf(file, reading));
    secrets.judging();
    const evidence = recorder.evidence({ kind: 'complete' });
    if (reading.exchanges > 0) judged.push({ file, evidence, milliseconds: performance.now() - began });
  }
  return { files: judged, traffic: { files, exchanges, from, to, notes, client: [...mistakes.values()] } };
}

function countOne(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** What distinguishes an exchange from all others. */
function nameOf({ startedAt, request: { method, url }, response: { headers } }: RecordedEntry): string {
  return [startedAt, method, headers.date, headers['x-ratelimit-remaining'], url].join(' ');
}

/**
 * Judges the requests that a service receives, as soon as they are answered.
 * @param told receives each mistake of a client
 */
export function liveJudge(told: (mistake: ClientMistake) => void): (answered: RecordedEntry) => void {
  const judge = clientJudge(new SecretsOfRecording(), told);
  let entry = 0;
  return (answered) => {
    entry += 1;
    judge(answered, { entry, time: new Date(answered.startedAt).toISOString() });
  };
}

/** What could not be judged about an exchange, and why, as the rest of a sentence. */
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
function notesOf(file: string, { isHar, problem, ...counts }: HarReading): readonly string[] {
  if (!isHar) return [`${file} is not a HAR file with entries: its log.entries is missing or empty.`];
  const [entries, exchanges] = [grouped(counts.entries), counted(counts.exchanges, 'exchange')];
  return [
    ...(problem === undefined ? [] : [`${file} ${problem}: the ${entries} entries before that were judged.`]),
    ...[...counts.unusable].map(([why, count]) => `${file}: ${grouped(count)} of ${entries} entries ${why}.`),
    ...[...counts.inPart].map(([what, count]) => `${file}: in ${grouped(count)} of ${exchanges}, ${what}.`),
  ];
}
