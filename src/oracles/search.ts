import type { Exchange } from '../exchange/exchange.js';
import { entriesOf, member } from './body.js';
import { inWords } from './in-words.js';
import { agree } from './pagination.js';
import { hasStatus } from './status.js';
import type { Unmet, Unseen } from './unmet.js';

/** The parameter of a search and how it matches are not shown (clause 4.6): another one than assumed is a deviation. */
const gaps = ['G-05', 'G-11'];

/**
 * A search for a text finds an entry (clause 4.6): that one is among what is listed, and each that is listed has
 * something to do with the text. The pages are those of what is found: full but for the last, and counted so. How a search matches is left open: that an entry holds the text or any word of it in
 * one of its own texts, in upper or lower case, is enough.
 * @param pages of what was found, from the first to the last; its entries stand in `items`
 * @param id of the entry that must be among them
 */
export function find(pages: readonly Exchange[], text: string, id: unknown): Unmet | Unseen | undefined {
  const unmet = listOnlyWhatHolds(pages, text);
  if (unmet !== undefined) return unmet;
  const disagreeing = agree(pages, 'id');
  if (disagreeing !== undefined && !('unseen' in disagreeing)) return { ...disagreeing, gaps };
  if (id === undefined) return { unseen: 'the entry that is looked for has no id' };
  if (entriesOn(pages).some((entry) => member(entry, 'id') === id)) return undefined;
  return {
    expected: [`an entry whose id is ${JSON.stringify(id)}`],
    actual: `${entriesOn(pages).length} others`,
    at: 'body items',
    gaps,
  };
}

/** A search lists nothing but entries that have something to do with the text; for a text that none holds, nothing. */
export function listOnlyWhatHolds(pages: readonly Exchange[], text: string): Unmet | undefined {
  const refused = pages.map((page) => hasStatus(page, 200)).find((unmet) => unmet !== undefined);
  if (refused !== undefined) return refused;
  const sought = partsOf(text);
  const strange = entriesOn(pages).find((entry) => !sought.some((part) => textIn(entry).includes(part)));
  if (strange === undefined) return undefined;
  return {
    expected: sought.map((part) => `no entry without ${JSON.stringify(part)}`),
    actual: inWords(strange),
    at: 'body items',
    gaps,
  };
}

/** The whole text and each of its words, in lower case. */
function partsOf(text: string): readonly string[] {
  const whole = text.toLowerCase();
  return [...new Set([whole, ...whole.split(/[^\p{L}\p{N}]+/u)])].filter((part) => part !== '');
}

/** All texts and numbers of an entry, in lower case. */
function textIn(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textIn).join('\n');
  return String(value).toLowerCase();
}

function entriesOn(pages: readonly Exchange[]): readonly unknown[] {
  return pages.flatMap(({ json }) => entriesOf(member(json, 'items')));
}
