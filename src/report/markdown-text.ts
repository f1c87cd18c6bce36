/** What a reader doesn't see, or what changes how the rest is read: control characters, marks of direction, separators. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text in which nothing is markup, a mention, a reference or a link. */
const harmless = /^(?!.*(:\/\/|www\.))[^@#$<>&|\\[\]`~*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/iu;

/**
 * Text that may come from the target as Markdown within a line: as it is where nothing in it can be markup, else as code, in
 * which nothing is rendered, mentioned or linked.
 * @param most characters that are shown
 */
export function asWords(text: string, most = 400): string {
  return harmless.test(text) && text.length <= most ? text : asCode(text, most);
}

/**
 * Text that may come from the target as Markdown code within a line; not for tables, whose cells end at a `|` even in code.
 * @param most characters that are shown
 */
export function asCode(text: string, most = 300): string {
  const line = shown(text.slice(0, most).replaceAll(/\r\n|\r|\n/g, '⏎')).slice(0, most);
  const fence = '`'.repeat(longestRun(line) + 1);
  // A backtick needs a space beside the fence; where there is one at both ends, it is no part of the code.
  const pad = /^[ `]|[ `]$/.test(line) ? ' ' : '';
  const code = `${fence}${pad}${line}${pad}${fence}`;
  const cut = text.length > most ? ` (the beginning of ${text.length} characters)` : '';
  return text === '' ? 'nothing' : code + cut;
}

/** Text as a block of Markdown code, whatever stands in it. @param language by which it is coloured */
export function asBlock(text: string, language: string): string {
  const lines = text.split(/\r\n|\r|\n/).map(shown);
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}${language}`, ...lines, fence].join('\n');
}

/** What can't be seen is shown as its number; half a character, as a cut leaves it, as a question mark. */
function shown(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
