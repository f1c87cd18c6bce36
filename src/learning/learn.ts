import { isJsonObject } from '../contract/documents/document.js';
import { Refusal } from '../contract/refusal.js';
import { IntricateSchemas } from '../contract/schemas/schema-facts.js';
import { RateBudget } from '../footprint/budget/rate-budget.js';
import { inTurn } from '../footprint/ledger/clean-up.js';
import { createClient, validKey } from '../http/client.js';
import { secretsOfProcess } from '../http/shown/secrets.js';
import { visibleText } from '../http/shown/shown-exchange.js';
import { lostInWords } from '../http/transports/attempts.js';
import { type Transport, TransportError, undiciTransport } from '../http/transports/transport.js';
import { type LiveDescription, loadLiveDescription } from '../target/load-live-description.js';
import { acceptKeys } from '../target/preflight/accepted-keys.js';
import { inquiryOf } from '../target/preflight/inquiry.js';
import type { Settings } from '../target/settings.js';
import { gapOfEqual } from '../verdicts/recording/submission.js';
import { type Findings, type LearnedTarget, subjectOf } from './propose/findings.js';
import { type DescribedParts, describedParts } from './survey/parts.js';
import { provokeReadRefusals, readFurther, readLists, tryNamesOfPages } from './survey/read-target.js';
import { Survey } from './survey/survey.js';
import { tryWrites } from './trials/try-writes.js';

interface LearnOptions {
  readonly settings: Settings;
  readonly environment: NodeJS.ProcessEnv;
  /** Reports a sentence about the progress. */
  readonly say: (sentence: string) => void;
  /** The date, as in 2026-11-22. */
  readonly today: string;
  /** Whether to send nothing but reads, even if the settings allow writes. */
  readonly onlyReads?: boolean;
}

/** Milliseconds that the target may take for a response. */
const patience = 3000;

/** The part of each rate window that learning uses, because others may use the same key. */
const part = 0.1;

/**
 * Learns how a target fills the gaps of the description: from its live description, from its responses to reads and, if
 * writes are allowed, from a few writes on a product that it creates.
 * @throws Refusal if a different service answers, nothing answers, or a key is refused
 */
export async function learnTarget(options: LearnOptions): Promise<LearnedTarget> {
  const { settings } = options;
  const transport = undiciTransport(4, { connecting: patience, milliseconds: patience });
  // A service that exists may answer slowly.
  const patient = undiciTransport(4);
  const budget = new RateBudget(Math.min(part, settings.rateShare), settings.clockSpeed);
  try {
    const inquiry = inquiryOf(settings, transport);
    if (settings.apiKeys.length === 0)
      throw new Refusal('TARGET_API_KEY is not set: give a valid API key of the merchant to learn with.');
    await acceptKeys(settings, inquiry, options.say);
    // This one waits longer: the description is the largest response, and without it learning finds out much less.
    const description = await usableDescription(settings, patient);
    const { line, over } = inTurn(patient, budget, settings);
    const learned = await learnFrom(description, over, options);
    const lost = lostInWords(line.sent);
    if (lost !== '') options.say(`${lost}.`);
    return learned;
  } finally {
    budget.close();
  }
}

async function learnFrom(
  description: UsableDescription | string,
  transport: Transport,
  { settings, environment, say, today, onlyReads = false }: LearnOptions,
): Promise<LearnedTarget> {
  const clientOver = (over: Transport) =>
    createClient({
      baseUrl: settings.baseUrl,
      transport: over,
      credentials: validKey(settings.apiKeys[0] ?? ''),
      secrets: secretsOfProcess,
      observe: () => {},
    });
  const isUsable = typeof description !== 'string';
  const survey = new Survey(clientOver(transport), isUsable ? description.parts : new Map());
  if (settings.orders.length > 0)
    survey.expect('listOrders', new Map([['items[].order_number', settings.orders]]));
  survey.learn();
  await readLists(survey, settings.baseUrl, isUsable ? undefined : description);
  if (!isUsable)
    say(
      `${description.replace(/^./, (first) => first.toUpperCase())}: learning goes on without it, and leaves more questions open.`,
    );
  await tryNamesOfPages(survey);
  await readFurther(survey);
  await provokeReadRefusals(survey);
  const { deliveries, isSameBatch } =
    settings.writes === 'allow' && !onlyReads
      ? await tryWrites({ survey, settings, environment, transport, clientOver, say })
      : {};
  if (settings.writes === 'deny' && !onlyReads)
    say(
      'TARGET_WRITES is deny: nothing was written, and facts that only writes show are known from the description alone.',
    );
  return {
    name: settings.name,
    learned: isUsable ? { from: settings.descriptionUrl, on: today, digest: description.digest } : undefined,
    findings: [...survey.learned, deliveries ?? [], equality(isSameBatch), survey.errors].flat(),
  };
}

/** What is learned about the file as a whole. @param isSameBatch whether an equal submission got the id of the batch in flight */
function equality(isSameBatch: boolean | undefined): Findings {
  const equal = {
    ...({ kind: 'equal', at: '', to: 'same-batch', gap: gapOfEqual, source: 'answered' } as const),
    evidence: 'the same item, sent to POST /products/ twice at once, got the id of the first batch',
  };
  return {
    place: [],
    steps: isSameBatch === true ? [equal] : [],
    questions: [],
    found: new Set(isSameBatch === undefined ? [] : [subjectOf(equal)]),
  };
}

/** A live description from which the suite can learn. */
interface UsableDescription extends Pick<LiveDescription, 'digest'> {
  /** The contract's operations in it. */
  readonly parts: ReadonlyMap<string, DescribedParts>;
}

/** The title of a live description in quotes, after a comma; empty if it has none. */
function titleOf(json: unknown): string {
  const info = isJsonObject(json) ? json.info : undefined;
  const title = isJsonObject(info) ? info.title : undefined;
  if (typeof title !== 'string' || title === '') return '';
  // In one line, so that no part of it can pass for a sentence of ours.
  return `, "${visibleText(title).replaceAll(/\s+/g, ' ').slice(0, 80)}"`;
}

/** The live description, or the reason why nothing can be learned from it, as a clause. */
async function usableDescription(
  settings: Settings,
  transport: Transport,
): Promise<UsableDescription | string> {
  const { descriptionUrl: url } = settings;
  const loaded = await loadLiveDescription(settings, transport).catch((error: unknown) => {
    if (error instanceof TransportError) return error.trouble;
    throw error;
  });
  if ('reason' in loaded)
    return `no usable response came from ${url}, where the live description should be (${loaded.reason})`;
  const { exchange, document, digest } = loaded;
  if (!exchange.succeeded) return `there is no live description at ${url}, which answers ${exchange.status}`;
  if (document === undefined)
    return `the text at ${url} can't be read as a live description, as ${exchange.jsonError}`;
  const { problem } = await loaded.validated();
  if (problem !== undefined) return `the live description at ${url} is not valid OpenAPI (${problem})`;
  try {
    const parts = describedParts(loaded);
    return parts.size > 0
      ? { digest, parts }
      : `the live description at ${url} describes a different API${titleOf(document)}, with none of this API's operations`;
  } catch (error) {
    if (error instanceof IntricateSchemas)
      return `the live description at ${url} can't be read, because ${error.message}`;
    throw error;
  }
}
