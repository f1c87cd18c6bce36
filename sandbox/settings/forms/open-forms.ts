import { randomUUID } from 'node:crypto';
import type { Session } from 'fastify';

/** How many forms can be open in a session; the oldest ones are forgotten first. */
export const MOST_OPEN_FORMS = 50;

/** The id of a new form, which can be sent once in this session. */
export function openForm(session: Session): string {
  const id = randomUUID();
  session.openForms ??= [];
  session.openForms.push(id);
  if (session.openForms.length > MOST_OPEN_FORMS) session.openForms.shift();
  return id;
}

/** Whether a form of this session was not sent yet. */
export function isOpenForm({ openForms = [] }: Session, id: string): boolean {
  return openForms.includes(id);
}

/** Notes that a form was sent. */
export function closeForm({ openForms = [] }: Session, id: string): void {
  const index = openForms.indexOf(id);
  if (index !== -1) openForms.splice(index, 1);
}
