import type { FastifyInstance } from 'fastify';
import type { Merchants } from '../domain/merchants.js';
import type { Rules } from '../domain/rules.js';
import { explain } from './explain.js';
import { readForms } from './forms/sent-form.js';
import { leaveLastWord } from './last-word.js';
import type { SendPage } from './page.js';
import { pageNotFound } from './page-error.js';
import { SETTINGS_PREFIX } from './prefix.js';
import { serveApiKeys } from './routes/api-keys.js';
import { serveOverview } from './routes/overview.js';
import { serveSignIn } from './routes/sign-in.js';
import { serveStylesheet } from './routes/stylesheet.js';
import { serveSessions } from './sessions/serve-sessions.js';
import { createSessionStore } from './sessions/session-store.js';
import { findVisitors } from './sessions/visitor.js';
import { loadPages, showPage } from './show-page.js';

/** What the settings area works with. */
export interface SettingsOptions {
  merchants: Merchants;
  /** The rules that decide for a merchant. */
  rulesOf: (merchantId: string) => Rules;
  /** Has the last word about each page. */
  sendPage: SendPage;
  /** Milliseconds of real time since any fixed moment; sessions last by it. */
  elapsed?: () => number;
  onError: (error: unknown) => void;
}

/** Serves the settings area, where the users of a merchant manage its API keys (clause 5): HTML and nothing else. */
export function serveSettings(app: FastifyInstance, options: SettingsOptions): void {
  app.register(
    async (settings) => {
      serveStylesheet(settings);
      settings.register((pages) => servePages(pages, options));
    },
    { prefix: SETTINGS_PREFIX },
  );
}

async function servePages(settings: FastifyInstance, options: SettingsOptions): Promise<void> {
  const { merchants, sendPage, onError } = options;
  settings.setErrorHandler((error, request, reply) => {
    const problem = explain(error);
    if (problem.status === 500) onError(error);
    return showPage(request, reply, problem.status, ({ problemPage }, frame) => problemPage(frame, problem));
  });
  settings.addHook('onRequest', loadPages);
  readForms(settings);
  await serveSessions(settings, createSessionStore(options.elapsed));
  findVisitors(settings, options);
  leaveLastWord(settings, sendPage);
  settings.setNotFoundHandler(() => {
    throw pageNotFound();
  });
  serveOverview(settings);
  serveSignIn(settings, merchants.users);
  settings.register(serveApiKeys, { prefix: '/api-keys', keys: merchants.keys });
}
