/** A test of the suite, and what it did on a clean sandbox. */
export interface ExercisedTest {
  readonly file: string;
  /** The titles of its groups and its own, as they are shown. */
  readonly titles: readonly string[];
  /** Requirements that it covers. */
  readonly covers: readonly string[];
  /** Requirements that it may come across. */
  readonly mayMeet: readonly string[];
  /** Requirements that it verified, be it by a check of every exchange. */
  readonly verified: readonly string[];
  /** How often it called each operation, by their ids. */
  readonly called: Readonly<Record<string, number>>;
  /** Whether it found nothing, and nothing kept it from looking. */
  readonly isClean: boolean;
}

/** A run of the whole suite against a clean sandbox, on which nothing was found. */
export interface Exercise {
  readonly tests: readonly ExercisedTest[];
}

/** Environment variable with the file that a run of the whole suite is written to. */
export const exerciseVariable = 'CONFORMANCE_PROOF_EXERCISE';
