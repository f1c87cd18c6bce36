/** A scalar value of a JSON body. */
export interface BodyValue {
  /** The nearest key above the value: that of its member, or of the list that contains it. */
  readonly key: string;
  /** A text without its quotes and escapes; any other value as it is written. */
  readonly value: string;
  readonly isText: boolean;
}

interface Frame {
  readonly isObject: boolean;
  key: string;
  /** Whether the next text is a key. */
  awaitsKey: boolean;
}

const tokens = /"(?:[^"\\]|\\[\s\S])*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Every value of a JSON body with its key, including values of duplicate keys: the target chooses which one counts. A
 * body that is not quite JSON is read as far as possible.
 */
export function bodyValues(text: string): BodyValue[] {
  const found: BodyValue[] = [];
  const frames: Frame[] = [];
  for (const [token] of text.matchAll(tokens)) {
    const frame = frames.at(-1);
    if (token === '{' || token === '[')
      frames.push({ isObject: token === '{', key: frame?.key ?? '', awaitsKey: token === '{' });
    else if (token === '}' || token === ']') frames.pop();
    else if (token === ',') {
      if (frame !== undefined) frame.awaitsKey = frame.isObject;
    } else if (token === ':') {
      if (frame !== undefined) frame.awaitsKey = false;
    } else if (frame?.awaitsKey) frame.key = textOf(token);
    else found.push({ key: frame?.key ?? '', value: textOf(token), isText: token.startsWith('"') });
  }
  return found;
}

function textOf(token: string): string {
  if (!token.startsWith('"')) return token;
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === 'string' ? value : token.slice(1, -1);
  } catch {
    // It has characters or escapes that JSON doesn't allow.
    return token.slice(1, -1);
  }
}
