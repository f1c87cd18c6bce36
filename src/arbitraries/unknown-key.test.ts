import { test } from '#unit-test';
import { assertSound } from './assertions.js';
import { type UnknownKey, unknownField, unknownParameter } from './unknown-key.js';

const hasAPlainName = ({ name }: UnknownKey) => /^unheard_of_[a-z]+$/.test(name);

test('An unknown parameter is a text under a name that nothing has', () => {
  assertSound(
    () => unknownParameter,
    (key) => (hasAPlainName(key) && typeof key.value === 'string' ? undefined : 'no parameter'),
  );
});

test('An unknown field is a JSON value under a name that nothing has', () => {
  assertSound(
    () => unknownField,
    (key) => (hasAPlainName(key) && JSON.stringify(key.value) !== undefined ? undefined : 'no field'),
  );
});
