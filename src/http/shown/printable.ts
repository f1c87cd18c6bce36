import { secretsOfProcess } from './secrets.js';
import { invisible, visibleText } from './shown-exchange.js';

/**
 * A text as this process may print it, whoever wrote it: without secrets, invisible characters, and commands that a CI
 * server would execute.
 * @param redact replaces secrets in a string
 */
export function printable(text: string, redact = hidingKeys): string {
  return withoutCommands(visibleText(redact(text)));
}

/** A text without the secrets of this process. */
export function hidingKeys(text: string): string {
  return secretsOfProcess.redact(text);
}

const escapeCharacter = '\u001b';

/** A style between two characters: a CI server may remove it before it looks for commands. */
const style = `${escapeCharacter}\\[[\\d;]*m`;

/** GitHub Actions: `::error::` after blanks, at the beginning of a line. */
const lineCommand = new RegExp(`^((?:[^\\S\\n\\r\\u2028\\u2029]|${style})*:)(?=(?:${style})*:)`, 'gmu');

/** `##[error]` of GitHub and Azure Pipelines, `##vso[` of Azure Pipelines, `##teamcity[`: anywhere in a line. */
const sharpCommand = new RegExp(`#(?=(?:${style})*#(?:${style}|\\w)*\\[)`, 'gu');

/**
 * A visible text, which may have styles, without commands that a CI server finds in the output of a step and executes.
 * A space after the first character of a command is enough, and a reader still recognises it.
 */
export function withoutCommands(text: string): string {
  return text.replaceAll(lineCommand, '$1 ').replaceAll(sharpCommand, '# ');
}

/**
 * A document for a program, as text that `printable` leaves unchanged: JSON in which escapes stand for everything that a
 * terminal or a CI server would obey, and in which secrets are replaced.
 */
export function jsonDocument(value: unknown): string {
  return JSON.stringify(value, redacted, 2).replaceAll(sharpCommand, escaped).replaceAll(invisible, escaped);
}

function escaped(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

/** A part of a document with the secrets in its text and in its names replaced. */
function redacted(_name: string, value: unknown): unknown {
  if (typeof value === 'string') return hidingKeys(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [hidingKeys(name), each]));
}
