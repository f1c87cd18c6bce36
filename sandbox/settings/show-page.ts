import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as pages from './pages/index.js';
import type { Frame } from './pages/layout.js';

type Pages = typeof pages;

/** Sends a page. @param draw makes its HTML of what frames it */
export type ShowPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  draw: (pages: Pages, frame: Frame) => string,
) => FastifyReply;

let loaded: Pages | undefined;

/** Loads the pages, which a sandbox whose settings nobody looks at can do without. */
export async function loadPages(): Promise<void> {
  loaded ??= await import('./pages/index.js');
}

/** See ShowPage. The pages must have been loaded. */
export const showPage: ShowPage = (request, reply, status, draw) => {
  if (loaded === undefined) throw new Error('a page is to be shown before there are any');
  const html = draw(loaded, frameOf(request, reply));
  return reply.code(status).type('text/html; charset=utf-8').send(html);
};

function frameOf({ visitor, url }: FastifyRequest, reply: FastifyReply): Frame {
  return {
    path: url.split('?', 1)[0] ?? url,
    // Made only where it is needed: it makes a session of what was none.
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
