import { object, string } from '../schema/build.js';

/** The body of every error (clauses 2.5 and 7; for 429: gap G-14). */
export const errorSchema = object({ message: string() });

/** A request that is answered with an error; the message is for the client. */
export class ApiError extends Error {
  readonly status: 400 | 401 | 404 | 405 | 429;

  constructor(status: ApiError['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** The same thing for everybody: something that does not exist, or belongs to another merchant (clause 7). */
export function notFound(what: string): ApiError {
  return new ApiError(404, `There is no such ${what}`);
}
