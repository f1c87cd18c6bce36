/**
 * The most that the suite reads of what a service sends, so that no service can use up a run's time or memory. What
 * exceeds a limit says nothing about the service: it can't be read, and one sentence says which limit it exceeds.
 * `docs/settings.md` lists these limits for readers.
 */
export const limits = {
  /** Milliseconds until a connection is open. */
  connecting: 5_000,
  /** Milliseconds until the last byte of a response has arrived: a slower service seems to hang. */
  milliseconds: 10_000,
  /** The same for the control interface of a sandbox, which does nothing that takes long. */
  controlMilliseconds: 5_000,
  /** Bytes of status line and headers. */
  headBytes: 16 * 1024,
  /**
   * Bytes of a body, before and after decoding. A page of a hundred records or a document
   * is a fraction of that, and the sixteen responses that a worker reads simultaneously fit in its memory.
   */
  bodyBytes: 16 * 1024 * 1024,
  /** Nested lists and objects in JSON: bodies of this API have at most ten, a description with its schemas thirty. */
  jsonDepth: 150,
  /** Values in all lists and objects of JSON, where an empty one counts as one more: a description has about 10,000. */
  jsonValues: 300_000,
  /** Bytes of one string in JSON: V8 can't apply some expressions to a longer one. */
  jsonStringBytes: 4 * 1024 * 1024,
  /** Characters of an error that are searched for internals of the service. */
  searchedCharacters: 256 * 1024,
  /** References and branches of `allOf`, `anyOf` and `oneOf` inside each other in one schema: the contract has four. */
  schemaLayers: 64,
  /**
   * Steps in which the schemas of one live description are read, each for a part of a schema or for a reference to it:
   * comparing a description that equals the contract takes about 4,300.
   */
  schemaSteps: 1_000_000,
  /** Places that the schemas of one live description, or the responses of one operation, show: the contract has 700. */
  places: 20_000,
  /** Further required fields of one schema, or further required parameters of one operation, that are reported. */
  furtherNames: 100,
  /** Characters of a pattern in a schema of the target. */
  patternCharacters: 500,
  /** Redirections to one file, or to one page of the documentation. */
  redirects: 5,
  /** Pages of one list, whether by number or by cursor: no list of a test has as many. */
  pages: 200,
  /** Values in the JSON of a file that a run left: the report of a whole run has 70,000, its journal 155,000. */
  fileValues: 2_000_000,
  /** Bytes of all pages of one list, or of all webhook deliveries that a test receives. */
  togetherBytes: 64 * 1024 * 1024,
} as const;
