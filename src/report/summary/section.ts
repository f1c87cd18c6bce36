import type { Verdict } from '../../verdicts/requirement-verdict.js';

/** Things of one kind that a reader of a run should know, as the terminal, the Markdown summary and the page list them. */
export interface Section {
  readonly title: string;
  /** What each of them is. */
  readonly noun: string;
  readonly entries: readonly Entry[];
}

/** A thing to know. Text from the target is still raw: each output escapes it in its own way. */
export interface Entry {
  /** It in a word or two, such as a verdict. */
  readonly label?: string;
  /** The verdict that the label looks like. */
  readonly look?: Verdict;
  /** The requirements and operations that it is about; those of its parts, if it has any. */
  readonly ids?: readonly string[];
  readonly text: string;
  readonly parts?: readonly Entry[];
  /** The page that tracks it. */
  readonly link?: string;
}

/**
 * An entry as one line.
 * @param named puts ids into words
 * @param shown makes any other text of it harmless
 */
export function entryInWords(
  { label, ids = [], text, parts = [], link }: Entry,
  named: (ids: readonly string[]) => string,
  shown: (text: string) => string = (text) => text,
): string {
  const areInParts = parts.some((part) => part.ids !== undefined);
  const says = shown(text) + (link === undefined ? '' : `; see ${shown(link)}`);
  return [label ?? '', areInParts ? '' : named(ids), text === '' ? '' : says]
    .filter((part) => part !== '')
    .join(': ');
}
