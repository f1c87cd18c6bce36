import { target } from '../../contract/documents/document.js';
import { translated } from '../../http/transports/translated-transport.js';
import { undiciTransport } from '../../http/transports/transport.js';
import { ignoredBy } from '../merchants/control-interface.js';
import type { Profile } from '../profile.js';
import type { Settings } from '../settings.js';
import { acceptKeys, sameMerchant } from './accepted-keys.js';
import { inquiryOf, recognise } from './inquiry.js';
import { mappingInWords, noticedFile } from './mapping-in-words.js';
import { noticedOrders, readNamedOrders } from './named-orders.js';
import { leftOutBy } from './preflight-report.js';

interface PreflightOptions {
  readonly profile: Profile;
  /** What the keys contain that the control interface makes for the run; absent if it makes none. */
  readonly mark?: string;
  /** Milliseconds that the target may take to answer each request. */
  readonly patience?: number;
  /** Shows a sentence to the user immediately. */
  readonly say?: (sentence: string) => void;
  /** Why there is no browser on this machine; absent if there is one. */
  readonly withoutBrowser?: string;
}

/**
 * Finds out, before any test, whether the target can be tested: it answers, and it accepts the keys. For every target
 * except the embedded sandbox, it also collects what else an operator should know beforehand.
 * @returns undefined for the embedded sandbox
 * @throws Refusal with one sentence that names the setting, or ControlError for the control interface
 */
export async function preflight(
  settings: Settings,
  { profile, mark, patience = 3000, say = () => {}, withoutBrowser }: PreflightOptions,
) {
  const { control, embedded } = settings;
  const transport = translated(undiciTransport(4, { connecting: patience, milliseconds: patience }));
  const inquiry = inquiryOf(settings, transport);
  await inquiry.mustAnswer();
  const ignored = control === undefined ? [] : await ignoredBy({ ...control, mark });
  if (embedded) return undefined;
  const description = await inquiry.askDescription();
  const isShared = control === undefined;
  if (isShared) {
    const countries = await acceptKeys(settings, inquiry, say);
    const [key] = settings.apiKeys;
    const others = await Promise.all([inquiry.ask('listBrands', key), inquiry.ask('listCategories', key)]);
    recognise(settings, [countries, ...others, description?.exchange]);
  }
  const changesOrders = isShared && settings.writes === 'allow' && !profile.readOnly;
  const alike = isShared ? await sameMerchant(settings, inquiry) : undefined;
  const orders = changesOrders ? await readNamedOrders(settings, inquiry) : undefined;
  const noticed = [
    ...ignored,
    alike,
    ...noticedOrders(orders ?? [], settings.orders.length),
    noticedFile(settings, target, description?.learnedFromOther),
  ];
  return {
    report: {
      checks: checksInWords(settings, profile),
      mappings: mappingInWords(settings, target),
      leftOut: leftOutBy(settings, profile, withoutBrowser),
      noticed: noticed.filter((each) => each !== undefined),
    },
    /** Undefined if the request for it got no response. */
    description,
    /** The orders that TARGET_ORDERS names; undefined if the run changes none, or can make orders. */
    orders,
  };
}

function checksInWords({ name, baseUrl, control, apiKeys, writes }: Settings, profile: Profile): string {
  const sends = profile.readOnly || writes === 'deny' ? 'only reads' : 'reads and writes';
  const keys = apiKeys.length === 1 ? 'one key' : `${apiKeys.length} keys`;
  const by = control === undefined ? `with ${keys}` : 'with a merchant for each test';
  const target = new URL(baseUrl).host === name ? baseUrl : `${name}, ${baseUrl}`;
  return `${target}, profile ${profile.name}: ${sends}, ${by}`;
}
