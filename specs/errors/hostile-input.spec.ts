import fc from 'fast-check';
import { covers, expect, operations, test, withLongBatch } from '#fixtures';
import { hostileRequest, knownHostility } from '#src/data/hostile/hostile-request';
import type { DescribedRequest } from '#src/data/hostile/request';
import { beAnswered, succeed } from '#src/verdicts/oracles/response';

/** The maximum number of hostile requests before a valid one, which must succeed: shrinking finds the one that matters. */
const mostInARow = 4;

const notSent =
  "not looked at: a request that could change other people's data, or that followed missing responses";

// Each response is also checked for a documented status, an error body, and leaks.
for (const operation of operations) {
  test(
    `Hostile input never causes a server error at ${operation.method} ${operation.path}`,
    covers('ERR-08'),
    async ({ attempts, bulk, forAll, given, merchant, note, sample, verify }) => {
      const { operationId, method, rateLimit } = operation;
      let valid = await given.triedRequestFor(operationId);
      const control = await bulk.send(operation, valid);
      if (method === 'DELETE') valid = await given.triedRequestFor(operationId);
      // A request may have deleted its object, so the next one needs a new object.
      const requests =
        method === 'DELETE'
          ? fc.tuple(fc.constant(operation).chain((of) => hostileRequest(of, valid)))
          : fc.array(hostileRequest(operation, valid), { minLength: 1, maxLength: mostInARow });
      const stillWorks = async (trail: readonly string[]) => {
        const exchange = await bulk.send(operation, valid);
        const after = { exchange, trail: [...trail, `then a valid request: ${exchange.line}`] };
        await verify('ERR-08', after, expect(exchange).to(succeed), control);
      };
      /** @param before the steps since the last valid request */
      const isAnswered = async (hostile: DescribedRequest, before: readonly string[] = []) => {
        const sent = await attempts.send(operation, hostile, valid);
        if (sent === undefined) {
          note('ERR-08', notSent);
          return undefined;
        }
        const attempt = { ...sent, trail: [...before, ...sent.trail] };
        await verify('ERR-08', attempt, expect(attempt).to(beAnswered, 500), control);
        // A hostile request that got no response may have deleted the object, too.
        if (method === 'DELETE' && (attempt.exchange.succeeded || sent.trail.length > 1))
          valid = await given.triedRequestFor(operationId);
        return attempt;
      };
      // As part of a batch that is longer than a page and names its things more than once.
      const long = withLongBatch(operationId, valid, merchant.shared);
      for (const hostile of sample(knownHostility(operation, long))) await isAnswered(hostile);
      await forAll(
        requests,
        async (inARow) => {
          let trail: readonly string[] = [];
          for (const hostile of inARow) trail = (await isAnswered(hostile, trail))?.trail ?? trail;
          if (trail.length > 0 && method !== 'DELETE') await stillWorks(trail);
        },
        // Where few requests are allowed in a minute, few are sent.
        { exchangesEach: method === 'DELETE' ? 2 : Math.max(mostInARow + 1, 150 / rateLimit) },
      );
      if (method === 'DELETE') await stillWorks(['sent after hostile requests']);
    },
  );
}
