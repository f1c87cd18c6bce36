import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { target } from '../../contract/documents/document.js';
import { learnedFrom } from '../../contract/mapping/file/target-file.js';
import type { TargetContract } from '../../contract/mapping/target-contract.js';
import { limits } from '../../contract/values/limits.js';
import { responseLimits } from '../../http/response.js';
import { translated } from '../../http/transports/translated-transport.js';
import { undiciTransport } from '../../http/transports/transport.js';
import { authoritiesIn } from '../authorities.js';
import type { LiveDescription } from '../load-live-description.js';
import { ControlInterface } from '../merchants/control-interface.js';
import type { Profile } from '../profile.js';
import type { Settings } from '../settings.js';
import { acceptKeys, sameMerchantIn } from './accepted-keys.js';
import {
  clockSkewIn,
  driftIn,
  Inquiry,
  mappingInWords,
  missingReferenceData,
  otherVersionIn,
} from './inquiry.js';
import { type ItemsOfOrder, itemsOf, mostOrders, type NamedOrder, readNamedOrders } from './named-orders.js';
import { leftOutBy, type PreflightReport } from './preflight-report.js';
import { recognise } from './recognition.js';

/** What a run will take, and leave. */
type Expected = Pick<PreflightReport, 'expectedMinutes' | 'expectedProducts'>;

interface PreflightOptions {
  readonly profile: Profile;
  /** What the keys contain that the control interface makes for the run; absent if it makes none. */
  readonly mark?: string;
  /** Milliseconds that the target may take to answer. */
  readonly patience?: number;
  /** Shows a sentence to the user immediately. */
  readonly say?: (sentence: string) => void;
  /** Why there is no browser on this machine; absent if there is one. */
  readonly withoutBrowser?: string;
  /** What the plan of the run expects; without it, the report doesn't mention it. */
  readonly expected?: (description: LiveDescription | undefined) => Expected | undefined;
  /**
   * Says how many orders the run needs.
   * @param named the items of each named order; undefined for an order that could not be read
   */
  readonly ordersNeeded?: (named: readonly (ItemsOfOrder | undefined)[]) => PreflightReport['orders'];
  /** Waits for some seconds of this machine's time. */
  readonly wait?: (seconds: number) => Promise<unknown>;
}

/** The results of the preflight for a target that can be tested. */
interface Preflight {
  readonly report: PreflightReport;
  /** The live description; undefined if the request for it got no response. */
  readonly description?: LiveDescription;
  /** The orders that TARGET_ORDERS names; absent if the run can make orders. */
  readonly orders?: readonly NamedOrder[];
}

/**
 * Finds out, before any test, whether the target can be tested: it answers, and it accepts the keys. For every target
 * except the embedded sandbox, it also collects what else an operator should know beforehand.
 * @returns undefined for the embedded sandbox
 * @throws SettingsError with one sentence that names the setting, or ControlError for the control interface
 */
export async function preflight(
  settings: Settings,
  {
    patience = 3000,
    wait = (seconds) => sleep(seconds * 1000),
    say = () => {},
    ...options
  }: PreflightOptions,
): Promise<Preflight | undefined> {
  const authorities = authoritiesIn(settings);
  const limits = { ...responseLimits, connecting: patience, milliseconds: patience };
  const transport = translated(undiciTransport(4, authorities, limits));
  const inquiry = new Inquiry(settings, transport);
  const heard = sayUnless(silent, `Waiting   for ${waitedFor(settings)} to answer`, say);
  try {
    await inquiry.mustAnswer('listCountries');
    if (settings.control !== undefined) {
      const ignored = await answersHealth(settings.control, options.mark, authorities, patience);
      return settings.embedded ? undefined : await lookAround(settings, inquiry, options, ...ignored);
    }
    const countries = await acceptKeys(settings, inquiry, async (seconds, sentence) => {
      say(sentence);
      await wait(seconds / settings.clockSpeed);
    });
    const [key] = settings.apiKeys;
    const [brands, categories] = await Promise.all(
      (['listBrands', 'listCategories'] as const).map((id) => inquiry.ask(id, key)),
    );
    await recognise(settings, inquiry, [countries, brands, categories]);
    const missing = missingReferenceData({ countries, brands, categories });
    const same =
      key === undefined || settings.otherApiKey === undefined
        ? undefined
        : await sameMerchantIn(inquiry, key, settings.otherApiKey);
    const orders =
      settings.writes === 'deny' || options.profile.readOnly ? [] : await readNamedOrders(settings, inquiry);
    const unlisted = orders.filter(({ items }) => items?.length === 0).map(({ number }) => number);
    const { report, ...found } = await lookAround(
      settings,
      inquiry,
      options,
      missing,
      same,
      unlisted.length === 0
        ? undefined
        : `TARGET_ORDERS names ${unlisted.join(', ')}, which the target does not list`,
      settings.orders.length > orders.length && orders.length === mostOrders
        ? `TARGET_ORDERS names ${settings.orders.length} orders, of which a run uses the first ${mostOrders}`
        : undefined,
    );
    const needed = settings.writes === 'deny' ? undefined : options.ordersNeeded?.(itemsOf(orders));
    return { ...found, orders, report: needed === undefined ? report : { ...report, orders: needed } };
  } finally {
    heard();
    await transport.close();
  }
}

/** Milliseconds without a line after which the preflight says what it waits for. */
const silent = 1000;

function waitedFor({ embedded, baseUrl }: Settings): string {
  return embedded ? 'the embedded sandbox' : baseUrl;
}

/** Says a sentence after some milliseconds. @returns a function that prevents it */
function sayUnless(milliseconds: number, sentence: string, say: (sentence: string) => void): () => void {
  const timer = setTimeout(() => say(sentence), milliseconds);
  return () => clearTimeout(timer);
}

/** @returns what the interface ignores, a sentence each */
async function answersHealth(
  control: NonNullable<Settings['control']>,
  mark: string | undefined,
  authorities: ReturnType<typeof authoritiesIn>,
  timeout: number,
): Promise<readonly string[]> {
  const dispatcher = new Agent({
    maxHeaderSize: limits.headBytes,
    connect: { timeout, ...(authorities && { secureContext: authorities }) },
  });
  try {
    return await new ControlInterface({ ...control, mark }, dispatcher).health();
  } finally {
    await dispatcher.destroy();
  }
}

/** Collects everything worth knowing that doesn't prevent the run. */
async function lookAround(
  settings: Settings,
  inquiry: Inquiry,
  { profile, expected, withoutBrowser }: Pick<PreflightOptions, 'profile' | 'expected' | 'withoutBrowser'>,
  ...sentences: (string | undefined)[]
): Promise<Preflight> {
  const { descriptionUrl: url, clockSpeed } = settings;
  const description = await inquiry.askDescription();
  return {
    report: {
      checks: checksInWords(settings, profile),
      mappings: mappingInWords(settings, target),
      leftOut: leftOutBy(settings, profile, withoutBrowser),
      noticed: [
        ...sentences,
        clockSpeed === 1 ? clockSkewIn(inquiry.replies) : undefined,
        otherVersionIn(description, url),
        driftIn(settings, target, description),
        unusedFileOf(settings, target),
      ].filter((each) => each !== undefined),
      sent: inquiry.sent,
      ...expected?.(description),
    },
    description,
  };
}

/** The environment alone may name the service, and then no file of its words is used. */
function unusedFileOf({ descriptionUrl }: Settings, { file }: TargetContract): string | undefined {
  const name = file === undefined ? learnedFrom(descriptionUrl) : undefined;
  return (
    name && `targets/${name}.yaml was learned from this service, but is not used: --target ${name} uses it`
  );
}

function checksInWords({ name, baseUrl, control, apiKeys, writes }: Settings, profile: Profile): string {
  const sends = profile.readOnly || writes === 'deny' ? 'only reads' : 'reads and writes';
  const keys = apiKeys.length === 1 ? 'one key' : `${apiKeys.length} keys`;
  const by = control === undefined ? `with ${keys}` : 'with a merchant for each test';
  const target = new URL(baseUrl).host === name ? baseUrl : `${name}, ${baseUrl}`;
  return `${target}, profile ${profile.name}: ${sends}, ${by}`;
}
