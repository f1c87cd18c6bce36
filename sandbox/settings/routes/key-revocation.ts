import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiKey } from '../../domain/keys/api-key.js';
import type { KeyAction } from '../../domain/keys/key-request.js';
import type { KeyRing } from '../../domain/keys/key-ring.js';
import { requireForm } from '../forms/sent-form.js';
import { pageNotFound } from '../page-error.js';
import { SETTINGS_PREFIX } from '../prefix.js';
import { visitorOf } from '../sessions/visitor.js';
import { showPage } from '../show-page.js';
import { keysOf } from './keys-of.js';

type OfKey = { Params: { id: string } };

/** Revoking a key, after a page that asks whether it is the right one. */
export function serveKeyRevocation(section: FastifyInstance, keys: KeyRing): void {
  function keyOf(request: FastifyRequest<OfKey>, action: KeyAction): ApiKey {
    const key = keysOf(visitorOf(request), keys, action).find(({ id }) => id === request.params.id);
    if (key === undefined) throw pageNotFound();
    return key;
  }

  section.get<OfKey>('/:id/revoke', async (request, reply) => {
    const { id, label, lastFour } = keyOf(request, 'see');
    return showPage(request, reply, 200, ({ revokeKeyPage }, frame) =>
      revokeKeyPage(frame, { id, label, lastFour }),
    );
  });

  section.post<OfKey>(
    '/:id/revoke',
    { config: { keyAction: 'revoke' }, preHandler: [requireForm, section.csrfProtection] },
    async (request, reply) => {
      const key = keyOf(request, 'revoke');
      const { rules, merchant } = visitorOf(request);
      rules.revokeKey(key, merchant.timeline.now());
      request.session.revokedLabel = key.label;
      return reply.redirect(`${SETTINGS_PREFIX}/api-keys`, 303);
    },
  );
}
