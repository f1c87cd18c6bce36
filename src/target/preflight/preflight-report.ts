import { spanInWords } from '../../http/shown/duration-in-words.js';
import { isThisMachine } from '../environment.js';
import type { Profile } from '../profile.js';
import type { Settings } from '../settings.js';

/** The results of the preflight, before the first test. */
export interface PreflightReport {
  /** The target and the profile of the run, and its kinds of requests. */
  readonly checks: string;
  /** How the target fills the gaps: its file, or the command that proposes one; absent if all gaps are confirmed. */
  readonly mappings?: string;
  /** The parts that the configuration leaves out, and why. */
  readonly leftOut: readonly LeftOut[];
  /** A sentence for each thing that an operator should know, but that doesn't prevent the run. */
  readonly noticed: readonly string[];
  /** How many orders the run needs; absent if it needs none. */
  readonly orders?: {
    readonly inWords: string;
    /** What to add so that every test gets its items: `3 more orders of 8 items`; absent if nothing is missing. */
    readonly missing?: string;
  };
  /** How long the run will take; absent if there is no plan. */
  readonly expectedMinutes?: number;
  /** How many products the run will leave on the merchant; absent if there is no plan. */
  readonly expectedProducts?: number;
}

interface LeftOut {
  readonly what: string;
  readonly reason: string;
  /** Whether the requirements that it names are blocked, and the run is incomplete; otherwise they are inapplicable. */
  readonly blocks?: boolean;
}

/** The report as a terminal shows it, a line for each thing. */
export function preflightLines(report: PreflightReport): readonly string[] {
  const { checks, mappings, leftOut, noticed, orders, expectedMinutes, expectedProducts } = report;
  const line = (label: string, text: string | number | undefined) =>
    text ? [`${label.padEnd(9)} ${text}`] : [];
  return [
    ...line('Checks', checks),
    ...line('Differs', mappings),
    ...leftOut.map(leftOutLine),
    ...noticed.flatMap((sentence) => line('Noticed', sentence)),
    ...line('Orders', orders?.inWords),
    ...line('Time', expectedMinutes && `about ${wholeMinutes(expectedMinutes)}`),
    ...line('Products', expectedProducts && productsInWords(expectedProducts)),
  ];
}

/** A left-out part, as a terminal shows it. */
export function leftOutLine({ what, reason, blocks }: LeftOut): string {
  return `${blocks ? 'Blocked  ' : 'Left out '} ${what}: ${reason}`;
}

/** The number of products that a run will leave, in words. */
export function productsInWords(products: number): string {
  return `about ${products} will be left, as drafts or inactive, because the API can't delete products`;
}

/** As precise as a plan can be. */
export function wholeMinutes(minutes: number): string {
  return spanInWords(Math.max(1, Math.round(minutes)) * 60_000);
}

/**
 * The parts that a run can't check because of its configuration; the tests for them are skipped.
 * @param withoutBrowser why there is no browser on this machine; undefined if there is one
 */
export function leftOutBy(settings: Settings, profile: Profile, withoutBrowser?: string): readonly LeftOut[] {
  if (profile.readOnly)
    return [
      { what: 'everything except a few reads', reason: `the profile ${profile.name} sends nothing else` },
    ];
  const { control, orders, provocations, apiKeys, otherApiKey, expiredApiKey, revokedApiKey } = settings;
  const [hasWrites, isShared] = [settings.writes === 'allow', control === undefined];
  const changesShared = hasWrites && isShared;
  const needs = (setting: string) => isShared && `it needs ${setting}, which is not set`;
  const moves = 'ORD-03, ORD-04, ORD-05';
  /** Each part with the reason why it is left out, if it is. */
  const parts: Readonly<Record<string, string | false>> = {
    'everything that needs a write': !hasWrites && 'TARGET_WRITES is deny',
    'batches that fail as a whole, and keys that users manage in the settings area':
      changesShared && 'only a control interface can cause them, and there is none',
    'products that the review rejects, and products with a problem':
      changesShared &&
      provocations === undefined &&
      'the suite needs TARGET_REJECTED_IMAGE_URL and TARGET_PROBLEM_IMAGE_URL to make some, and they are not set; it reads rejected products that others made',
    [moves]:
      changesShared &&
      orders.length === 0 &&
      'name orders in TARGET_ORDERS that the suite may cancel, ship and return; otherwise everything else about cancelling, shipping and returning is partial, too',
    'webhook deliveries':
      hasWrites &&
      !isThisMachine(settings.baseUrl) &&
      `${new URL(settings.baseUrl).hostname} can't reach a receiver on this machine`,
    "whether merchants see each other's data": !otherApiKey && needs('TARGET_OTHER_API_KEY'),
    'whether an expired key is refused': !expiredApiKey && needs('TARGET_EXPIRED_API_KEY'),
    'whether a revoked key is refused': !revokedApiKey && needs('TARGET_REVOKED_API_KEY'),
    'whether each key has its own rate limits':
      profile.exhaustsShared && apiKeys.length < 2 && needs('a second key in TARGET_API_KEY'),
    'exhausting rate limits':
      isShared &&
      !profile.exhaustsShared &&
      'other clients with the same key would be locked out; --profile release does it',
    'everything that needs a browser': withoutBrowser?.replace(/\.$/, '') ?? false,
  };
  return Object.entries(parts).flatMap(([what, reason]) =>
    reason === false ? [] : [{ what, reason, blocks: what === moves || undefined }],
  );
}
