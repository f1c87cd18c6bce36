import { basename } from 'node:path';
import type { RequirementId } from '../contract/requirements/requirement-ids.generated.js';
import { CoverageTracker } from '../contract/schemas/coverage.js';
import { counted, grouped } from '../contract/values/words.js';
import type { Secrets } from '../http/shown/secrets.js';
import type { Evidence } from '../verdicts/finding.js';
import { Observer } from '../verdicts/recording/observer.js';
import { Recorder } from '../verdicts/recording/recorder.js';
import { BatchRule } from './batches.js';
import { ClientJudge, type ClientMistake } from './client.js';
import { type HarReading, newReading, type RecordedEntry, readHar } from './har.js';
import { KeyRule } from './keys.js';
import { LimitRule } from './limits.js';
import { forgetOldest, type OrderRule, type PutOnRecord } from './order.js';
import { ProductRule } from './products.js';
import { type Called, calledBy, ExchangeMaker, type RecordedExchange } from './recorded-exchange.js';
import type { RecordedTraffic } from './recorded-traffic.js';
import { ResponseRule } from './responses.js';
import { WebhookRule } from './webhooks.js';

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

/** The number of entries that wait until no earlier one can follow: writers put them in the order of their ends, or nearly so. */
const mostWaiting = 200;

/** The number of keys whose clock is followed. */
const mostKeys = 1000;

/**
 * Judges recorded traffic: each exchange by the rules that hold for every one, and those that do not overlap by what
 * follows from their order. Files are judged one by one, because their clocks may differ; memory doesn't depend on
 * their size.
 * @throws the error of the file system if a file can't be read
 */
export async function judgeTraffic(files: readonly string[], options: Options): Promise<JudgedTraffic> {
  const client = new ClientJudge();
  const shared = {
    client,
    maker: new ExchangeMaker(options.secrets),
    coverage: new CoverageTracker(),
    shown: new Map(),
  };
  const judged: JudgedFile[] = [];
  const notes: string[] = [];
  const span = { exchanges: 0, from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  for (const file of files) {
    const began = performance.now();
    const recording = new FileJudge(file, options, shared);
    const reading = newReading();
    for await (const entry of inOrder(readHar(file, reading))) await recording.see(entry);
    notes.push(...notesOf(file, reading, recording));
    span.exchanges += recording.exchanges;
    span.from = Math.min(span.from, recording.from);
    span.to = Math.max(span.to, recording.to);
    if (recording.exchanges === 0) continue;
    judged.push({ file, evidence: recording.evidence(), milliseconds: performance.now() - began });
  }
  const [from, to] = [span.from, span.to].map((each) =>
    Number.isFinite(each) ? new Date(each).toISOString() : '',
  );
  return {
    files: judged,
    traffic: {
      files,
      exchanges: span.exchanges,
      ...(from && to && { from, to }),
      notes,
      client: client.mistakes,
    },
  };
}

/** Entries by the time of their requests, as far as a window of them shows it. */
async function* inOrder(entries: AsyncIterable<RecordedEntry>): AsyncGenerator<RecordedEntry> {
  const waiting: RecordedEntry[] = [];
  for await (const entry of entries) {
    const at = waiting.findLastIndex(({ startedAt }) => startedAt <= entry.startedAt);
    waiting.splice(at + 1, 0, entry);
    const [first] = waiting.length > mostWaiting ? waiting.splice(0, 1) : [];
    if (first !== undefined) yield first;
  }
  yield* waiting;
}

interface Shared {
  readonly client: ClientJudge;
  readonly maker: ExchangeMaker;
  readonly coverage: CoverageTracker;
  readonly shown: ConstructorParameters<typeof Observer>[0];
}

/**
 * Judges the requests that a service receives, as soon as they are answered.
 * @param told gets each mistake of a client
 */
export function liveJudge(
  secrets: Secrets,
  told: (mistake: ClientMistake) => void,
): (answered: RecordedEntry) => void {
  const client = new ClientJudge(told);
  const maker = new ExchangeMaker(secrets);
  let entry = 0;
  return (answered) => {
    const { request, startedAt } = answered;
    const called = calledBy(request);
    if (called === undefined) return;
    entry += 1;
    const where = { entry, time: new Date(startedAt).toISOString() };
    const { operation } = called;
    if (operation === undefined) client.unknownPath(...maker.shownPath(request, called, where));
    else client.see(maker.make(answered, { ...called, operation }), where);
  };
}

/** Judges the entries of one file. */
class FileJudge {
  exchanges = 0;
  from = Number.POSITIVE_INFINITY;
  to = Number.NEGATIVE_INFINITY;
  /** How many entries aren't the API's, lack a body, a key or the end of the response, or came too late for their order. */
  readonly others = { elsewhere: 0, bodiless: 0, keyless: 0, untimed: 0, late: 0 };
  readonly #file: string;
  readonly #shared: Shared;
  readonly #recorder: Recorder;
  readonly #webhooks = new WebhookRule();
  /** The latest Date of the responses to each key. */
  readonly #latest = new Map<string, number>();
  /** Those that need only the status and the headers, and those that need the body too. */
  readonly #ofHeaders: readonly OrderRule[] = [new KeyRule(), new LimitRule()];
  readonly #rules: readonly OrderRule[] = [
    ...this.#ofHeaders,
    ...[new BatchRule(), new ProductRule(), new ResponseRule(), this.#webhooks],
  ];

  constructor(file: string, { secrets, isConfirmed, replay }: Options, shared: Shared) {
    this.#file = basename(file);
    this.#shared = shared;
    this.#recorder = new Recorder({
      title: this.#file,
      covers: [],
      mayMeet: this.#rules.flatMap(({ requirements }) => requirements),
      isConfirmed,
      secrets,
      replay: replay(file),
      coverage: shared.coverage,
      observer: new Observer(shared.shown, (text) => secrets.redact(text)),
    });
  }

  async see(entry: RecordedEntry): Promise<void> {
    const { request, startedAt } = entry;
    const called = calledBy(request);
    const time = new Date(startedAt).toISOString();
    const where = { file: this.#file, entry: entry.index, time };
    const place = `entry ${where.entry} of ${where.file}, ${where.time}`;
    if (called === undefined) {
      if (!(await this.#webhooks.seeDelivery(request, this.#recordAt(place)))) this.others.elsewhere += 1;
      return;
    }
    const { operation } = called;
    if (operation === undefined) {
      this.others.elsewhere += 1;
      this.#shared.client.unknownPath(...this.#shared.maker.shownPath(request, called, where));
      return;
    }
    await this.#judge(entry, { ...called, operation }, where, place);
  }

  async #judge(
    entry: RecordedEntry,
    called: Called & { readonly operation: NonNullable<Called['operation']> },
    where: { readonly file: string; readonly entry: number; readonly time: string },
    place: string,
  ): Promise<void> {
    const made = this.#shared.maker.make(entry, called);
    const recorded = { ...made, isTimed: made.isTimed && !this.#goesBack(made) };
    const { exchange, complete } = recorded;
    const { startedAt } = exchange;
    const isLate = startedAt < this.to;
    this.exchanges += 1;
    this.from = Math.min(this.from, startedAt);
    this.to = Math.max(this.to, startedAt);
    if (exchange.bodyLeftOut) this.others.bodiless += 1;
    if (exchange.credential === 'absent' && exchange.succeeded) this.others.keyless += 1;
    if (!recorded.isTimed) this.others.untimed += 1;
    if (isLate) this.others.late += 1;
    this.#recorder.observe(complete, false, [place]);
    this.#shared.client.see({ ...recorded, isTimed: recorded.isTimed && !isLate }, where);
    if (isLate) return;
    const record = this.#recordAt(place);
    for (const rule of exchange.bodyLeftOut ? this.#ofHeaders : this.#rules) await rule.see(recorded, record);
  }

  /** Whether the clock of a key's responses goes back while that of the recording goes on: somebody set one of them. */
  #goesBack({ exchange, key, called }: RecordedExchange): boolean {
    const date = Date.parse(exchange.header('date') ?? '');
    const name = `${called.base} ${key}`;
    const latest = this.#latest.get(name) ?? Number.NEGATIVE_INFINITY;
    this.#latest.delete(name);
    this.#latest.set(name, date > latest ? date : latest);
    forgetOldest(this.#latest, mostKeys);
    return date < latest;
  }

  #recordAt(place: string): PutOnRecord {
    return (id: RequirementId, about, result) =>
      this.#recorder.verify(id, { ...about, trail: [...about.trail, place] }, { result });
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
    ...[...unusable].map(([why, count]) => [count, `${ofAll(count)} ${why}.`] as const),
    [
      others.bodiless,
      `${inOurs(others.bodiless)}, a body was left out, was cut or is too large: of these, only the status and the headers were judged.`,
    ],
    [
      others.keyless,
      `${inOurs(others.keyless)}, a request succeeded without X-API-Key, which was probably removed from the file: their limits were not judged.`,
    ],
    [
      others.untimed,
      `${inOurs(others.untimed)}, the end of the response is unknown or contradicts its Date: what follows from their order was not judged.`,
    ],
    [
      others.late,
      `${inOurs(others.late)}, the entry is far from the place that its time gives it: what follows from their order was not judged.`,
    ],
  ];
  return sentences.filter(([count]) => count > 0).map(([, sentence]) => sentence);
}
