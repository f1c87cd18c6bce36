import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../domain/users.js';
import type { Frame } from './layout.js';
import type * as pages from './pages.js';

/** The answer to a request for a page, after everything else has been decided. */
export interface Page {
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request that a page answers. */
export interface PageAsked {
  readonly method: string;
  /** Including its query. */
  readonly url: string;
  /** The user who is signed in. */
  readonly user: User | undefined;
  readonly merchantId: string | undefined;
}

/** Has the last word about a page, or about a redirection to another one. */
export type SendPage = (page: Page, asked: PageAsked) => Page | Promise<Page>;

/** A request that is answered with a page about its problem. */
export class PageError extends Error {
  readonly status: number;
  readonly heading: string;

  constructor(status: number, heading: string, message: string) {
    super(message);
    this.status = status;
    this.heading = heading;
  }
}

/** The same answer to everybody: the page does not exist, or belongs to another merchant. */
export function pageNotFound(): PageError {
  return new PageError(404, 'Not found', 'There is no such page.');
}

/** For users who are signed in but may not use the page (clause 5.2). */
export function notAllowed(): PageError {
  return new PageError(403, 'Not allowed', 'Only users with the Admin role manage API keys.');
}

type Pages = typeof pages;

/** Sends a page. @param draw makes its HTML within a frame */
type ShowPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  draw: (pages: Pages, frame: Frame) => string,
) => FastifyReply;

let loaded: Pages | undefined;

/** Loads the pages, which a sandbox doesn't need until somebody opens its settings. */
export async function loadPages(): Promise<void> {
  loaded ??= await import('./pages.js');
}

/** See ShowPage. The pages must be loaded first. */
export const showPage: ShowPage = (request, reply, status, draw) => {
  if (loaded === undefined) throw new Error('the pages are not loaded yet');
  const html = draw(loaded, frameOf(request, reply));
  return reply.code(status).type('text/html; charset=utf-8').send(html);
};

function frameOf({ visitor, url }: FastifyRequest, reply: FastifyReply): Frame {
  return {
    path: url.split('?', 1)[0] ?? url,
    // Made only on demand, because it starts a session.
    csrfToken: () => reply.generateCsrf(),
    ...(visitor !== null && {
      visitor: {
        email: visitor.user.email,
        role: visitor.user.role,
        seesKeys: visitor.may('see'),
      },
    }),
  };
}
