import type { FastifyInstance } from 'fastify';
import { type ApiKey, keyStatus } from '../../domain/keys/api-key.js';
import type { KeyRing } from '../../domain/keys/key-ring.js';
import type { KeyRow } from '../pages/key-list-page.js';
import { visitorOf } from '../sessions/visitor.js';
import { showPage } from '../show-page.js';
import { keysOf } from './keys-of.js';

/** The list of a merchant's keys, the newest first. */
export function serveKeyList(section: FastifyInstance, keys: KeyRing): void {
  section.get('', async (request, reply) => {
    const visitor = visitorOf(request);
    const now = visitor.merchant.timeline.now();
    const rows = keysOf(visitor, keys, 'see')
      .reverse()
      .sort((one, other) => other.createdAt - one.createdAt)
      .map((key) => rowOf(key, now));
    const { revokedLabel } = request.session;
    request.session.revokedLabel = undefined;
    const may = { create: visitor.may('create'), revoke: visitor.may('revoke') };
    return showPage(request, reply, 200, ({ keyListPage }, frame) =>
      keyListPage(frame, { rows, revokedLabel, may }),
    );
  });
}

function rowOf(key: ApiKey, now: number): KeyRow {
  const { id, label, lastFour, createdAt, expiresAt, lastUsedAt } = key;
  return { id, label, lastFour, createdAt, expiresAt, lastUsedAt, status: keyStatus(key, now) };
}
