/**
 * Characters that readers can't see, or that change how they see the rest: control and direction characters,
 * separators.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text without markup, mentions, references and links. */
const harmless = /^(?!.*(:\/\/|www\.))[^@#$<>&|\\[\]`~*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/iu;

/**
 * Untrusted text as Markdown within a line: unchanged if nothing in it can be markup, otherwise as code, in which
 * nothing is rendered, mentioned or linked.
 * @param most the largest number of shown characters
 */
export function asWords(text: string, most = 400): string {
  return harmless.test(text) && text.length <= most ? text : asCode(text, most);
}

/**
 * Untrusted text as Markdown code within a line; not for tables, whose cells end at a `|` even in code.
 * @param most the largest number of shown characters
 */
export function asCode(text: string, most = 300): string {
  const line = shown(text.slice(0, most).replaceAll(/\r\n|\r|\n/g, '⏎')).slice(0, most);
  const fence = '`'.repeat(longestRun(line) + 1);
  // A backtick next to the fence needs a space; Markdown removes a space at both ends from the code.
  const pad = /^[ `]|[ `]$/.test(line) ? ' ' : '';
  const code = `${fence}${pad}${line}${pad}${fence}`;
  const cut = text.length > most ? ` (the beginning of ${text.length} characters)` : '';
  return text === '' ? 'nothing' : code + cut;
}

/** Any text as a block of Markdown code. @param language of its syntax highlighting */
export function asBlock(text: string, language: string): string {
  const lines = text.split(/\r\n|\r|\n/).map(shown);
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}${language}`, ...lines, fence].join('\n');
}

/**
 * Shows invisible characters as their numbers, and half of a surrogate pair, which a cut can leave, as a question
 * mark.
 */
function shown(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
