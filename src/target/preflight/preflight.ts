import { setTimeout as sleep } from 'node:timers/promises';
import { target as targetContract } from '../../contract/documents/document.js';
import { translated } from '../../http/transports/translated-transport.js';
import { undiciTransport } from '../../http/transports/transport.js';
import type { LiveDescription } from '../load-live-description.js';
import { ControlInterface } from '../merchants/control-interface.js';
import type { Profile } from '../profile.js';
import type { Settings } from '../settings.js';
import { acceptKeys, entriesOfBoth } from './accepted-keys.js';
import { Inquiry } from './inquiry.js';
import { type NamedOrder, readNamedOrders } from './named-orders.js';
import { mappingInWords, noticedIn } from './noticed.js';
import { leftOutBy, type PreflightReport } from './preflight-report.js';
import { recognise } from './recognition.js';

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
}

/** The results of the preflight for a target that can be tested. */
interface Preflight {
  readonly report: PreflightReport;
  /** The live description; undefined if the request for it got no response. */
  readonly description?: LiveDescription;
  /** The orders that TARGET_ORDERS names; absent if the run changes none, or can make orders. */
  readonly orders?: readonly NamedOrder[];
}

/** Milliseconds without a line after which the preflight says what it waits for. */
const silent = 1000;

/**
 * Finds out, before any test, whether the target can be tested: it answers, and it accepts the keys. For every target
 * except the embedded sandbox, it also collects what else an operator should know beforehand.
 * @returns undefined for the embedded sandbox
 * @throws SettingsError with one sentence that names the setting, or ControlError for the control interface
 */
export async function preflight(
  settings: Settings,
  { profile, mark, patience = 3000, say = () => {}, withoutBrowser }: PreflightOptions,
): Promise<Preflight | undefined> {
  const { control, embedded, baseUrl } = settings;
  const transport = translated(undiciTransport(4, { connecting: patience, milliseconds: patience }));
  const inquiry = new Inquiry(settings, transport);
  const target = embedded ? 'the embedded sandbox' : baseUrl;
  const waiting = setTimeout(() => say(`Waiting   for ${target} to answer`), silent);
  try {
    await inquiry.mustAnswer('listCountries');
    const ignored = control && (await new ControlInterface({ ...control, mark }).health());
    if (embedded) return undefined;
    const description = await inquiry.askDescription();
    const own =
      control === undefined ? await lookAtMerchant(settings, inquiry, profile, description, say) : undefined;
    const seen = { settings, target: targetContract, replies: inquiry.replies, description, ...own };
    return {
      report: {
        checks: checksInWords(settings, profile),
        mappings: mappingInWords(seen),
        leftOut: leftOutBy(settings, profile, withoutBrowser),
        noticed: [...(ignored ?? []), ...noticedIn(seen)],
        sent: inquiry.sent,
      },
      description,
      orders: own?.orders,
    };
  } finally {
    clearTimeout(waiting);
    await transport.close();
  }
}

/** Accepts the keys of the configured merchant, and reads its reference data and the orders that a run may use. */
async function lookAtMerchant(
  settings: Settings,
  inquiry: Inquiry,
  { readOnly }: Profile,
  description: LiveDescription | undefined,
  say: (sentence: string) => void,
) {
  const [key] = settings.apiKeys;
  const countries = await acceptKeys(settings, inquiry, async (seconds, sentence) => {
    say(sentence);
    await sleep((seconds * 1000) / settings.clockSpeed);
  });
  const [brands, categories] = await Promise.all([
    inquiry.ask('listBrands', key),
    inquiry.ask('listCategories', key),
  ]);
  recognise(settings, [countries, brands, categories, description?.exchange]);
  const changesOrders = settings.writes === 'allow' && !readOnly;
  return {
    lists: { countries, brands, categories },
    sharedEntries: await entriesOfBoth(settings, inquiry),
    orders: changesOrders ? await readNamedOrders(settings, inquiry) : undefined,
  };
}

function checksInWords({ name, baseUrl, control, apiKeys, writes }: Settings, profile: Profile): string {
  const sends = profile.readOnly || writes === 'deny' ? 'only reads' : 'reads and writes';
  const keys = apiKeys.length === 1 ? 'one key' : `${apiKeys.length} keys`;
  const by = control === undefined ? `with ${keys}` : 'with a merchant for each test';
  const target = new URL(baseUrl).host === name ? baseUrl : `${name}, ${baseUrl}`;
  return `${target}, profile ${profile.name}: ${sends}, ${by}`;
}
