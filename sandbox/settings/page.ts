import type { User } from '../domain/users/user.js';

/** What is sent in answer to a request for a page, after everything else has been decided. */
export interface Page {
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request that a page answers. */
export interface PageAsked {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  /** Who is signed in. */
  readonly user: User | undefined;
  readonly merchantId: string | undefined;
}

/** Has the last word about a page, or about what leads to another one. */
export type SendPage = (page: Page, asked: PageAsked) => Page | Promise<Page>;
