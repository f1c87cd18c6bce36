/** What is found in a JSON text without parsing it. */
export interface JsonOutline {
  /** How deep arrays and objects lie in each other, or that they lie deeper than was asked. */
  tooDeep: boolean;
  /** Whether there is a number that is long, or has a large exponent, so that it may be beyond all numbers. */
  hasLongNumber: boolean;
  /** The entries of the array under the key "items" of the outermost object, as they are written. */
  items: readonly string[];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const PLUS = 0x2b;
const COMMA = 0x2c;
const COLON = 0x3a;
const LOWER_E = 0x65;
const UPPER_E = 0x45;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
/** So many characters without a comma or bracket hold a long number, or much white space. */
const LONG = 300;

/**
 * Goes through a JSON text once. Of a text that is no JSON, anything may be found; one that nests deeper than
 * `deepest` is not looked at any further. Like in JSON.parse, the last one of equal keys counts.
 */
export function outlineJson(text: string, deepest: number): JsonOutline {
  let depth = 0;
  let hasLongNumber = false;
  let items: string[] = [];
  let inItems = false;
  let itemStart = 0;
  let lastText = '';
  let key = '';
  let lastMark = 0;

  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    switch (code) {
      case QUOTE: {
        const start = index;
        index = endOfText(text, index);
        if (depth === 1) lastText = text.slice(start, index + 1);
        break;
      }
      case COLON:
        if (depth === 1) key = lastText;
        break;
      case COMMA:
        if (inItems && depth === 2) {
          items.push(text.slice(itemStart, index).trim());
          itemStart = index + 1;
        }
        break;
      case OPENING_BRACE:
      case OPENING_BRACKET:
        depth++;
        if (depth > deepest) return { tooDeep: true, hasLongNumber, items: [] };
        if (depth === 2 && code === OPENING_BRACKET && isItems(key)) {
          items = [];
          inItems = true;
          itemStart = index + 1;
        }
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        if (inItems && depth === 2) {
          const last = text.slice(itemStart, index).trim();
          if (last !== '') items.push(last);
          inItems = false;
        }
        depth--;
        break;
      case LOWER_E:
      case UPPER_E:
        hasLongNumber ||= startsExponent(text.charCodeAt(index + 1));
        continue;
      default:
        continue;
    }
    if (index - lastMark > LONG && code !== QUOTE) hasLongNumber = true;
    lastMark = index;
  }
  return { tooDeep: false, hasLongNumber: hasLongNumber || text.length - lastMark > LONG, items };
}

/** Where the text ends that begins with the quote at `start`: at its closing quote, or nowhere. */
function endOfText(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index;
    if (code === BACKSLASH) index++;
  }
  return text.length;
}

/** True for the key "items" however it is written: any character of a text can be an escape. */
function isItems(key: string): boolean {
  if (!key.includes('\\')) return key === '"items"';
  try {
    return JSON.parse(key) === 'items';
  } catch {
    return false;
  }
}

/** Whether an "e" that this character follows begins a positive exponent. */
function startsExponent(next: number): boolean {
  return next === PLUS || (next >= 0x30 && next <= 0x39);
}
