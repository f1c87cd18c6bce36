/** A test of the suite, and its behaviour on a clean sandbox. */
export interface ExercisedTest {
  readonly file: string;
  /** The titles of its groups and its own title, as reports show them. */
  readonly titles: readonly string[];
  /** Requirements that it covers. */
  readonly covers: readonly string[];
  /** Requirements that it may verify incidentally. */
  readonly mayMeet: readonly string[];
  /** Requirements that it verified, including those verified by a check of every exchange. */
  readonly verified: readonly string[];
  /** The number of its calls of each operation, by operationId. */
  readonly called: Readonly<Record<string, number>>;
  /** Whether it found nothing and was not blocked. */
  readonly isClean: boolean;
}

/** A run of the whole suite against a clean sandbox without findings. */
export interface Exercise {
  readonly tests: readonly ExercisedTest[];
}

/** Environment variable with the file to which a run of the whole suite is written. */
export const exerciseVariable = 'CONFORMANCE_PROOF_EXERCISE';
