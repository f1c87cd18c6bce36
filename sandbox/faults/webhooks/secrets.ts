import type { Answer } from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import { changeBody } from '../answer-changes.js';
import type { Fault, Workings } from '../fault.js';

/** So many secrets are remembered. */
const MOST_SECRETS = 5_000;

/** Plants that answers are changed by those who know the secrets of all subscriptions. */
function knowingSecrets(
  change: (answer: Answer, secretOf: (id: unknown) => string | undefined) => Answer,
): Fault['plant'] {
  return (clean, plantedIn): Pick<Workings, 'handle'> => {
    const secrets = new Map<unknown, string>();
    return {
      async handle(operation, request) {
        const answer = await clean.handle(operation, request);
        const { body } = answer;
        if (operation.id === 'createWebhook' && isObject(body) && typeof body.client_secret === 'string') {
          if (secrets.size >= MOST_SECRETS) secrets.clear();
          secrets.set(body.id, body.client_secret);
        }
        return plantedIn(operation.id) ? change(answer, (id) => secrets.get(id)) : answer;
      },
    };
  };
}

/** Faults of the secrets of subscriptions. */
export const secretFaults: readonly Fault[] = [
  {
    id: 'tells-secret-again',
    violates: 'WHK-05',
    does: 'It tells the secret of a subscription whenever it is read.',
    operations: ['listWebhooks', 'getWebhook', 'updateWebhook'],
    plant: knowingSecrets((answer, secretOf) => {
      const telling = (body: unknown) =>
        isObject(body) ? { ...body, client_secret: secretOf(body.id) } : body;
      return {
        ...answer,
        body: Array.isArray(answer.body) ? answer.body.map(telling) : telling(answer.body),
      };
    }),
  },
  {
    id: 'tells-secret-in-a-header',
    violates: 'WHK-05',
    does: 'It tells the secret of a subscription in a header of the answer that reads it.',
    operations: ['getWebhook', 'updateWebhook'],
    plant: knowingSecrets((answer, secretOf) => {
      const secret = isObject(answer.body) ? secretOf(answer.body.id) : undefined;
      return secret === undefined ? answer : { ...answer, headers: { 'x-client-secret': secret } };
    }),
  },
  {
    id: 'tells-secret-of-disabled-subscriptions',
    violates: 'WHK-05',
    does: 'It tells the secret of a subscription that is disabled.',
    showsFor: 'disabled subscriptions',
    operations: ['listWebhooks', 'getWebhook', 'updateWebhook'],
    plant: knowingSecrets((answer, secretOf) => {
      const telling = (body: unknown) =>
        isObject(body) && body.enabled === false ? { ...body, client_secret: secretOf(body.id) } : body;
      return {
        ...answer,
        body: Array.isArray(answer.body) ? answer.body.map(telling) : telling(answer.body),
      };
    }),
  },
  {
    id: 'tells-no-secret',
    violates: 'WHK-05',
    does: 'It creates a subscription without ever telling its secret.',
    operations: ['createWebhook'],
    plant: changeBody((body) => {
      if (!isObject(body)) return body;
      const { client_secret: _, ...subscription } = body;
      return subscription;
    }),
  },
];
