import { contractVersion } from '../../contract/documents/document.js';
import { countQuestions, countSteps } from '../../contract/mapping/file/file-steps.js';
import type { TargetContract } from '../../contract/mapping/target-contract.js';
import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import { member } from '../../contract/values/path.js';
import { counted } from '../../contract/values/words.js';
import { type Client, createClient, withoutKey } from '../../http/client.js';
import { type Exchange, jsonOf } from '../../http/exchange.js';
import { redirectIn } from '../../http/response.js';
import { Line, type SentRequests } from '../../http/transports/attempts.js';
import { type Transport, TransportError } from '../../http/transports/transport.js';
import { learnCommand } from '../environment.js';
import { type LiveDescription, loadLiveDescription } from '../load-live-description.js';
import { type Settings, SettingsError } from '../settings.js';

/** A list, the key to request it with, if any, and its query in the contract's words. */
type Asked = [list: OperationId, key?: string, query?: Readonly<Record<string, string>>];

/** Sends the preflight's requests to the target, and counts them and the lost ones. */
export class Inquiry {
  readonly replies: Exchange[] = [];
  readonly #settings: Settings;
  readonly #transport: Transport;
  readonly #client: Client;
  readonly #line = new Line();

  constructor(settings: Settings, transport: Transport) {
    this.#settings = settings;
    this.#transport = this.#line.watched(transport);
    const { baseUrl } = settings;
    this.#client = createClient({ baseUrl, transport: this.#transport, credentials: withoutKey });
  }

  get sent(): SentRequests {
    return this.#line.sent;
  }

  /** Requests a list. @returns undefined if there is no complete response */
  ask(...asked: Asked): Promise<Exchange | undefined> {
    return responseOrNone(this.#send(...asked));
  }

  /** Requests the live description. @returns undefined if there is no complete response */
  askDescription(): Promise<LiveDescription | undefined> {
    const { descriptionUrl: url, baseUrl, apiKeys } = this.#settings;
    return responseOrNone(loadLiveDescription({ url, baseUrl, key: apiKeys[0] }, this.#transport));
  }

  async #send(...[operationId, key, query]: Asked): Promise<Exchange> {
    const client = key === undefined ? this.#client : this.#client.withKey(key);
    const reply = await client.send(operation(operationId), { query });
    this.replies.push(reply);
    return reply;
  }

  /**
   * Like `ask`, but the run can't begin without a response.
   * @throws SettingsError when the target doesn't answer, or redirects elsewhere
   */
  async mustAnswer(operationId: OperationId, key?: string): Promise<Exchange> {
    const { baseUrl, control } = this.#settings;
    try {
      const reply = await this.#send(operationId, key);
      const place = redirectIn(reply.response, baseUrl + operation(operationId).path);
      // Without a key, a service may redirect to a login page; the checks judge whether that is allowed.
      if (place !== undefined && (key !== undefined || control !== undefined))
        throw new SettingsError(
          'TARGET_URL',
          `TARGET_URL ${baseUrl} redirects to ${place}, and the suite follows no redirects, so that no key reaches a different host: set TARGET_URL to the address of the service itself.`,
        );
      return reply;
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const { reason, wayOut } = error.trouble;
      throw new SettingsError(
        'TARGET_URL',
        `No usable response from TARGET_URL ${baseUrl} (${reason}): ${wayOut}.`,
      );
    }
  }
}

async function responseOrNone<Result>(response: Promise<Result>): Promise<Result | undefined> {
  return response.catch((error: unknown) => {
    if (error instanceof TransportError) return undefined;
    throw error;
  });
}

/** Seconds by which clocks may differ: a smaller difference changes nothing that the suite sends or compares. */
const harmless = 5;

/** A Date header drops the fraction of the second, which is half a second on average. */
const halfASecond = 500;

/**
 * Whether the target's clock differs from this machine's, according to the Date header of its responses. This matters
 * because the suite sends dates (valid_at, orders_from) and compares the dates that it reads.
 * @returns a sentence; undefined if the clocks agree, or no response has a date
 */
export function clockSkewIn(replies: readonly Exchange[]): string | undefined {
  const dated = replies.filter(({ headers }) => !Number.isNaN(Date.parse(headers.date ?? '')));
  // The fastest response leaves the least doubt about when the target read its clock.
  const [quickest] = dated.toSorted((a, b) => a.milliseconds - b.milliseconds);
  if (quickest === undefined) return undefined;
  const { headers, startedAt, milliseconds } = quickest;
  const skew = (Date.parse(headers.date ?? '') + halfASecond - startedAt - milliseconds / 2) / 1000;
  if (Math.abs(skew) <= harmless) return undefined;
  const direction = skew > 0 ? 'ahead of' : 'behind';
  return `the target's clock is ${Math.round(Math.abs(skew))} s ${direction} this machine's, according to its Date header: correct one of them, or dates such as valid_at and orders_from are off by the same amount`;
}

/**
 * Whether the live description declares the version of the contract (clause 9.2). VER-02 judges what a difference
 * means.
 * @param description undefined if it could not be loaded
 * @returns a sentence; undefined if the version is the same
 */
export function otherVersionIn(description: LiveDescription | undefined, url: string): string | undefined {
  if (description === undefined) return `no live description could be read at ${url}`;
  const { version, exchange } = description;
  if (version === contractVersion) return undefined;
  if (!exchange.succeeded)
    return `the request for the live description at ${url} got status ${exchange.status}`;
  const declared =
    typeof version === 'string' ? `version ${JSON.stringify(version.slice(0, 40))}` : 'no version';
  return `the live description at ${url} declares ${declared}, but the contract has ${contractVersion}`;
}

type Named = Pick<Settings, 'name' | 'baseUrl' | 'confirmedGaps'>;

/**
 * How the target fills the gaps of the description, as far as the suite knows before the first test.
 *
 * @param contract - the target's contract, with its file if it has one
 * @returns a sentence; undefined if there is no file and every gap is confirmed
 */
export function mappingInWords(
  { name, baseUrl: url, confirmedGaps }: Named,
  { file, path }: Pick<TargetContract, 'file' | 'path'>,
): string | undefined {
  const command = learnCommand({ name, url });
  if (file === undefined)
    return confirmedGaps === 'all'
      ? undefined
      : `unknown: where the description leaves names, shapes or statuses open, the suite assumes its own; ${command} finds out what this service uses`;
  const steps = countSteps(file);
  const questions = countQuestions(file.open);
  const known = `as in ${path}, ${counted(steps, 'step')}`;
  if (questions === 0) return `${known}, no open questions`;
  return `${known}, ${counted(questions, 'open question')}: answer ${questions === 1 ? 'it' : 'them'} there, under open`;
}

/**
 * Whether the live description has changed since the target's file was learned from it.
 *
 * @param description - undefined if it could not be loaded
 * @returns a sentence; undefined if the description is the same, or this is unknown
 */
export function driftIn(
  { name, baseUrl: url }: Named,
  { path }: Pick<TargetContract, 'path'>,
  description: Pick<LiveDescription, 'learnedFromOther'> | undefined,
): string | undefined {
  const learned = description?.learnedFromOther;
  if (learned === undefined) return undefined;
  return `the live description has changed since ${learned.on}, when ${path} was learned: ${learnCommand({ name, url })} --check shows how`;
}

/**
 * Whether the merchant has the reference data that a product needs (clause 4.7).
 * @returns a sentence that names the missing data; undefined if nothing is missing
 */
export function missingReferenceData(
  replies: Readonly<Record<'countries' | 'brands' | 'categories', Exchange | undefined>>,
): string | undefined {
  const [countries, brands, categories] = [replies.countries, replies.brands, replies.categories].map(
    (reply) => reply && jsonOf(reply.response),
  );
  const lists: readonly (readonly [what: string, entries: unknown])[] = [
    ['countries', member(countries, 'countries')],
    ['locales', member(countries, 'locales')],
    ['brands', brands],
    ['categories', member(categories, 'items')],
  ];
  const missing = lists
    .filter(([, entries]) => !Array.isArray(entries) || entries.length === 0)
    .map(([what]) => what);
  if (missing.length === 0) return undefined;
  return `the target returned no ${missing.join(', no ')}, which every product needs: tests that need a product will be blocked`;
}
