/** A person's request can't be carried out; the message is one sentence that says why, and what to do instead. */
export class Refusal extends Error {}
