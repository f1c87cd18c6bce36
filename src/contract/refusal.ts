/** What a person asked for can't be done; the message is one sentence that says why, and the way out. */
export class Refusal extends Error {}
