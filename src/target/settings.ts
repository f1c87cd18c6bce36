import { resolve } from 'node:path';
import { gapIds } from '../contract/requirements/requirement-ids.generated.js';
import { denialOf, hostOf } from '../http/hosts.js';
import { isKeyValue, secretsOfProcess } from '../http/shown/secrets.js';
import type { Provocations } from './merchants/control-interface.js';

/** Everything that a run needs to know about its target, read once from the environment, checked and frozen. */
export interface Settings {
  /** The target's name in reports: the name given with `--target`, otherwise `embedded sandbox` or the URL's host. */
  readonly name: string;
  /** The {base_url} of the description, without a trailing slash. */
  readonly baseUrl: string;
  /** Valid keys of one merchant. May only be empty if a control interface makes merchants. */
  readonly apiKeys: readonly string[];
  readonly otherApiKey?: string;
  readonly expiredApiKey?: string;
  readonly revokedApiKey?: string;
  readonly writes: 'allow' | 'deny';
  /** The numbers of the orders whose items the run may cancel, ship and return. */
  readonly orders: readonly string[];
  /** An image that products may show, if the target doesn't take images from any host. */
  readonly imageUrl?: string;
  /** Images with which the review rejects a product, or an approved product gets a problem. */
  readonly provocations?: Provocations;
  /** Gaps whose assumptions hold on this target: a difference there fails the run. */
  readonly confirmedGaps: 'all' | readonly string[];
  /** The seconds that pass on the target's clock in one real second. */
  readonly clockSpeed: number;
  readonly control?: { readonly url: string; readonly token: string };
  /** Seconds on the target's clock in which a batch must finish. */
  readonly batchDeadline: number;
  /** The share of each rate window that the run may use, above 0 and up to 1; the rest is for other clients. */
  readonly rateShare: number;
  readonly descriptionUrl: string;
  /** Path of a PEM file with authorities to trust in addition to the system's. */
  readonly caFile?: string;
  /** The file of authorities that Node trusts in addition to its own: NODE_EXTRA_CA_CERTS. */
  readonly trustedFile?: string;
  /**
   * Hosts that the run must not contact, regardless of which setting names them, in the form that URLs use; a leading
   * `*.` stands for the host and all its subdomains.
   */
  readonly deniedHosts: readonly string[];
  /** Whether the run started the target itself. */
  readonly embedded: boolean;
  /** Whether to test a target that does not look like the service at all. */
  readonly anyway: boolean;
}

/** The name of the target that the run starts itself. */
export const embeddedName = 'embedded sandbox';

/** A setting is missing or malformed; the message is one sentence that names the setting and the way out. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly setting: string;

  constructor(setting: string, message: string) {
    super(message);
    this.setting = setting;
  }
}

/** All settings, in the order of `.env.example`: their values, and whether these are secret or not shown at all. */
const table = [
  ['TARGET_URL', ({ baseUrl }) => baseUrl],
  ['TARGET_API_KEY', ({ apiKeys }) => apiKeys, 'secret'],
  ['TARGET_OTHER_API_KEY', ({ otherApiKey }) => otherApiKey, 'secret'],
  ['TARGET_EXPIRED_API_KEY', ({ expiredApiKey }) => expiredApiKey, 'secret'],
  ['TARGET_REVOKED_API_KEY', ({ revokedApiKey }) => revokedApiKey, 'secret'],
  ['TARGET_WRITES', ({ writes }) => writes],
  ['TARGET_ORDERS', ({ orders }) => orders],
  ['TARGET_IMAGE_URL', ({ imageUrl }) => imageUrl],
  ['TARGET_REJECTED_IMAGE_URL', ({ provocations }) => provocations?.rejectedImageUrl],
  ['TARGET_PROBLEM_IMAGE_URL', ({ provocations }) => provocations?.problemImageUrl],
  ['TARGET_CONFIRMED_GAPS', ({ confirmedGaps }) => confirmedGaps],
  ['TARGET_CLOCK_SPEED', ({ clockSpeed }) => clockSpeed],
  ['TARGET_CONTROL_URL', ({ control }) => control?.url],
  ['TARGET_CONTROL_TOKEN', ({ control }) => control?.token, 'secret'],
  ['TARGET_BATCH_DEADLINE', ({ batchDeadline }) => batchDeadline],
  ['TARGET_RATE_SHARE', ({ rateShare }) => rateShare],
  ['TARGET_DESCRIPTION_URL', ({ descriptionUrl }) => descriptionUrl],
  ['TARGET_CA_FILE', ({ caFile }) => caFile],
  ['TARGET_DENIED_HOSTS', ({ deniedHosts }) => deniedHosts, 'unshown'],
] as const satisfies readonly (readonly [
  name: string,
  of: (settings: Settings) => Settings[keyof Settings],
  kind?: 'secret' | 'unshown',
])[];

type SettingName = (typeof table)[number][0];

/** @internal compared with .env.example and with the documents */
export const settingNames = table.map(([name]) => name);

/** The settings that identify a target without revealing a secret, so that a command may show them. */
export const commandSettings = table.flatMap(([name, , kind]) => (kind === undefined ? name : []));

const secretSettings = table.filter(([, , kind]) => kind === 'secret');

/** Variables about a run that users set; options of the command set most of them. */
const aboutRun = [
  ...['ANYWAY', 'BROWSER', 'HISTORY', 'KNOWN_FAILURES', 'PROFILE', 'QUIET', 'SEED', 'STRICT'],
].map((name) => `CONFORMANCE_${name}`);

/** Variables that processes of the suite, and of its own tests, hand to each other. */
const internal = [
  ...['COMMANDS_PATH', 'EMBEDDED', 'OUTPUT', 'PARENT', 'PATH', 'PROOF_EXERCISE'],
  ...['PROOF_PLAN', 'RESTORES_FAILURES', 'RUN', 'RUN_PREFIX', 'SETTINGS_FILE', 'TARGET_FILE'],
  ...['UNIT_TESTS', 'URL'],
].map((name) => `CONFORMANCE_${name}`);

/** All variables with the prefix of a setting that the suite reads. */
const known: readonly string[] = [...settingNames, 'TARGET_NAME', ...aboutRun, ...internal];

type Environment = Readonly<Record<string, string | undefined>>;

/** Hides the keys and tokens of an environment from everything that this process prints. */
export function hideKeys(environment: Environment): void {
  for (const [name] of secretSettings)
    secretsOfProcess.add(readText(environment, name), ...readList(environment, name));
}

/**
 * Reads and checks the settings, after it has hidden their secrets.
 * @param environment the process environment, with the settings files already merged in
 * @returns frozen settings
 * @throws SettingsError that names the first missing or malformed setting; never quotes a key or token
 */
export function readSettings(environment: Environment): Settings {
  hideKeys(environment);
  const unknown = Object.keys(environment).find(
    (name) => /^(?:TARGET|CONFORMANCE)_/.test(name) && !known.includes(name),
  );
  if (unknown !== undefined) {
    const names = unknown.startsWith('TARGET_') ? settingNames : aboutRun;
    throw wrong(unknown, `is not a setting of this suite; the settings are ${names.join(', ')}.`);
  }
  if (environment.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    throw wrong(
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'is 0, so keys would go to any host that answers: unset it, and name a private authority in TARGET_CA_FILE.',
    );
  const baseUrl = readUrl(environment, 'TARGET_URL');
  const caFile = readText(environment, 'TARGET_CA_FILE');
  if (baseUrl === undefined)
    throw missing('TARGET_URL', 'set it to the base URL of the service, without /api/v1');
  if (/\/api\/v1$/.test(baseUrl))
    throw wrong(
      'TARGET_URL',
      `ends in /api/v1: set it to the base URL without it, ${baseUrl.slice(0, -'/api/v1'.length)}.`,
    );
  const embedded = environment.CONFORMANCE_EMBEDDED === '1';
  const settings: Settings = {
    name: environment.TARGET_NAME || (embedded ? embeddedName : new URL(baseUrl).host),
    baseUrl,
    apiKeys: readList(environment, 'TARGET_API_KEY').map((key) => checkedKey('TARGET_API_KEY', key)),
    otherApiKey: readKey(environment, 'TARGET_OTHER_API_KEY'),
    expiredApiKey: readKey(environment, 'TARGET_EXPIRED_API_KEY'),
    revokedApiKey: readKey(environment, 'TARGET_REVOKED_API_KEY'),
    writes: readWrites(environment),
    orders: readList(environment, 'TARGET_ORDERS'),
    imageUrl: readUrl(environment, 'TARGET_IMAGE_URL'),
    provocations: readProvocations(environment),
    confirmedGaps: readGaps(environment),
    clockSpeed: readNumber(environment, 'TARGET_CLOCK_SPEED', 1, 1000),
    control: readControl(environment),
    batchDeadline: readNumber(environment, 'TARGET_BATCH_DEADLINE', 120, 86_400),
    rateShare: readNumber(environment, 'TARGET_RATE_SHARE', 0.9, 1),
    descriptionUrl: readUrl(environment, 'TARGET_DESCRIPTION_URL') ?? `${baseUrl}/api/v1/docs/openapi.json`,
    caFile: caFile === undefined ? undefined : resolve(caFile),
    trustedFile: environment.NODE_EXTRA_CA_CERTS,
    deniedHosts: deniedHostsIn(environment),
    embedded,
    anyway: environment.CONFORMANCE_ANYWAY === '1',
  };
  rejectDenied(settings);
  return Object.freeze(settings);
}

/** The settings with their secrets replaced, safe to show. */
export function shownSettings(settings: Settings): Record<string, unknown> {
  const shown = table.filter(([, , kind]) => kind !== 'unshown');
  return Object.fromEntries(
    shown.map(([name, of, kind]) => {
      const value: unknown = of(settings);
      const isHidden = kind === 'secret' && value !== undefined;
      const hidden = Array.isArray(value) ? value.map(() => '[redacted]') : '[redacted]';
      return [name, isHidden ? hidden : (value ?? 'not set')];
    }),
  );
}

/** The keys and tokens in a setting; empty if it is not set, or has none. */
function secretsOf(settings: Settings, name: SettingName): readonly string[] {
  return secretSettings.flatMap(([each, of]) => (each === name ? (of(settings) ?? []) : [])).map(String);
}

export function secretsIn(settings: Settings): readonly string[] {
  return settingNames.flatMap((name) => secretsOf(settings, name));
}

/** Whether the settings confirm the assumptions of a gap for the target. */
export function isConfirmed(settings: Pick<Settings, 'confirmedGaps'>, gap: string): boolean {
  return settings.confirmedGaps === 'all' || settings.confirmedGaps.includes(gap);
}

function rejectDenied({ baseUrl, control, descriptionUrl, deniedHosts }: Settings): void {
  const urls: readonly (readonly [SettingName, string | undefined])[] = [
    ['TARGET_URL', baseUrl],
    ['TARGET_CONTROL_URL', control?.url],
    ['TARGET_DESCRIPTION_URL', descriptionUrl],
  ];
  for (const [name, url] of urls) {
    const entry = url === undefined ? undefined : denialOf(url, deniedHosts);
    if (entry !== undefined)
      throw wrong(
        name,
        `${url} is forbidden by "${entry}" in TARGET_DENIED_HOSTS: use a different host, or remove the entry if the suite may test this one.`,
      );
  }
}

/**
 * The hosts that no run may contact. It ignores case, a port, a dot at the end and the spelling of international names.
 * @throws SettingsError when TARGET_DENIED_HOSTS contains something other than a host name or an address
 */
function deniedHostsIn(environment: Environment): readonly string[] {
  return readList(environment, 'TARGET_DENIED_HOSTS').map((entry) => {
    const isAllBelow = entry.startsWith('*.');
    const host = hostIn(isAllBelow ? entry.slice(2) : entry);
    // An IP address has no subdomains.
    if (host === undefined || (isAllBelow && /^\[|^[\d.]+$/.test(host)))
      throw wrong(
        'TARGET_DENIED_HOSTS',
        `must be hosts separated by commas, such as shop.example.com,*.production.example.com, but contains "${entry}".`,
      );
    return isAllBelow ? `*.${host}` : host;
  });
}

/** The host of an entry as a URL would write it; undefined if it can't be part of a URL. */
function hostIn(entry: string): string | undefined {
  // An IPv6 address may lack its brackets; two colons distinguish it from a host with a port.
  const bracketed = /^[\da-f.]*:[\da-f.]*:[\da-f:.]*$/i.test(entry) ? `[${entry}]` : entry;
  if (/[/\\?#@*\s]/.test(bracketed) || !URL.canParse(`http://${bracketed}`)) return undefined;
  return hostOf(`http://${bracketed}`) || undefined;
}

/** @param sentence what is wrong with the setting, and the way out, without its name at the beginning */
function wrong(name: string, sentence: string): SettingsError {
  return new SettingsError(name, `${name} ${sentence}`);
}

function missing(name: SettingName, way: string): SettingsError {
  return wrong(name, `is not set: ${way}.`);
}

function readText(environment: Environment, name: SettingName): string | undefined {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
}

function readProvocations(environment: Environment): Provocations | undefined {
  const names = ['TARGET_REJECTED_IMAGE_URL', 'TARGET_PROBLEM_IMAGE_URL'] as const;
  const [rejectedImageUrl, problemImageUrl] = names.map((name) => readUrl(environment, name));
  if (rejectedImageUrl === undefined && problemImageUrl === undefined) return undefined;
  if (rejectedImageUrl === undefined)
    throw missing(names[0], `${names[1]} is set, and a run needs both or neither`);
  if (problemImageUrl === undefined)
    throw missing(names[1], `${names[0]} is set, and a run needs both or neither`);
  return { rejectedImageUrl, problemImageUrl };
}

function readUrl(environment: Environment, name: SettingName): string | undefined {
  const value = readText(environment, name);
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw wrong(name, 'is not an absolute http or https URL; an example is https://staging.example.com.');
  if (url.username !== '' || url.password !== '' || /[?#]/.test(url.href))
    throw wrong(name, 'must not contain a user, password, query or fragment.');
  return url.href.replace(/\/+$/, '');
}

function readList(environment: Environment, name: SettingName): readonly string[] {
  const entries = (readText(environment, name) ?? '').split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

function readKey(environment: Environment, name: SettingName): string | undefined {
  const key = readText(environment, name);
  return key === undefined ? undefined : checkedKey(name, key);
}

function checkedKey(name: SettingName, key: string): string {
  if (isKeyValue(key)) return key;
  throw wrong(name, 'contains a character that is not allowed in an HTTP header; copy the key again.');
}

function readWrites(environment: Environment): 'allow' | 'deny' {
  const value = readText(environment, 'TARGET_WRITES') ?? 'deny';
  if (value === 'allow' || value === 'deny') return value;
  throw wrong('TARGET_WRITES', `must be allow or deny, but is "${value}".`);
}

function readGaps(environment: Environment): 'all' | readonly string[] {
  const value = readText(environment, 'TARGET_CONFIRMED_GAPS');
  if (value === undefined) return [];
  if (value === 'all') return 'all';
  const gaps = value.split(',').map((gap) => gap.trim());
  const unknown = gaps.find((gap) => !gapIds.includes(gap));
  if (unknown === undefined) return gaps;
  throw wrong(
    'TARGET_CONFIRMED_GAPS',
    `must be all or a comma-separated list of ${gapIds[0]} to ${gapIds.at(-1)}, but contains "${unknown}".`,
  );
}

function readNumber(environment: Environment, name: SettingName, fallback: number, most: number): number {
  const value = readText(environment, name);
  if (value === undefined) return fallback;
  const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (number > 0 && number <= most) return number;
  throw wrong(name, `must be a number above 0 and up to ${most}, but is "${value}".`);
}

function readControl(environment: Environment): Settings['control'] {
  const url = readUrl(environment, 'TARGET_CONTROL_URL');
  const token = readText(environment, 'TARGET_CONTROL_TOKEN');
  if (url !== undefined && token !== undefined) return { url, token };
  const needed = (what: string, other: string) =>
    `${other} is set, so ${what} of the control interface is needed too`;
  if (token !== undefined) throw missing('TARGET_CONTROL_URL', needed('the address', 'TARGET_CONTROL_TOKEN'));
  if (url !== undefined) throw missing('TARGET_CONTROL_TOKEN', needed('the token', 'TARGET_CONTROL_URL'));
  return undefined;
}
