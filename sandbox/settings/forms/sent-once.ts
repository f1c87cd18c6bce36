import type { Session } from 'fastify';

/** How many forms a session remembers that were sent; the oldest ones are forgotten first. */
export const MOST_REMEMBERED_FORMS = 100;

/** Longer ids than those of `randomUUID` are none of a page's. */
const LONGEST_ID = 36;

/** Notes that the form with an id is sent in a session; false where that was noted before, or it is no id. */
export function isSentOnce(session: Session, id: string): boolean {
  session.sentForms ??= [];
  if (id === '' || id.length > LONGEST_ID || session.sentForms.includes(id)) return false;
  session.sentForms.push(id);
  if (session.sentForms.length > MOST_REMEMBERED_FORMS) session.sentForms.shift();
  return true;
}
