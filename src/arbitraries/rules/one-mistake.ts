import { isDeepStrictEqual } from 'node:util';
import type { Rule } from '../assertions.js';
import type { InvalidItem } from '../invalid/invalid-item.js';

/**
 * The rule of every invalid item: the valid one beside it breaks nothing, the invalid one breaks what is expected and nothing
 * else, what it is can be sent as JSON, and the violation says where and what.
 * @param brokenRules the rules that an item breaks, by name
 */
export function oneMistake<Item>(
  brokenRules: (item: unknown) => readonly string[],
  expected: string,
): Rule<InvalidItem<Item>> {
  return ({ valid, invalid, violation, field }) => {
    const before = brokenRules(valid);
    if (before.length > 0) return `the valid one breaks: ${before.join('; ')}`;
    const broken = brokenRules(invalid);
    if (!isDeepStrictEqual(broken, [expected])) return `breaks ${JSON.stringify(broken)}, not ${expected}`;
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(invalid)), invalid)) return 'changes on its way';
    if (!violation.startsWith(`${field}: `)) return `the violation is ${violation}`;
    return /: .+, here .+/.test(violation) && violation.length < 250
      ? undefined
      : `the violation is ${violation}`;
  };
}
