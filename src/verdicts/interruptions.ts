/** The test cannot go on, and nothing is said about the target: a prerequisite is missing, or the way to it is broken. */
export class Blocked extends Error {
  override readonly name = 'Blocked';
}

/** The target's configuration takes the test out: writes are denied, a second key is not given. */
export class Inapplicable extends Error {
  override readonly name = 'Inapplicable';
}

/** A generated example was found to violate a requirement, which is on record: it ends here, and the property goes on. */
export class Falsified extends Error {
  override readonly name = 'Falsified';
}
