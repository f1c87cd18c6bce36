import type { SessionStore } from '@fastify/session';
import type { Session } from 'fastify';

declare module 'fastify' {
  interface Session {
    /** Who is signed in; left out before that. */
    userId?: string;
    /** The ids of forms that were sent, and can't be sent again; there from the sign-in on. */
    sentForms?: string[];
    /** The label of a key that was just revoked, for the next list of keys to say so. */
    revokedLabel?: string;
    /** What the tokens of its forms are made from. */
    _csrf?: string;
  }
}

/** How long a session lasts, in milliseconds of real time. */
export const LIFETIME = 8 * 60 * 60 * 1000;
/** How many sessions there are at most; the oldest ones are forgotten first. */
export const MOST_SESSIONS = 10_000;

interface Entry {
  /** None once the session has ended: whatever is still being answered in it must not bring it back. */
  session: Session | undefined;
  since: number;
}

/**
 * Sessions in memory. What they hold is handed out as it is and not copied, so that requests of one session that
 * are answered at the same time know of the same forms that were sent.
 * @param elapsed milliseconds of real time since any fixed moment
 */
export function createSessionStore(elapsed: () => number = () => performance.now()): SessionStore {
  const entries = new Map<string, Entry>();

  function dropOldest(): void {
    const [oldest] = entries.keys();
    if (entries.size > MOST_SESSIONS && oldest !== undefined) entries.delete(oldest);
  }

  return {
    get(id, callback) {
      const entry = entries.get(id);
      const isOver = entry === undefined || elapsed() - entry.since >= LIFETIME;
      callback(null, isOver ? null : entry.session);
    },
    set(id, session, callback) {
      const entry = entries.get(id);
      if (entry === undefined) entries.set(id, { session: heldBy(session), since: elapsed() });
      else if (entry.session !== undefined) entry.session = heldBy(session);
      dropOldest();
      callback();
    },
    destroy(id, callback) {
      const entry = entries.get(id);
      if (entry !== undefined) entry.session = undefined;
      callback();
    },
  };
}

/** What a session holds, without the request that it was part of. */
function heldBy({ cookie, userId, sentForms, revokedLabel, _csrf }: Session): Session {
  return { cookie, userId, sentForms, revokedLabel, _csrf };
}
