import fc from 'fast-check';
import { covers, expect, operations, test } from '../../fixtures/index.js';
import { hostileRequest } from '../../src/arbitraries/hostile/hostile-request.js';

// What else holds for every answer is checked at each of them: a documented status, an error body, no leak.
test.describe('Hostile input', () => {
  for (const operation of operations) {
    test(
      `is answered by ${operation.method} ${operation.path}, and never with a server error`,
      covers('ERR-08'),
      async ({ attempts, bulk, forAll, requestFor, verify }) => {
        const { operationId, method, rateLimit, successStatuses } = operation;
        let valid = await requestFor(operationId);
        const control = await bulk.send(operation, valid);
        if (method === 'DELETE') valid = await requestFor(operationId);
        // What was there to delete is gone after a request that did it, so that the next one is drawn about another.
        const requests =
          method === 'DELETE'
            ? fc.constant(operation).chain((of) => hostileRequest(of, valid))
            : hostileRequest(operation, valid);
        const stillWorks = async (trail: readonly string[]) => {
          const exchange = await bulk.send(operation, valid);
          const after = { exchange, trail: [...trail, `then a valid request: ${exchange.line}`] };
          await verify('ERR-08', after, () => expect(exchange).toHaveStatus(...successStatuses), control);
        };
        await forAll(
          requests,
          async (hostile) => {
            const attempt = await attempts.send(operation, hostile, valid);
            if (attempt === undefined) return;
            await verify('ERR-08', attempt, () => expect(attempt).toBeAnsweredBelow(500), control);
            if (method === 'DELETE') {
              if (attempt.exchange.succeeded) valid = await requestFor(operationId);
              return;
            }
            await stillWorks(attempt.trail);
          },
          { exchangesEach: Math.max(2, 60 / rateLimit) },
        );
        if (method === 'DELETE') await stillWorks(['sent after hostile requests']);
      },
    );
  }
});
