import fc from 'fast-check';

/** A name that no parameter and no field has, with a value for it. */
export interface UnknownKey {
  readonly name: string;
  readonly value: unknown;
}

const name = fc.stringMatching(/^unheard_of_[a-z]{1,10}$/);

/** A parameter of the query that no operation has (requirement ERR-14, gap G-15). */
export const unknownParameter: fc.Arbitrary<UnknownKey> = fc.record({
  name,
  value: fc.oneof(
    fc.constantFrom('', '0', '-1', 'true', 'null'),
    fc.stringMatching(/^[A-Za-z0-9 ,.:-]{1,20}$/),
  ),
});

/** A field of a body that no object has, of any JSON type (requirement ERR-14, gap G-15). */
export const unknownField: fc.Arbitrary<UnknownKey> = fc.record({
  name,
  value: fc.jsonValue({ maxDepth: 2 }),
});
