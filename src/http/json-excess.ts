import { limits } from '../contract/values/limits.js';

const [blank, quote, comma, backslash] = [0x20, 0x22, 0x2c, 0x5c];
const isOpening = (byte: number | undefined): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d;

/**
 * How a body exceeds the limits of depth and of values, if it is JSON. Whatever walks parsed JSON relies on them, so
 * that no service can exhaust the stack or keep a process busy: this looks at the bytes before anything parses them.
 *
 * @param body - any bytes; only those of a list or an object are JSON that can exceed a limit
 * @param most - the limit of values: by default that of a body that a target sent
 * @returns undefined if it doesn't; otherwise a phrase such as `is nested deeper than 150 levels`
 */
export function jsonExcess(body: Buffer, most: 'jsonValues' | 'fileValues' = 'jsonValues') {
  const { jsonDepth, jsonStringBytes, [most]: mostValues } = limits;
  // Shorter than the innermost list that would be too deep.
  if (body.length <= jsonDepth) return undefined;
  // JSON may begin with a byte order mark and white space.
  let at = body.readUIntBE(0, 3) === 0xefbbbf ? 3 : 0;
  while ((body[at] ?? quote) <= blank) at += 1;
  if (!isOpening(body[at])) return undefined;
  let depth = 0;
  let values = 0;
  for (; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === quote) {
      const start = at;
      at += 1;
      while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1;
      if (at - start > jsonStringBytes) return `has a string of more than ${jsonStringBytes} bytes`;
    } else if (byte === comma) values += 1;
    else if (isClosing(byte)) depth -= 1;
    else if (isOpening(byte)) {
      depth += 1;
      values += 1;
      if (depth > jsonDepth) return `is nested deeper than ${jsonDepth} levels`;
    }
    if (values > mostValues) return `has more than ${mostValues} values`;
  }
  return undefined;
}
