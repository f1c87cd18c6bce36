import { visibleText } from '../../http/shown/shown-exchange.js';

/** Text without markup, mentions, references and links. */
const harmless = /^(?!.*(:\/\/|www\.))[^@#$<>&|\\[\]`~*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/iu;

/**
 * Untrusted text as Markdown within a line: unchanged if nothing in it can be markup, otherwise as code, in which
 * nothing is rendered, mentioned or linked.
 * @param most the largest number of shown characters
 */
export function asWords(text: string, most = 400): string {
  return text.length <= most && harmless.test(text) ? text : asCode(text, most);
}

/**
 * Untrusted text as Markdown code within a line; not for tables, whose cells end at a `|` even in code.
 * @param most the largest number of shown characters
 */
export function asCode(text: string, most = 300): string {
  const line = visibleText(text.slice(0, most).replaceAll(/\r\n|\r|\n/g, '⏎')).slice(0, most);
  const fence = '`'.repeat(longestRun(line) + 1);
  // A backtick next to the fence needs a space; Markdown removes a space at both ends from the code.
  const pad = /^[ `]|[ `]$/.test(line) ? ' ' : '';
  const code = `${fence}${pad}${line}${pad}${fence}`;
  const cut = text.length > most ? ` (the beginning of ${text.length} characters)` : '';
  return text === '' ? 'nothing' : code + cut;
}

/** Any text as a block of Markdown code. @param language of its syntax highlighting */
export function asBlock(text: string, language: string): string {
  const lines = text.split(/\r\n|\r|\n/).map(visibleText);
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}${language}`, ...lines, fence].join('\n');
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
