/**
 * Two vocabularies of one body, or of the parameters of one request: ours, which is the contract's, and theirs, which is the
 * target's. There and back again is the identity, but for a moment that the target counts, which comes back in UTC; a value
 * that doesn't fit stays as it is.
 */
export interface Translation {
  /** A value of ours in the target's words, for requests. */
  toTheirs(ours: unknown): unknown;
  /** A value of the target in our words, for answers. */
  toOurs(theirs: unknown): unknown;
  /** Our path for a path on the wire: `data[3].state` is `items[3].status`; the same path where nothing is different. */
  pathInOurs(theirs: string): string;
  /** Whether the two vocabularies are the same here. */
  readonly isIdentity: boolean;
}

/** What one operation says and is told, in both vocabularies. */
export interface OperationTranslation {
  readonly path: Translation;
  readonly query: Translation;
  readonly request: Translation;
  readonly response: Translation;
}

/** Both vocabularies are the same. */
export const identity: Translation = {
  toTheirs: (ours) => ours,
  toOurs: (theirs) => theirs,
  pathInOurs: (theirs) => theirs,
  isIdentity: true,
};

/** An operation that says everything as the contract does. */
export const sameWords: OperationTranslation = {
  path: identity,
  query: identity,
  request: identity,
  response: identity,
};
