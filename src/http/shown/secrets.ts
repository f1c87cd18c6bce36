import type { Exchange } from '../exchange.js';

/** The position of a form in a string: the index of its first character, and the index after its last. */
interface Found {
  readonly start: number;
  readonly end: number;
}

/** The number of characters that are looked up at once; a shorter form is never found. */
const size = 4;

/** The number of characters of the shortest value that counts as a secret. */
const shortestSecret = 6;

/**
 * Searches a string for many forms in a single pass, because every exchange is searched for every key in every way in
 * which a target could write it. Most of the string is skipped: if no form has the four characters at a place near its
 * beginning, none begins there or at the few places before.
 */
export class FormSearch {
  /** Forms by their first characters and then by their lengths, the longest first: keys often begin alike. */
  readonly #forms = new Map<number, ReadonlyMap<number, Set<string>>>();
  #shortest = Number.POSITIVE_INFINITY;
  /**
   * 1 if a form may have these characters near its beginning, 2 if one may begin with them. The length is a power of two.
   */
  #marks = new Uint8Array(1 << 14);
  #marked = 0;

  /** Adds a form; one of fewer than four characters is never found. */
  add(form: string): void {
    if (form.length < size) return;
    const first = charactersAt(form, 0);
    const known = this.#forms.get(first) ?? new Map<number, Set<string>>();
    const alike = known.get(form.length);
    if (alike === undefined) {
      const all = [...known, [form.length, new Set([form])] as const];
      this.#forms.set(first, new Map(all.toSorted(([a], [b]) => b - a)));
    } else alike.add(form);
    this.#shortest = Math.min(this.#shortest, form.length);
    this.#mark(form);
    // With more marks set, little would be skipped.
    while (this.#marked * 64 > this.#marks.length && this.#marks.length < mostMarks) {
      this.#marks = new Uint8Array(this.#marks.length * 4);
      this.#marked = 0;
      for (const lengths of this.#forms.values())
        for (const forms of lengths.values()) for (const each of forms) this.#mark(each);
    }
  }

  #mark(form: string): void {
    const shift = shiftFor(this.#marks);
    for (let index = 0; index <= this.#shortest - size; index += 1) {
      const mark = markOf(charactersAt(form, index), shift);
      const before = this.#marks[mark] ?? 0;
      if (before === 0) this.#marked += 1;
      if (before < 2) this.#marks[mark] = index === 0 ? 2 : 1;
    }
  }

  get isEmpty(): boolean {
    return this.#forms.size === 0;
  }

  /** The first position at or after `from` at which a form begins; if several begin there, the longest of them. */
  firstIn(text: string, from = 0): Found | undefined {
    const marks = this.#marks;
    const shift = shiftFor(marks);
    const step = this.#shortest - size + 1;
    // A form that begins after the previous position and no later than this one has these characters here.
    for (let at = from + step - 1; at <= text.length - size; at += step) {
      if (marks[markOf(charactersAt(text, at), shift)] === 0) continue;
      for (let start = at - step + 1; start <= at; start += 1) {
        const first = charactersAt(text, start);
        if (marks[markOf(first, shift)] !== 2) continue;
        for (const [each, forms] of this.#forms.get(first) ?? [])
          if (forms.has(text.slice(start, start + each))) return { start, end: start + each };
      }
    }
    return undefined;
  }

  /** All positions at which a form begins. */
  allIn(text: string): readonly Found[] {
    const all: Found[] = [];
    for (let found = this.firstIn(text); found !== undefined; found = this.firstIn(text, found.start + 1))
      all.push(found);
    return all;
  }
}

/** Four characters as one number, different for almost all. */
function charactersAt(text: string, index: number): number {
  return (
    (text.charCodeAt(index) << 24) ^
    (text.charCodeAt(index + 1) << 16) ^
    (text.charCodeAt(index + 2) << 8) ^
    text.charCodeAt(index + 3)
  );
}

/** The number of marks of the largest table. */
const mostMarks = 1 << 22;

function shiftFor(marks: Uint8Array): number {
  return Math.clz32(marks.length - 1);
}

function markOf(characters: number, shift: number): number {
  return Math.imul(characters, 0x9e3779b1) >>> shift;
}

/** One character of a value in a URL, in JSON that is quoted any number of times, or in HTML. */
const written =
  /%([\da-f]{2})|\\+u([\da-f]{4})|\\+|&#x([\da-f]{1,6});|&#(\d{1,7});|&(amp|lt|gt|quot|apos);/gi;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text with each written character as itself, in small letters, and the places that it comes from. */
interface PlainText {
  readonly text: string;
  /** Places in the plain text and in the original, in ascending order: between them, both are the same. */
  readonly places: readonly (readonly [plain: number, original: number])[];
}

function plainText(original: string): PlainText {
  const places: [number, number][] = [[0, 0]];
  let [text, end] = ['', 0];
  for (const match of original.matchAll(written)) {
    text += original.slice(end, match.index);
    places.push([text.length, match.index]);
    text += characterOf(match);
    end = match.index + match[0].length;
    places.push([text.length, end]);
  }
  return { text: inSmallLetters(text + original.slice(end)), places };
}

const isAscii = /^[\0-\x7f]*$/;

/** Names of headers and hosts lose their capitals. Letters that may change their length stay. */
function inSmallLetters(text: string): string {
  return isAscii.test(text)
    ? text.toLowerCase()
    : text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A backslash stands for nothing, because it only says how to read the character after it. */
function characterOf([, percent, inJson, hex, decimal, name]: RegExpMatchArray): string {
  const digits = percent ?? inJson ?? hex;
  if (name !== undefined) return named[name.toLowerCase()] ?? '';
  if (digits === undefined && decimal === undefined) return '';
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  return code > 0x10ffff ? '' : String.fromCodePoint(code);
}

/** Where a part of a plain text is in the original, with the backslashes before its first character. */
function originOf({ start, end }: Found, { places }: PlainText): Found {
  const at = (place: number) => {
    // The first entry at or after the place; a target may send as many as it likes.
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle]?.[0] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    const [plain, original] = (places[low]?.[0] === place ? places[low] : places[low - 1]) ?? [0, 0];
    return original + place - plain;
  };
  return { start: at(start), end: at(end) };
}

/** Searches for secrets in every form: those of a whole value, and every mixture of those of single characters. */
class SecretSearch {
  readonly #forms = new FormSearch();
  /** Finds values in plain text. */
  readonly #values = new FormSearch();

  add(value: string): void {
    for (const form of formsOf(value)) this.#forms.add(form);
    for (const each of new Set([value, inPointer(value)]))
      for (const text of new Set([inSmallLetters(each), plainText(each).text]))
        if (text.length >= shortestSecret) this.#values.add(text);
  }

  /** The places of all secrets; they may overlap. @param plain undefined if the text is plain already */
  placesIn(text: string, plain: PlainText | undefined): readonly Found[] {
    if (this.#forms.isEmpty) return [];
    const places = this.#forms.allIn(text);
    if (plain === undefined) return places;
    return [...places, ...this.#values.allIn(plain.text).map((each) => originOf(each, plain))];
  }

  isIn(text: string): boolean {
    if (this.#forms.firstIn(text) !== undefined) return true;
    return text.search(written) >= 0 && this.#values.firstIn(plainText(text).text) !== undefined;
  }
}

/** Whether a string can be the value of a key: a header carries only visible characters of ASCII. */
export function isKeyValue(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** The forms in which a target may write a value so that a reader can still recover it. */
export function formsOf(value: string): ReadonlySet<string> {
  const bytes = Buffer.from(value);
  const encoded = encodeURIComponent(value);
  const percentEncoded = [
    encoded,
    // A query encodes more characters than encodeURIComponent does.
    encoded.replaceAll('%20', '+').replaceAll(/[!'()~]/g, percentEncodedByte),
    // Some encoders encode everything except letters and digits.
    encoded.replaceAll(/[-_.!~*'()]/g, percentEncodedByte),
  ];
  const inBase64 = [bytes.toString('base64'), ...insideBase64(bytes)];
  const hex = bytes.toString('hex');
  return new Set([
    value,
    inJson(value),
    // A report quotes JSON in strings that are JSON themselves.
    inJson(inJson(value)),
    inSmallLetters(value),
    inPointer(value),
    inSmallLetters(inPointer(value)),
    ...percentEncoded,
    ...percentEncoded.map(withSmallDigits),
    ...inBase64,
    ...inBase64.map((text) =>
      text
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/(?<!=)=+$/, ''),
    ),
    ...inBase64.map(encodeURIComponent),
    hex,
    hex.toUpperCase(),
  ]);
}

/** A value as a part of the path in a document, as validators name it. */
function inPointer(value: string): string {
  return value.replaceAll('~', '~0').replaceAll('/', '~1');
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/**
 * The characters that the base64 of a longer string contains if the value is a part of that text. Three bytes make four
 * characters, so they depend on how many bytes precede the value. The result omits the characters at both ends, because
 * they depend on the neighbouring bytes.
 */
function insideBase64(bytes: Buffer): readonly string[] {
  const preceded = Buffer.concat([Buffer.alloc(2), bytes]);
  return [0, 1, 2].map((before) => {
    const text = preceded.toString('base64', 2 - before);
    const first = Math.ceil((before * 8) / 6);
    const afterLast = Math.floor(((before + bytes.length) * 8) / 6);
    return text.slice(first, afterLast);
  });
}

function percentEncodedByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function withSmallDigits(text: string): string {
  // Most keys have nothing to encode.
  return !text.includes('%') ? text : text.replaceAll(/%[\dA-F]{2}/g, (byte) => byte.toLowerCase());
}

/** The response of an exchange, as the target gave it. */
type Received = Pick<Exchange, 'received' | 'receivedText'>;

/** Values that must never be shown: they are replaced in all text that leaves the process. */
export class Secrets {
  readonly #outer: Secrets | undefined;
  readonly #values = new Set<string>();
  /** Finds the secrets that no response may contain. */
  readonly #refused = new SecretSearch();
  /** Finds all others. */
  readonly #returned = new SecretSearch();
  #added: () => readonly string[] = () => [];
  /** The response that was searched last and found clean: a check and the client ask about each response in turn. */
  #clean: Received['received'] | undefined;

  /** @param outer further values that must not be shown, now or later; a response may contain them */
  constructor(outer?: Secrets) {
    this.#outer = outer;
  }

  /**
   * Adds values that must not be shown and that no response may contain. Short values are ignored, because redacting
   * them would blank out ordinary text.
   */
  add(...values: readonly (string | undefined)[]): void {
    for (const value of this.#newOf(values)) {
      this.#refused.add(value);
      this.#clean = undefined;
    }
  }

  /** Adds values that must not be shown either, but that the target may return: `foundIn` ignores them. */
  hide(...values: readonly (string | undefined)[]): void {
    for (const value of this.#newOf(values)) this.#returned.add(value);
  }

  /** Asks for further values before each redaction; the values of an earlier source stay. @param added the new ones */
  follow(added: () => readonly string[]): void {
    this.add(...this.#added());
    this.#added = added;
  }

  /** The text with every secret replaced, plain or encoded as a URL, a header or a body may carry it. */
  redact(text: string): string {
    // Most tests end with nothing to explain.
    if (text === '') return text;
    let shown = '';
    let end = 0;
    const plain = text.search(written) < 0 ? undefined : plainText(text);
    for (const found of this.#placesIn(text, plain).toSorted((a, b) => a.start - b.start)) {
      // A match that begins inside the previous one may extend past its end.
      if (found.start >= end) shown += `${text.slice(end, found.start)}[redacted]`;
      end = Math.max(end, found.end);
    }
    return end === 0 ? text : shown + text.slice(end);
  }

  /** Whether the text contains, in any of these forms, a secret that no response may contain. */
  foundIn(text: string): boolean {
    return this.#refused.isIn(text);
  }

  /** Whether a response, as the target gave it, contains a secret that none may contain. */
  foundInResponse(exchange: Received): boolean {
    const { received } = exchange;
    if (received === this.#clean) return false;
    const isFound = this.foundIn(exchange.receivedText);
    if (!isFound) this.#clean = received;
    return isFound;
  }

  #placesIn(text: string, plain: PlainText | undefined): readonly Found[] {
    this.add(...this.#added());
    return [
      ...(this.#outer === undefined ? [] : this.#outer.#placesIn(text, plain)),
      ...this.#refused.placesIn(text, plain),
      ...this.#returned.placesIn(text, plain),
    ];
  }

  #newOf(values: readonly (string | undefined)[]): readonly string[] {
    return values.filter((value): value is string => {
      if (value === undefined || value.trim().length < shortestSecret || this.#values.has(value))
        return false;
      this.#values.add(value);
      return true;
    });
  }
}

/**
 * The secrets of this process, whichever target they belong to: all that it prints is free of them. They are added as
 * soon as the process has read them.
 */
export const secretsOfProcess = new Secrets();
