/** A request that is answered with a page that says what is wrong with it. */
export class PageError extends Error {
  readonly status: number;
  readonly heading: string;

  constructor(status: number, heading: string, message: string) {
    super(message);
    this.status = status;
    this.heading = heading;
  }
}

/** The same for everybody: what does not exist, or belongs to another merchant. */
export function pageNotFound(): PageError {
  return new PageError(404, 'Not found', 'There is no such page.');
}

/** For who is signed in and may not do what the page is for (clause 5.2). */
export function notAllowed(): PageError {
  return new PageError(403, 'Not allowed', 'Only users with the Admin role manage API keys.');
}
