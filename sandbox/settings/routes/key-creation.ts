import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type KeyProblem, type KeyRequest, wishOf } from '../../domain/keys/key-request.js';
import { type KeyRing, MOST_KEYS } from '../../domain/keys/key-ring.js';
import { fieldOf, requireForm } from '../forms/sent-form.js';
import { isSentOnce } from '../forms/sent-once.js';
import { PageError } from '../page-error.js';
import { type Visitor, visitorOf } from '../sessions/visitor.js';
import { showPage } from '../show-page.js';

const EMPTY: KeyRequest = { label: '', expirationDate: '' };

/** Making a key (clause 5.3), whose value is on the page that answers the form and on no other (clause 5.4). */
export function serveKeyCreation(section: FastifyInstance, keys: KeyRing): void {
  section.get('/new', async (request, reply) => {
    const formId = randomUUID();
    return showPage(request, reply, 200, ({ newKeyPage }, frame) =>
      newKeyPage(frame, { formId, entered: EMPTY, problems: [] }),
    );
  });

  section.post(
    '',
    { config: { keyAction: 'create' }, preHandler: [requireForm, section.csrfProtection] },
    async (request, reply) => {
      const visitor = visitorOf(request);
      const formId = fieldOf(request, 'form');
      const entered = enteredIn(request);
      const problems = problemsOf(entered, visitor, keys);
      if (problems.length > 0)
        return showPage(request, reply, 400, ({ newKeyPage }, frame) =>
          newKeyPage(frame, { formId, entered, problems }),
        );
      if (!isSentOnce(request.session, formId)) throw alreadyCreated();
      const { value, key } = issue(entered, visitor, keys);
      return showPage(request, reply, 201, ({ createdKeyPage }, frame) =>
        createdKeyPage(frame, { value, label: key.label, expiresAt: key.expiresAt }),
      );
    },
  );
}

function enteredIn(request: FastifyRequest): KeyRequest {
  return { label: fieldOf(request, 'label'), expirationDate: fieldOf(request, 'expirationDate') };
}

function problemsOf(
  entered: KeyRequest,
  { merchant, rules }: Visitor,
  keys: KeyRing,
): readonly (Pick<KeyProblem, 'message'> & Partial<KeyProblem>)[] {
  const problems = rules.keyRequestProblems(entered, merchant.timeline.now());
  const isFull = keys.keysOf(merchant.id).length >= MOST_KEYS;
  return isFull ? [...problems, { message: `There are ${MOST_KEYS} keys: no more can be added` }] : problems;
}

function issue(entered: KeyRequest, { merchant, user, rules }: Visitor, keys: KeyRing) {
  const createdAt = merchant.timeline.now();
  const wish = rules.newKey(wishOf(entered));
  return keys.issue({ ...wish, merchantId: merchant.id, createdBy: user.role, createdAt });
}

function alreadyCreated(): PageError {
  return new PageError(
    409,
    'Already created',
    'This form was sent before: no further key was made. The value of a key is shown only once.',
  );
}
