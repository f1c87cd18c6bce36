import { isJsonObject } from '../contract/documents/document.js';
import { IntricateSchemas } from '../contract/schemas/schema-facts.js';
import { RateBudget } from '../footprint/budget/rate-budget.js';
import { inTurn } from '../footprint/ledger/clean-up.js';
import { createClient, validKey } from '../http/client.js';
import { responseLimits } from '../http/response.js';
import { secretsOfProcess } from '../http/shown/secrets.js';
import { visibleText } from '../http/shown/shown-exchange.js';
import { lostInWords } from '../http/transports/attempts.js';
import { type Transport, TransportError, undiciTransport } from '../http/transports/transport.js';
import { type LiveDescription, loadLiveDescription } from '../target/load-live-description.js';
import { acceptKeys } from '../target/preflight/accepted-keys.js';
import { Inquiry } from '../target/preflight/inquiry.js';
import { SettingsError } from '../target/setting.js';
import type { Settings } from '../target/settings.js';
import type { LearnedTarget } from './propose/learned-steps.js';
import { requireReadable } from './survey/contract-parts.js';
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
 * @throws NotThisApi if a different service answers, SettingsError if nothing answers or a key is refused
 */
export async function learnTarget(options: LearnOptions): Promise<LearnedTarget> {
  const { settings } = options;
  const limits = { ...responseLimits, connecting: patience, milliseconds: patience };
  const transport = undiciTransport(4, limits);
  // A service that exists may answer slowly.
  const patient = undiciTransport(4);
  const budget = new RateBudget(Math.min(part, settings.rateShare), settings.clockSpeed);
  try {
    const inquiry = new Inquiry(settings, transport);
    if (settings.apiKeys.length === 0)
      throw new SettingsError(
        'TARGET_API_KEY is not set: give a valid API key of the merchant to learn with.',
      );
    await acceptKeys(settings, inquiry, async () => {});
    // These sentences are held back: if the target is a different service, only that is reported.
    const sentences: string[] = [];
    // This one waits longer: the description is the largest response, and without it learning finds out much less.
    const description = await usableDescription(settings, patient, (sentence) => sentences.push(sentence));
    const { line, over } = inTurn(patient, budget, settings);
    const learned = await learnFrom(description, over, options, sentences);
    const lost = lostInWords(line.sent);
    if (lost !== '') options.say(`${lost}.`);
    return learned;
  } finally {
    budget.close();
    await Promise.all([transport.close(), patient.close()]);
  }
}

async function learnFrom(
  description: LiveDescription | undefined,
  transport: Transport,
  { settings, environment, say, today, onlyReads = false }: LearnOptions,
  sentences: string[],
): Promise<LearnedTarget> {
  const clientOver = (over: Transport) =>
    createClient({
      baseUrl: settings.baseUrl,
      transport: over,
      credentials: validKey(settings.apiKeys[0] ?? ''),
      secrets: secretsOfProcess,
      observe: () => {},
    });
  const survey = new Survey(clientOver(transport), description);
  const hasOperations = survey.describedCount > 0;
  const other =
    description === undefined || hasOperations
      ? undefined
      : `live description at ${settings.descriptionUrl} describes a different API${titleOf(description)}`;
  if (other !== undefined)
    sentences.push(
      `The ${other}, with none of this API's operations: learning goes on without it, and leaves more questions open.`,
    );
  if (settings.orders.length > 0)
    survey.expect('listOrders', new Map([['items[].order_number', settings.orders]]));
  survey.learn();
  await readLists(survey, settings.baseUrl, other && `the ${other}`);
  for (const sentence of sentences) say(sentence);
  await tryNamesOfPages(survey);
  await readFurther(survey);
  await provokeReadRefusals(survey);
  const written =
    settings.writes === 'allow' && !onlyReads
      ? await tryWrites({ survey, settings, environment, transport, clientOver, say })
      : undefined;
  if (settings.writes === 'deny' && !onlyReads)
    say(
      'TARGET_WRITES is deny: nothing was written, and facts that only writes show are known from the description alone.',
    );
  const { learned: known, errors } = survey;
  const found = { name: settings.name, operations: known, errors, ...written };
  if (description === undefined || !hasOperations) return found;
  return { ...found, learned: { from: settings.descriptionUrl, on: today, digest: description.digest } };
}

/** The title of a live description in quotes, after a comma; empty if it has none. */
function titleOf({ document: json }: LiveDescription): string {
  const info = isJsonObject(json) ? json.info : undefined;
  const title = isJsonObject(info) ? info.title : undefined;
  if (typeof title !== 'string' || title === '') return '';
  // In one line, so that no part of it can pass for a sentence of ours.
  return `, "${visibleText(title).replaceAll(/\s+/g, ' ').slice(0, 80)}"`;
}

/** How the schemas of a live description exceed a limit; undefined if they don't. */
function excessOf({ document: json, operations }: LiveDescription): string | undefined {
  try {
    if (isJsonObject(json)) requireReadable(json, operations);
    return undefined;
  } catch (error) {
    if (error instanceof IntricateSchemas) return error.message;
    throw error;
  }
}

/** The live description, if it exists, is valid and can be read. */
async function usableDescription(
  { descriptionUrl: url, baseUrl, apiKeys }: Settings,
  transport: Transport,
  say: (sentence: string) => void,
): Promise<LiveDescription | undefined> {
  const [key] = apiKeys;
  const place = { url, baseUrl, ...(key === undefined ? {} : { key }) };
  const without = 'learning goes on without it, and leaves more questions open';
  const loaded = await loadLiveDescription(place, transport).catch((error: unknown) => {
    if (error instanceof TransportError) return error.trouble;
    throw error;
  });
  if ('reason' in loaded)
    say(
      `No usable response from ${url}, where the live description should be (${loaded.reason}): ${without}.`,
    );
  else if (!loaded.exchange.succeeded)
    say(`There is no live description at ${url}, which answers ${loaded.exchange.status}: ${without}.`);
  else if (loaded.document === undefined)
    say(
      `The text at ${url} can't be read as a live description, as ${loaded.exchange.jsonError}: ${without}.`,
    );
  else {
    const { problem } = await loaded.validated();
    const excess = problem === undefined ? excessOf(loaded) : undefined;
    if (problem === undefined && excess === undefined) return loaded;
    say(
      problem === undefined
        ? `The live description at ${url} can't be read, because ${excess}: ${without}.`
        : `The live description at ${url} is not valid OpenAPI (${problem}): ${without}.`,
    );
  }
  return undefined;
}
