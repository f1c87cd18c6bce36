import { expect, test } from '#testing/unit-test';
import { findPlanting } from './index.js';

test('a name that matches no fault, operation or condition is refused in one sentence', () => {
  for (const [name, refusal] of [
    ['nothing-like-it', 'There is no fault "nothing-like-it"'],
    ['forbids-valid-key@getNothing', "can't be planted in"],
    ['forbids-valid-key~never', 'doesn\'t take the condition "never": it takes beyond, again'],
    ['accepts-expired-key~grown', 'it takes no condition'],
    ['__proto__', 'There is no fault'],
    ['toString@listBrands', 'There is no fault'],
    ['a+'.repeat(100_000), 'There is no fault'],
  ] as const)
    expect(() => findPlanting(name)).toThrow(refusal);
});
