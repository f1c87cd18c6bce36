import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { isJsonObject } from '../../contract/documents/document.js';

/** How similar two names are, and why in words. */
export interface Likeness {
  /** From 0 to 1: 1 is the same name, 0.95 the same except for case and separators, 0.9 a synonym. */
  readonly score: number;
  readonly because: string;
}

/** The most results that are remembered of each kind: a target may have any number of names. */
const mostRemembered = 50_000;

/** The words of names, and the likeness of pairs of them: an alignment asks for the same ones many times. */
const knownWords = new Map<string, readonly string[]>();
const knownLikeness = new Map<string, Likeness>();

const table = readTable();

/** Words that say little about the content of a field. */
const faint: ReadonlySet<string> = new Set(
  'at id ids key code number no the of in is has on value for to by type name'.split(' '),
);

/** Weights of the words of a name: the words of its containers add nothing new. */
const weights = { full: 1, faint: 0.4, known: 0.2 } as const;

/**
 * How similar one of our names and one of theirs are.
 * @param ours - a field, parameter or word of an enumeration, in any style of writing
 * @param theirs - the same
 * @param context - names of the containers of both; their words, and synonyms of these, count for little
 */
export function likeness(ours: string, theirs: string, context: readonly string[] = []): Likeness {
  return remembered(knownLikeness, [ours, theirs, ...context].join('\n'), () =>
    compared(ours, theirs, context),
  );
}

function compared(ours: string, theirs: string, context: readonly string[]): Likeness {
  if (ours === theirs) return { score: 1, because: 'the same name' };
  if (bare(ours) === bare(theirs))
    return { score: 0.95, because: `${theirs} is ${ours} except for case and separators` };
  const [one, other] = [wordsOf(ours), wordsOf(theirs)];
  if (one.join('') === other.join(''))
    return { score: 0.9, because: `${theirs} is ${ours} except for singular and plural` };
  if (areSynonyms(one.join(' '), other.join(' '), table.fields))
    return { score: 0.9, because: `${theirs} is another word for ${ours}` };
  const known = new Set(
    context.map((each) => wordsOf(each)).flatMap((each) => [...each, ...phrasesIn(each)]),
  );
  const [left, right] = [phrasesIn(one), phrasesIn(other)];
  const weight = (phrase: string) => {
    if (faint.has(phrase)) return weights.faint;
    const isKnown = [...known].some((word) => word === phrase || areSynonyms(word, phrase, table.fields));
    return isKnown ? weights.known : weights.full;
  };
  const found = (phrase: string, among: readonly string[]) =>
    Math.max(
      0,
      ...among.map((each) => (each === phrase ? 1 : areSynonyms(each, phrase, table.fields) ? 0.9 : 0)),
    );
  const sum = (phrases: readonly string[], of: (phrase: string) => number) =>
    phrases.reduce((total, phrase) => total + of(phrase), 0);
  const shared =
    sum(left, (each) => weight(each) * found(each, right)) +
    sum(right, (each) => weight(each) * found(each, left));
  const all = sum(left, weight) + sum(right, weight);
  // The field `country` of a country is taken to contain its code.
  const isThing = right.length === 1 && right.every((each) => weight(each) === weights.known);
  if (isThing && left.length === 1 && /^(code|key|id|number)$/.test(left[0] ?? ''))
    return { score: 0.75, because: `${theirs} is the thing itself, and ${ours} belongs to it` };
  const score = all === 0 ? 0 : Math.min(0.88, shared / all);
  return { score, because: `${theirs} shares words with ${ours}` };
}

/** How similar two words of an enumeration are. */
export function wordLikeness(ours: string, theirs: string): Likeness {
  if (ours === theirs) return { score: 1, because: 'the same word' };
  const [one, other] = [wordsOf(ours), wordsOf(theirs)];
  if (one.join('') === other.join(''))
    return { score: 0.95, because: `"${theirs}" is "${ours}" except for case and separators` };
  if (areSynonyms(one.join(' '), other.join(' '), table.words))
    return { score: 0.9, because: `"${theirs}" is another word for "${ours}"` };
  const shared = one.filter((word) => other.includes(word)).length;
  const score = (0.7 * (2 * shared)) / (one.length + other.length);
  return { score, because: `"${theirs}" shares words with "${ours}"` };
}

/** Whether a name says little, because anything may have it: for example id, code or name. */
export function saysLittle(name: string): boolean {
  return wordsOf(name).every((word) => faint.has(word));
}

/** Whether a field contains money, judged by its name or its container's. */
export function namesMoney(name: string): boolean {
  const words = phrasesIn(wordsOf(name));
  return table.money.some((each) => words.join(' ') === each || words.includes(each));
}

/** Whether a description says that an amount is counted in minor units. */
export function saysMinorUnits(text: string): boolean {
  const lower = text.toLowerCase();
  return table.minorUnits.some((each) => new RegExp(`\\b${each}\\b`).test(lower));
}

/** The unit in which a description counts a time from 1970; undefined if it doesn't. */
export function saysEpoch(text: string): 'epoch-seconds' | 'epoch-milliseconds' | undefined {
  if (!/\b(1970|epoch|unix)\b/i.test(text)) return undefined;
  if (/\b(milliseconds?|millis|ms)\b/i.test(text)) return 'epoch-milliseconds';
  return /\bseconds?\b/i.test(text) ? 'epoch-seconds' : undefined;
}

/** The words of a name in lower case and singular: `orderItems`, `order_items` and `order-item` are all order, item. */
export function wordsOf(name: string): readonly string[] {
  return remembered(knownWords, name, () =>
    name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
      .map(singular),
  );
}

function remembered<Result>(known: Map<string, Result>, key: string, make: () => Result): Result {
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  const made = make();
  if (known.size >= mostRemembered) known.clear();
  known.set(key, made);
  return made;
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

function singular(word: string): string {
  if (/(ss|us|is)$/.test(word) || word.length < 4) return word;
  if (/ies$/.test(word) && word.length > 4) return word.replace(/ies$/, 'y');
  return word.replace(/s$/, '');
}

/** The words of a name, combined where the table lists several as one: `price with_tax` is price, with tax. */
function phrasesIn(words: readonly string[]): readonly string[] {
  const phrases: string[] = [];
  for (let at = 0; at < words.length; ) {
    let length = Math.min(4, words.length - at);
    while (length > 1 && !table.fields.has(words.slice(at, at + length).join(' '))) length -= 1;
    phrases.push(words.slice(at, at + length).join(' '));
    at += length;
  }
  return phrases;
}

function areSynonyms(one: string, other: string, groups: Groups): boolean {
  const known = groups.get(one);
  return known?.some((group) => groups.get(other)?.includes(group)) ?? false;
}

/** The groups that contain a name, by the name. */
type Groups = ReadonlyMap<string, readonly number[]>;

/** The position of a name among the usual names for an error's message, surest first; infinite if it isn't one of them. */
export function messageRank(name: string): number {
  const rank = table.messages.indexOf(wordsOf(name).join(' '));
  return rank < 0 ? Number.POSITIVE_INFINITY : rank;
}

function readTable() {
  const table = load(readFileSync(new URL('./synonyms.yaml', import.meta.url), 'utf8'));
  const listOf = (key: string) => {
    const list: unknown = isJsonObject(table) ? table[key] : undefined;
    if (!Array.isArray(list)) throw new Error(`synonyms.yaml needs a list of ${key}.`);
    return list;
  };
  const strings = (list: readonly unknown[]) =>
    list.map((each) => (typeof each === 'string' ? wordsOf(each).join(' ') : String(each)));
  const groups = (key: string): Groups => {
    const found = new Map<string, number[]>();
    for (const [index, group] of listOf(key).entries())
      for (const name of strings(Array.isArray(group) ? group : []))
        found.set(name, [...(found.get(name) ?? []), index]);
    return found;
  };
  return {
    fields: groups('fields'),
    words: groups('words'),
    messages: strings(listOf('messages')),
    money: strings(listOf('money')),
    minorUnits: listOf('minorUnits').map(String),
  };
}
