/**
 * In place of Fastify's own compilers for schemas, which take long to load: a validator that objects to
 * nothing, since operations hold requests against their schemas themselves, and a serializer that writes
 * answers as they are, so that no declaration can coerce, drop or hide anything.
 */
export const SCHEMA_COMPILERS = {
  compilersFactory: {
    buildValidator: () => () => () => '',
    buildSerializer: () => () => (value: unknown) => JSON.stringify(value),
  },
};
