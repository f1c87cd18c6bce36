import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { FormSearch } from './form-search.js';

/** Only a few characters, so that forms often overlap; some take two bytes or a surrogate pair. */
const letter = fc.constantFrom('a', 'b', 'é', '\u0161', '😀');
const form = fc.string({ unit: letter, minLength: 4, maxLength: 8 });

test('the first place of the longest form is found, wherever it stands', () => {
  fc.assert(
    fc.property(
      fc.array(form, { maxLength: 6 }),
      fc.string({ unit: letter, maxLength: 60 }),
      fc.nat({ max: 10 }),
      (forms, text, from) => {
        const search = new FormSearch();
        for (const each of forms) search.add(each);
        const places = forms
          .map((each) => ({ start: text.indexOf(each, from), length: each.length }))
          .filter(({ start }) => start >= 0)
          .toSorted((a, b) => a.start - b.start || b.length - a.length);
        const [first] = places;
        expect(search.firstIn(text, from)).toEqual(
          first && { start: first.start, end: first.start + first.length },
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('a form that is added later is found beside the others', () => {
  const search = new FormSearch();
  search.add('begin-1');
  search.add('begin-12');
  search.add('begin-1');
  expect(search.firstIn('<begin-12>')).toEqual({ start: 1, end: 9 });
  expect(search.firstIn('<begin-13>')).toEqual({ start: 1, end: 8 });
  expect(search.firstIn('<begin->')).toBeUndefined();
});
