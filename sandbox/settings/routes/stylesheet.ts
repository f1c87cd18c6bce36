import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

const FILE = new URL('../pages/style.css', import.meta.url);

/** The stylesheet of all pages. */
export function serveStylesheet(settings: FastifyInstance): void {
  let style: Promise<string> | undefined;
  settings.get('/style.css', async (_request, reply) => {
    style ??= readFile(FILE, 'utf8');
    return reply
      .type('text/css; charset=utf-8')
      .headers({ 'cache-control': 'max-age=60', 'x-content-type-options': 'nosniff' })
      .send(await style);
  });
}
