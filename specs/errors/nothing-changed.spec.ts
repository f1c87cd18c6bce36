import fc from 'fast-check';
import { covers, expect, operations, test } from '#fixtures';
import type { DescribedRequest } from '#src/data/hostile/request';
import { halfWrongBatch, halfWrongFields, withUnknownId, wrongRequest } from '#src/data/invalid/requests';
import { keepTheDataOf } from '#src/verdicts/oracles/lists/changes';

/** Seconds of the target's clock: a batch that was processed in spite of the error would show. */
const settling = 6;
/** Requests for one example: all data read before and after, and the request in between. */
const exchangesEach = 10;

const notSent =
  "not looked at: a request that could change other people's data, or that followed missing responses";

for (const operation of operations.filter(({ safe }) => !safe)) {
  const { operationId, method, path, parameters, resultsOperation } = operation;
  test(
    `A refused request changes nothing at ${method} ${path}`,
    covers('ERR-10'),
    async ({ attempts, batches, forAll, given, note, sample, verify }) => {
      const namesAnId = parameters.some((each) => each.in === 'path');
      const validRequest = async () => {
        if (operationId === 'updateProductStatus') {
          // A publication would continue by itself for a while; an active style changes immediately.
          const { style_key } = await given.activeProduct();
          return { body: { items: [{ style_key, status: 'inactive' }] } };
        }
        const request = await given.requestFor(operationId);
        if (operationId !== 'updateWebhook') return request;
        // Every field gets a different value, so that a change of any of them shows.
        const { url, events } = await given.newWebhook();
        const body = {
          url: `${url}changed`,
          events: events.slice(0, 1),
          description: 'changed',
          enabled: false,
        };
        return { ...request, body };
      };
      // Without any data of the merchant, the test would compare two empty readings.
      await given.webhook();
      let valid = await validRequest();
      const known = namesAnId ? await given.listedIds(operationId) : [];
      let before: Awaited<ReturnType<typeof given.state>> | undefined;
      let errors = 0;

      const isKept = async (wrong: DescribedRequest) => {
        before ??= await given.state();
        const attempt = await attempts.send(operation, wrong, valid);
        if (attempt === undefined) {
          note('ERR-10', notSent);
          return;
        }
        const { exchange, unanswered } = attempt;
        let isUsed = exchange.status < 400 || unanswered !== undefined;
        if (isUsed) {
          if (resultsOperation !== undefined && !wrong.request.outsideContract)
            await batches.submitted(exchange);
        } else {
          await given.wait(settling);
          const [earlier, after] = [before, await given.state()];
          errors += 1;
          const isUnchanged = expect(after).to(keepTheDataOf, earlier);
          isUsed = !(await verify('ERR-10', attempt, isUnchanged));
          before = after;
        }
        if (!isUsed) return;
        valid = await validRequest();
        before = undefined;
      };

      const halfWrong = resultsOperation === undefined ? halfWrongFields(valid) : halfWrongBatch(valid);
      if (halfWrong !== undefined) await isKept(sample(halfWrong));
      else if ('body' in valid) note('ERR-10', 'not looked at: a request that is valid in part');
      const ofUnknownId = withUnknownId(operation, valid, known);
      if (ofUnknownId !== undefined) await isKept(sample(ofUnknownId));
      // Drawn from the request that is valid at this point.
      const wrongRequests = fc.constant(operation).chain((of) => wrongRequest(of, valid, known));
      await forAll(wrongRequests, isKept, { exchangesEach });
      given.need(errors > 0, 'no wrong request was answered with an error');
    },
  );
}
