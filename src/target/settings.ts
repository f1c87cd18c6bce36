import { resolve } from 'node:path';
import { gapIds } from '../contract/requirements/requirement-ids.generated.js';
import { trust } from '../http/connections.js';
import { denialOf, hostOf } from '../http/hosts.js';
import { isKeyValue, secretsOfProcess } from '../http/shown/secrets.js';
import { authoritiesIn } from './authorities.js';
import { profiles } from './profile.js';
import {
  type Environment,
  listOf,
  listOrFile,
  numberUpTo,
  oneOf,
  readAll,
  type Setting,
  seedOf,
  setting,
  urlOf,
  wrong,
} from './setting.js';

/** The name of the target that the run starts itself. */
export const embeddedName = 'embedded sandbox';

const none: readonly string[] = [];

/** All settings, in the order of `.env.example`. */
const table = {
  /** The {base_url} of the description, without a trailing slash. */
  baseUrl: setting('TARGET_URL', baseUrlOf, { otherwise: '' }),
  /** Valid keys of one merchant. May only be empty if a control interface makes merchants. */
  apiKeys: setting('TARGET_API_KEY', keysOf, { otherwise: none, kind: 'secret' }),
  otherApiKey: setting('TARGET_OTHER_API_KEY', keyOf, { kind: 'secret' }),
  expiredApiKey: setting('TARGET_EXPIRED_API_KEY', keyOf, { kind: 'secret' }),
  revokedApiKey: setting('TARGET_REVOKED_API_KEY', keyOf, { kind: 'secret' }),
  writes: setting('TARGET_WRITES', oneOf({ allow: 'allow', deny: 'deny' } as const), { otherwise: 'deny' }),
  /** The numbers of the orders whose items the run may cancel, ship and return. */
  orders: setting('TARGET_ORDERS', listOrFile, { otherwise: none }),
  /** An image that products may show, if the target doesn't take images from any host. */
  imageUrl: setting('TARGET_IMAGE_URL', urlOf),
  rejectedImageUrl: setting('TARGET_REJECTED_IMAGE_URL', urlOf, { pair: 'TARGET_PROBLEM_IMAGE_URL' }),
  problemImageUrl: setting('TARGET_PROBLEM_IMAGE_URL', urlOf, { pair: 'TARGET_REJECTED_IMAGE_URL' }),
  /** Gaps whose assumptions hold on this target: a difference there fails the run. */
  confirmedGaps: setting('TARGET_CONFIRMED_GAPS', gapsOf, { otherwise: none }),
  /** The seconds that pass on the target's clock in one real second. */
  clockSpeed: setting('TARGET_CLOCK_SPEED', numberUpTo(1000), { otherwise: 1 }),
  controlUrl: setting('TARGET_CONTROL_URL', urlOf, { pair: 'TARGET_CONTROL_TOKEN' }),
  controlToken: setting('TARGET_CONTROL_TOKEN', String, { pair: 'TARGET_CONTROL_URL', kind: 'secret' }),
  /** Seconds on the target's clock in which a batch must finish. */
  batchDeadline: setting('TARGET_BATCH_DEADLINE', numberUpTo(86_400), { otherwise: 120 }),
  /** The share of each rate window that the run may use, above 0 and up to 1; the rest is for other clients. */
  rateShare: setting('TARGET_RATE_SHARE', numberUpTo(1), { otherwise: 0.9 }),
  descriptionUrl: setting('TARGET_DESCRIPTION_URL', urlOf),
  /** Path of a PEM file with authorities to trust in addition to the system's. */
  caFile: setting('TARGET_CA_FILE', (path) => resolve(path)),
  /**
   * Hosts that the run must not contact, regardless of which setting names them, in the form that URLs use; a leading
   * `*.` stands for the host and all its subdomains.
   */
  deniedHosts: setting('TARGET_DENIED_HOSTS', hostsOf, { otherwise: none, kind: 'unshown' }),
};

/** Everything that a run needs to know about its target, read once from the environment, checked and frozen. */
export type Settings = ReturnType<typeof readSettings>;

const fields = Object.keys(table) as readonly (keyof typeof table)[];
const rows: readonly Setting<unknown>[] = Object.values(table);
const secretFields = fields.filter((field) => table[field].kind === 'secret');

/** The names of all settings, in the order of their table. */
export const settingNames = rows.map(({ name }) => name);

/** The settings that identify a target without revealing a secret, so that a command may show them. */
export const publicSettings = rows.filter(({ kind }) => kind === undefined);

/** Reads a setting that is either on or not set. */
const on = oneOf({ 1: true });

/** What users say about a run; options of the command set most of it. */
export const aboutRun = {
  /** Whether to test a target that does not look like the service at all. */
  anyway: setting('CONFORMANCE_ANYWAY', on, { otherwise: false }),
  browser: setting('CONFORMANCE_BROWSER', String),
  /** Whether the run is compared with earlier ones and kept for later ones. */
  keepsHistory: setting('CONFORMANCE_HISTORY', oneOf({ off: false }), { otherwise: true }),
  /** The file of known failures, or `none`; if absent, that of the target. */
  knownFailures: setting('CONFORMANCE_KNOWN_FAILURES', String),
  profile: setting('CONFORMANCE_PROFILE', oneOf(profiles), { otherwise: profiles.standard }),
  /** Whether to print nothing but errors, the verdict and the next step. */
  isQuiet: setting('CONFORMANCE_QUIET', on, { otherwise: false }),
  seed: setting('CONFORMANCE_SEED', seedOf),
  /** Whether a violated "should" fails the run. */
  isStrict: setting('CONFORMANCE_STRICT', on, { otherwise: false }),
};

const namesAboutRun = Object.values(aboutRun).map(({ name }) => name);

/** Variables that processes of the suite, and of its own tests, hand to each other. */
const internal = [
  ...['EMBEDDED', 'OUTPUT', 'PARENT', 'PATH', 'PROOF_EXERCISE'],
  ...['PROOF_PLAN', 'RESTORES_FAILURES', 'RUN', 'RUN_PREFIX', 'SETTINGS_FILE', 'TARGET_FILE'],
  ...['UNIT_TESTS', 'URL'],
].map((name) => `CONFORMANCE_${name}`);

/** All variables with the prefix of a setting that the suite reads. */
const known: readonly string[] = [...settingNames, 'TARGET_NAME', ...namesAboutRun, ...internal];

/** Hides the keys and tokens of an environment from everything that this process prints. */
export function hideKeys(environment: Environment): void {
  for (const field of secretFields) {
    const text = environment[table[field].name]?.trim();
    secretsOfProcess.add(text, ...listOf(text ?? ''));
  }
}

/**
 * Reads and checks the settings: hides their secrets in all that this process prints, and makes its connections trust the
 * authorities that they name.
 * @param environment the process environment, with the settings files already merged in
 * @returns frozen settings
 * @throws Refusal that names the first missing or malformed setting; never quotes a key or token
 */
export function readSettings(environment: Environment) {
  hideKeys(environment);
  const unknown = Object.keys(environment).find(
    (name) => /^(?:TARGET|CONFORMANCE)_/.test(name) && !known.includes(name),
  );
  if (unknown !== undefined) {
    const names = unknown.startsWith('TARGET_') ? settingNames : namesAboutRun;
    throw wrong(unknown, `is not a setting of this suite; the settings are ${names.join(', ')}.`);
  }
  if (environment.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    throw wrong(
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'is 0, so keys would go to any host that answers: unset it, and name a private authority in TARGET_CA_FILE.',
    );
  const values = readAll(table, environment);
  const { baseUrl, controlUrl, controlToken, rejectedImageUrl, problemImageUrl } = values;
  if (baseUrl === '')
    throw wrong('TARGET_URL', 'is not set: set it to the base URL of the service, without /api/v1.');
  const embedded = environment.CONFORMANCE_EMBEDDED === '1';
  const isProxy = (name: string) => /^(?:https?|all)_proxy$/i.test(name) && environment[name];
  const settings = {
    ...values,
    /** The target's name in reports: the name given with `--target`, otherwise `embedded sandbox` or the URL's host. */
    name: environment.TARGET_NAME || (embedded ? embeddedName : new URL(baseUrl).host),
    control: controlUrl && controlToken ? { url: controlUrl, token: controlToken } : undefined,
    /** Images with which the review rejects a product, or an approved product gets a problem. */
    provocations: rejectedImageUrl && problemImageUrl ? { rejectedImageUrl, problemImageUrl } : undefined,
    descriptionUrl: values.descriptionUrl ?? `${baseUrl}/api/v1/docs/openapi.json`,
    /** The variable by which other programs know that only a proxy reaches some services: the suite uses none. */
    proxyVariable: Object.keys(environment).find(isProxy),
    /** Whether the run started the target itself. */
    embedded,
    /** Whether to test a target that does not look like the service at all. */
    anyway: aboutRun.anyway.readIn(environment),
  };
  for (const field of ['baseUrl', 'controlUrl', 'descriptionUrl'] as const) {
    const url = settings[field];
    const entry = url && denialOf(url, settings.deniedHosts);
    if (entry)
      throw wrong(
        table[field].name,
        `${url} is forbidden by "${entry}" in TARGET_DENIED_HOSTS: use a different host, or remove the entry if the suite may test this one.`,
      );
  }
  trust(authoritiesIn(values.caFile, environment.NODE_EXTRA_CA_CERTS));
  return Object.freeze(settings);
}

/** The settings with their secrets replaced, safe to show. */
export function shownSettings(settings: Settings): Record<string, unknown> {
  const shown = fields.flatMap((field) => {
    const { name, kind } = table[field];
    const value: unknown = settings[field];
    if (kind === undefined || value === undefined) return [[name, value ?? 'not set']];
    const hidden = Array.isArray(value) ? value.map(() => '[redacted]') : '[redacted]';
    return kind === 'secret' ? [[name, hidden]] : [];
  });
  return Object.fromEntries(shown);
}

/** The keys and tokens among the settings. */
export function secretsIn(settings: Settings): readonly string[] {
  return secretFields.flatMap((field) => settings[field] ?? []).map(String);
}

/** Whether the settings confirm the assumptions of a gap for the target. */
export function isConfirmed(settings: Pick<Settings, 'confirmedGaps'>, gap: string): boolean {
  return settings.confirmedGaps === 'all' || settings.confirmedGaps.includes(gap);
}

/**
 * The hosts that no run may contact. It ignores case, a port, a dot at the end and the spelling of international names.
 * @throws Refusal when there is something other than a host name or an address
 */
function hostsOf(text: string, name: string): readonly string[] {
  return listOf(text).map((entry) => {
    const [, below = '', written = '/'] = /^(\*\.)?([^/\\?#@*\s]+)$/.exec(entry) ?? [];
    // An IPv6 address may lack its brackets; two colons distinguish it from a host with a port.
    const url = `http://${/^[\da-f.]*:[\da-f.]*:[\da-f:.]*$/i.test(written) ? `[${written}]` : written}`;
    const host = URL.canParse(url) ? hostOf(url) : '';
    // An IP address has no subdomains.
    if (host === '' || (below !== '' && /^\[|^[\d.]+$/.test(host)))
      throw wrong(
        name,
        `must be hosts separated by commas, such as shop.example.com,*.production.example.com, but contains "${entry}".`,
      );
    return below + host;
  });
}

function baseUrlOf(text: string, name: string): string {
  const url = urlOf(text, name);
  const shorter = url.replace(/\/api\/v1$/, '');
  if (shorter === url) return url;
  throw wrong(name, `ends in /api/v1: set it to the base URL without it, ${shorter}.`);
}

function keysOf(text: string, name: string): readonly string[] {
  return listOf(text).map((key) => keyOf(key, name));
}

function keyOf(text: string, name: string): string {
  if (isKeyValue(text)) return text;
  throw wrong(name, 'contains a character that is not allowed in an HTTP header; copy the key again.');
}

function gapsOf(text: string, name: string): 'all' | readonly string[] {
  if (text === 'all') return text;
  const gaps = listOf(text);
  const unknown = gaps.find((gap) => !gapIds.includes(gap));
  if (unknown === undefined) return gaps;
  const known = `${gapIds[0]} to ${gapIds.at(-1)}`;
  throw wrong(name, `must be all or a comma-separated list of ${known}, but contains "${unknown}".`);
}
