import { METHODS } from 'node:http';
import { contract, isJsonObject, target } from '../contract/documents/document.js';
import { gaps, requirements } from '../contract/requirements/catalogue.js';
import { percentDecoded } from '../contract/values/percent-encoding.js';
import { Exchange, jsonIn } from '../http/exchange.js';
import { Secrets } from '../http/shown/secrets.js';

/** The HTTP headers that say what a body is and when it was sent. */
const headersOfHttp = 'retry-after date content-type content-length content-encoding content-disposition';

/** The words that make up their values and the placeholders for hidden values. */
const wordsOfHttp = `${headersOfHttp} text html plain csv xml javascript pdf octet-stream problem+json form-data multipart inline
  x-www-form-urlencoded charset utf-8 gzip deflate br identity redacted digits uuid address body name number
  Mon Tue Wed Thu Fri Sat Sun Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec ${METHODS.join(' ')}`;

/** The words of the contract, the catalogue, the target's file and HTTP, in lower case. */
const prose = `${JSON.stringify([contract, requirements, gaps, target.file])} ${wordsOfHttp}`.toLowerCase();
const words = new Set([/[^\s"]+/g, /[\w-]+/g, /[^\W_]+/g].flatMap((kind) => prose.match(kind) ?? []));

/** The names of fields, parameters and headers among them. */
const ofContract = JSON.stringify(contract).match(/"[\w-]+"(?=:)|(?<="name":)"[\w-]+"/g);
const named = `${ofContract} ${JSON.stringify(target.file)} ${headersOfHttp}`.toLowerCase();
const names = new Set(named.match(/[\w-]+/g));

const time = /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?(?![\w-])/;
/** A number of at most seven digits, or a time. */
const harmless = new RegExp(`^(?:-?\\d{1,7}(?:\\.\\d{1,4})?|${time.source})$`);
/** The code of a country, a currency or a locale. */
const code = /^(?:[A-Z]{2,3}|[a-z]{2}(?:-[A-Z]{2})?)$/;

/** Whether a word occurs in the contract or is too simple to be a secret. */
function isWord(text: string, known = words): boolean {
  return known.has(text.toLowerCase()) || harmless.test(text);
}

/** The same for a whole value, or for a name. */
function isShown(text: string, known = words): boolean {
  return isWord(text, known) || code.test(text);
}

const kinds = Object.entries({
  uuid: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,
  digits: /^\d+$/,
  address: /^[a-z]+:\/\//i,
  text: /^/,
});

/** The placeholder for hidden text: its kind and its length, such as `[text:24]`. */
function placeholder(text: string, kind = kinds.find(([, pattern]) => pattern.test(text))?.[0]): string {
  return `[${kind}:${text.length}]`;
}

/** A value in the form in which it may be shown: either unchanged or replaced by a placeholder. */
export function shownValue(text: string): string {
  return isShown(text) ? text : placeholder(text);
}

/** What may separate groups of digits in a number written for people, such as a card, account or telephone number. */
const between = String.raw`(?:\s{1,2}|[^\w\s:'"]|:(?=\d{3}))`;
/**
 * The words of a text, including the characters that join several of them; a time counts as one word, as do groups of
 * digits.
 */
const runs = new RegExp(
  `${time.source}|\\d+(?:${between}\\d+)+(?!\\w)|[^\\s"'\`<>()[\\]{},;.:/?&=\\\\…]+`,
  'gu',
);
const letters = /[\p{L}\p{N}]+/gu;

/**
 * A text in the form in which it may be shown, decided word by word.
 * @param isForeign whether a word may come from the recording
 */
function shownText(text: string, isForeign: (word: string) => boolean = () => true): string {
  return text.replaceAll(runs, (run, at: number) => {
    if (isWord(run)) return run;
    const all = run.match(letters) ?? [];
    const isNumber = run.replaceAll(/\D/g, '').length > 7;
    const unknown = isNumber ? all : all.filter((word) => !isWord(word));
    // A word that was cut off can't be recognised.
    const isCut = /^(?:\.{3}|…)/.test(text.slice(at + run.length, at + run.length + 3));
    return unknown.some((word) => isCut || isForeign(word)) ? placeholder(run) : run;
  });
}

/** A path in the form in which it may be shown. */
export function shownPath(path: string): string {
  const isLong = (part: string) => part.replaceAll(/\D/g, '').length > 7;
  return path.replaceAll(/\d+(?:\/\d+)+(?![^/])|[^/]+/g, (part) =>
    part.includes('/') && !isLong(part) ? part : shownValue(part),
  );
}

function shownUrl(url: string): string {
  const { origin, pathname, searchParams } = new URL(url);
  const query = [...searchParams].map(([name, value]) =>
    isShown(name, names)
      ? `${name}=${shownValue(value)}`
      : `${placeholder(name, 'name')}=${placeholder(value)}`,
  );
  return origin + shownPath(pathname) + (query.length === 0 ? '' : `?${query.join('&')}`);
}

function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(headers).filter(([name]) => names.has(name));
  return Object.fromEntries(named.map(([name, value]) => [name, shownText(value)]));
}

function shownBody(body: Buffer): Buffer {
  const json = jsonIn(body);
  if (body.length === 0) return body;
  return Buffer.from(json === undefined ? `[body:${body.length}]` : JSON.stringify(shownJson(json, true)));
}

/** @param isNamed whether the value is in fields that the contract has */
function shownJson(value: unknown, isNamed: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => shownJson(each, isNamed));
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        const isKnown = isNamed && isShown(name, names);
        return [isKnown ? name : placeholder(name, 'name'), shownJson(each, isKnown)];
      }),
    );
  if (value === null || typeof value === 'boolean') return value;
  if (isNamed && isShown(String(value))) return value;
  return placeholder(String(value), typeof value === 'number' ? 'number' : undefined);
}

/** An exchange in the form in which it may be shown: as it went over the wire, but only with what the contract has. */
export function shownOf(complete: Exchange): Exchange {
  const { sent, received } = complete;
  return new Exchange({
    ...complete,
    onTheWire: undefined,
    request: {
      method: shownValue(sent.method),
      url: shownUrl(sent.url),
      headers: shownHeaders(sent.headers),
      body: sent.body && shownBody(sent.body),
    },
    response: {
      status: received.status,
      headers: shownHeaders(received.headers),
      body: shownBody(received.body),
    },
  });
}

/**
 * The secrets of a recording: its keys and, in what a judgement says about an exchange, each word that occurs in the
 * exchange but not in the contract.
 */
export class SecretsOfRecording extends Secrets {
  readonly #files: string;
  readonly #words = new WeakMap<Exchange, ReadonlySet<string>>();
  #quotable: readonly Exchange[] = [];

  /** @param files the paths of the recordings, which may be shown */
  constructor(files: readonly string[] = []) {
    super();
    this.#files = files.join(' ');
  }

  /** Names the exchanges that the following judgements may quote. */
  judging(...exchanges: readonly (Exchange | undefined)[]): void {
    this.#quotable = exchanges.filter((each) => each !== undefined);
  }

  override redact(text: string): string {
    const isQuoted = (word: string) => this.#quotable.some((each) => this.#wordsOf(each).has(word));
    return super.redact(shownText(text, (word) => isQuoted(word.toLowerCase())));
  }

  /** The words of an exchange that must not be shown. */
  #wordsOf(exchange: Exchange): ReadonlySet<string> {
    const known = this.#words.get(exchange);
    if (known !== undefined) return known;
    const words = wordsIn(formsOf(exchange));
    for (const shown of wordsIn([new URL(exchange.sent.url).host, this.#files])) words.delete(shown);
    this.#words.set(exchange, words);
    return words;
  }
}

/**
 * All texts of an exchange, in every form in which a judgement may quote them. Each is given only once, because most of
 * them are equal and a recording may have megabytes of them.
 */
function formsOf({ request, sent, response, received }: Exchange): ReadonlySet<string> {
  const messages = [...new Set([request, sent, response, received])];
  const forms = messages.flatMap(({ headers, body, ...rest }) => {
    const text = String(body ?? '');
    const json = [jsonIn(text) ?? null, headers, rest].map((part) => JSON.stringify(part));
    const plain = json.map((each) => each.replaceAll(/\\./g, ' '));
    const decoded = plain.map((each) => each.replaceAll(/(?:%[\da-f]{2})+/gi, percentDecoded));
    return [text, ...json, ...plain, ...decoded];
  });
  return new Set(forms);
}

function wordsIn(texts: Iterable<string>): Set<string> {
  const words = new Set<string>();
  for (const text of texts) for (const [word] of text.matchAll(letters)) words.add(word.toLowerCase());
  return words;
}
