import type { Answer } from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import { changeBody } from '../answer-changes.js';
import { type Fault, liesIn, type Plant, type Workings } from '../fault.js';

/** So many secrets are remembered. */
const MOST_SECRETS = 5_000;

/** Plants that answers are changed by those who know the secrets of all subscriptions. */
function knowingSecrets(
  change: (answer: Answer, secretOf: (id: unknown) => string | undefined) => Answer,
): Plant {
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
  ...liesIn(['listWebhooks', 'getWebhook', 'updateWebhook'], {
    'WHK-05 tells-secret-again': [
      'It tells the secret of a subscription whenever it is read.',
      knowingSecrets((answer, secretOf) => {
        const telling = (body: unknown) =>
          isObject(body) ? { ...body, client_secret: secretOf(body.id) } : body;
        return {
          ...answer,
          body: Array.isArray(answer.body) ? answer.body.map(telling) : telling(answer.body),
        };
      }),
    ],
    'WHK-05 tells-secret-of-disabled-subscriptions': [
      'It tells the secret of a subscription that is disabled.',
      'disabled subscriptions',
      knowingSecrets((answer, secretOf) => {
        const telling = (body: unknown) =>
          isObject(body) && body.enabled === false ? { ...body, client_secret: secretOf(body.id) } : body;
        return {
          ...answer,
          body: Array.isArray(answer.body) ? answer.body.map(telling) : telling(answer.body),
        };
      }),
    ],
  }),
  ...liesIn(['getWebhook', 'updateWebhook'], {
    'WHK-05 tells-secret-in-a-header': [
      'It tells the secret of a subscription in a header of the answer that reads it.',
      knowingSecrets((answer, secretOf) => {
        const secret = isObject(answer.body) ? secretOf(answer.body.id) : undefined;
        return secret === undefined ? answer : { ...answer, headers: { 'x-client-secret': secret } };
      }),
    ],
  }),
  ...liesIn(['createWebhook'], {
    'WHK-05 tells-no-secret': [
      'It creates a subscription without ever telling its secret.',
      changeBody((body) => {
        if (!isObject(body)) return body;
        const { client_secret: _, ...subscription } = body;
        return subscription;
      }),
    ],
  }),
];
