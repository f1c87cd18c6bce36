import { contract, translations } from '../contract/documents/document.js';
import { pathInTheirs } from '../contract/mapping/translation.js';
import { operation, operations } from '../contract/operations.js';
import { documentedValues } from '../contract/schemas/documented-fields.js';
import { member } from '../contract/values/path.js';
import { percentDecoded } from '../contract/values/percent-encoding.js';
import { Exchange, jsonIn } from '../http/exchange.js';
import type { Secrets } from '../http/shown/secrets.js';

/** What a report shows in place of a value that the contract doesn't name. */
const hidden = '[hidden]';
/** The number of characters from which on a hidden value is searched for elsewhere, and up to which it is as a whole. */
const [shortest, longest] = [8, 4096];
/** The number of hidden values that are searched for elsewhere. */
const mostSearched = 5000;

/** The headers that the contract names, and those of HTTP that say what a body is and when it was sent. */
const shownHeaders = new Set([
  ...operations.flatMap(({ responses }) =>
    responses.flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase())),
  ),
  ...['x-api-key', 'retry-after', 'date'],
  ...['content-type', 'content-length', 'content-encoding', 'content-disposition'],
]);

/** The parameters of the contract, in both vocabularies. */
const shownParameters = new Set(
  operations.flatMap(({ operationId, parameters }) =>
    parameters.flatMap(({ name }) => [name, pathInTheirs(translations(operationId).query, name) ?? name]),
  ),
);

/**
 * What may be shown of recorded traffic: the headers, parameters and fields that the contract names. Every other value
 * is hidden, and searched for elsewhere, because a response may repeat what a request carried.
 */
export class AllowList {
  readonly #secrets: Secrets;
  readonly #searched = new Set<string>();
  /** The contract as text: its words are no secrets. */
  readonly #words = JSON.stringify(contract);
  /** The number of hidden values that are not searched for elsewhere, because there are too many. */
  unsearched = 0;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /**
   * Hides what an entry of a HAR file has besides an exchange, and what its recorder adds, even if the entry can't be
   * judged.
   * @param isCalled whether it calls the API: then `exchange` hides the rest
   */
  entry(entry: unknown, isCalled: boolean): void {
    const address: unknown = member(member(entry, 'request'), 'url');
    const origin = typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : '';
    for (const part of ['request', 'response'].map((name) => Object(member(entry, name)))) {
      const { headers, cookies, queryString, postData, content, url, redirectURL } = part;
      for (const address of [url, redirectURL]) this.#value(address);
      const pairs = [headers, cookies, member(postData, 'params'), ...(isCalled ? [] : [queryString])];
      for (const { name, value } of pairs.flat().map(Object))
        if (!isCalled || !shownHeaders.has(String(name).toLowerCase())) this.#hide(value, origin);
      if (!isCalled) for (const body of [postData, content]) this.#text(member(body, 'text'));
    }
    const { request: _, response: __, startedDateTime: ___, ...others } = Object(entry);
    JSON.stringify(others, (_, value) => {
      // Identifiers of a program, such as the names of its functions, aren't secrets.
      for (const part of tokensIn(value)) if (/\d/.test(part)) this.#hide(part, origin);
      return value;
    });
  }

  /** An address without user info, fragment and the values of parameters that the contract doesn't name. */
  url(address: string): string {
    const { origin, username, password, pathname, searchParams, hash } = new URL(address);
    let isWhole = true;
    const hide = (value: string) => {
      isWhole = false;
      return this.#hide(value, origin);
    };
    for (const value of [username, password]) if (value !== '') hide(percentDecoded(value));
    const query = [...searchParams].map(([name, value]) =>
      shownParameters.has(name)
        ? `${name}=${encodeURIComponent(value)}`
        : `${isToken(name) ? hide(name) : encodeURIComponent(name)}=${hide(value)}`,
    );
    const [base = '', ...below] = pathname.split('/api/v1/');
    const parts = base.split('/').map((each) => (isWord(each) ? each : hide(percentDecoded(each))));
    const fragment = hash === '' ? '' : `#${hide(percentDecoded(hash.slice(1)))}`;
    const path = [parts.join('/'), ...below].join('/api/v1/');
    return isWhole ? address : origin + path + (query.length === 0 ? '' : `?${query.join('&')}`) + fragment;
  }

  /** A path that is none of the API's: a part of it that could be more than a word is hidden. */
  path(path: string): string {
    const parts = path.split('/').map((each) => (isWord(each) ? each : this.#hide(percentDecoded(each))));
    return parts.join('/');
  }

  /** An exchange as it may be shown: as it went over the wire, with nothing but what the contract names. */
  exchange(complete: Exchange): Exchange {
    const { sent, received, request, operationId, json, succeeded, excerpt } = complete;
    const { requestBody, responseFor } = operation(operationId);
    const asked = documentedValues(requestBody?.schemaPointer, jsonIn(request.body));
    const answered = succeeded
      ? documentedValues(responseFor(200)?.schemaPointer, json)
      : new Set([member(json, 'message')]);
    answered.delete(member(json, 'client_secret'));
    return new Exchange({
      ...complete,
      onTheWire: undefined,
      request: {
        ...sent,
        headers: this.#headers(sent.headers),
        ...(sent.body && { body: this.#body(sent.body, asked) }),
      },
      response: {
        ...received,
        headers: this.#headers(received.headers),
        body: this.#body(received.body, answered),
      },
      ...(excerpt !== undefined && { excerpt: this.#body(Buffer.from(excerpt), answered).toString() }),
    });
  }

  #headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    const shown = Object.entries(headers).map(([name, value]) =>
      shownHeaders.has(name) ? [name, value] : [isToken(name) ? this.#hide(name) : name, this.#hide(value)],
    );
    return Object.fromEntries(shown);
  }

  /** @param shown the values of a body that the contract names */
  #body(body: Buffer, shown: ReadonlySet<unknown>): Buffer {
    if (body.length === 0) return body;
    const json = jsonIn(body);
    if (json === undefined) {
      this.#text(body.toString());
      return Buffer.from(hidden);
    }
    const text = JSON.stringify(json, (name, value) => {
      if (isToken(name)) this.#hide(name);
      if (typeof value !== 'string' && !(Math.abs(value) >= 1e7)) return value;
      return shown.has(value) ? this.#value(value) : this.#hide(String(value));
    });
    return Buffer.from(text);
  }

  /** A value that may be an address with something to hide in it. */
  #value(value: unknown): unknown {
    const isAddress = typeof value === 'string' && /^[a-z]+:\/\//i.test(value) && URL.canParse(value);
    return isAddress ? this.url(value) : value;
  }

  /** Hides each value of a text in JSON, or all of another text. */
  #text(text: unknown): void {
    if (typeof text !== 'string') return;
    const json = jsonIn(text);
    if (json === undefined) this.#hide(text);
    else
      JSON.stringify(json, (_, value) => {
        if (typeof value === 'string') this.#hide(value);
        return value;
      });
  }

  /** @param origin what a report shows of the address at any rate */
  #hide(value: unknown, origin = ''): typeof hidden {
    if (typeof value !== 'string' || value.length < shortest || this.#searched.has(value)) return hidden;
    if (this.#searched.size >= mostSearched) {
      this.unsearched += 1;
      return hidden;
    }
    this.#searched.add(value);
    const [, basic] = /^Basic ([\w+/=]+)$/i.exec(value) ?? [];
    const credentials = basic === undefined ? [] : Buffer.from(basic, 'base64').toString().split(':');
    const whole = value.length <= longest ? [value, percentDecoded(value)] : [];
    for (const part of [...whole, ...credentials, ...tokensIn(value)])
      if (part.length >= shortest && !this.#words.includes(part) && !origin.includes(part))
        this.#secrets.hide(part);
    return hidden;
  }
}

/** The words of a text that a machine seems to have made. */
function tokensIn(value: unknown): readonly string[] {
  return typeof value === 'string' ? (value.match(/[\w.~+-]{8,}/g) ?? []).filter(isToken) : [];
}

/** Whether a word looks as if a machine had made it. */
function isToken(word: string): boolean {
  return word.length >= shortest && /\d|[a-z][A-Z]/.test(word);
}

/** Whether a part of a path says nothing but what the service is. */
function isWord(part: string): boolean {
  return /^(?:v\d+|[a-z._-]{0,24})$/i.test(part);
}
