import { covers, expect, operations, test } from '#fixtures';
import { isJsonObject } from '#src/contract/documents/document';
import type { DescribedRequest } from '#src/data/hostile/request';
import { unknownId, unknownZero } from '#src/data/valid/identifiers';
import { type UnknownKey, unknownField, unknownParameter } from '#src/data/valid/parameters';
import { beAccepted } from '#src/verdicts/oracles/batches/batch';
import { showTheSameAs } from '#src/verdicts/oracles/lists/changes';
import { beAnErrorWith, haveStatus } from '#src/verdicts/oracles/response';

for (const operation of operations) {
  const { operationId, method, path, rateLimit } = operation;
  const [parameter] = operation.parameters.filter((each) => each.in === 'path');
  if (parameter === undefined) continue;
  test(
    `An id that does not exist is not found by ${method} ${path}`,
    covers('ERR-04'),
    async ({ bulk, forAll, given, note, verify }) => {
      const request = await given.requestFor(operationId);
      const listed = await given.listedIds(operationId);
      const found = await bulk.send(operation, request);
      const asked = (id: unknown) => bulk.send(operation, { ...request, path: { [parameter.name]: id } });

      const zero = unknownZero(listed);
      if (zero !== undefined) {
        const unknown = await asked(zero);
        // The description does not show whether 0 is an unknown id or an invalid one.
        await verify('ERR-04', unknown, expect(unknown).to(beAnErrorWith, 400, 404), found);
      } else note('ERR-04', 'not looked at: the id 0, because not all listed ids are positive numbers');
      await forAll(
        unknownId(listed),
        async (id) => {
          const unknown = await asked(id);
          await verify('ERR-04', unknown, expect(unknown).to(beAnErrorWith, 404), found);
        },
        { exchangesEach: Math.ceil(400 / rateLimit) },
      );
    },
  );
}

for (const operation of operations.filter(({ safe }) => safe)) {
  test(
    `An unknown query parameter is ignored by ${operation.method} ${operation.path}`,
    covers('ERR-14'),
    async ({ bulk, forAll, given, note, verify }) => {
      const request: AnyRequest = await given.requestFor(operation.operationId);
      const sendWithout = () => bulk.send(operation, request);
      await forAll(
        unknownParameter,
        async (parameter) => {
          const sendWith = () => bulk.send(operation, inTheQuery(parameter)(request));
          const without = await sendWithout();
          const response = await sendWith();
          await verify('ERR-14', response, expect(response).to(haveStatus, without.status), without);
          if (await given.areComparable(without, response, sendWithout, sendWith))
            await verify('ERR-14', response, expect(response).to(showTheSameAs, without), without);
          else note('ERR-14', 'not looked at: the body of a response, because others changed its data');
        },
        { exchangesEach: Math.max(20, 400 / operation.rateLimit) },
      );
    },
  );
}

for (const operation of operations.filter(({ safe }) => !safe)) {
  const { operationId, method, path, tag, resultsOperation } = operation;
  test(
    `An unknown parameter or field is ignored by ${method} ${path}`,
    covers('ERR-14'),
    async ({ batches, bulk, given, merchant, sample, verify }) => {
      const key = sample(unknownField);
      const ways = [inTheQuery(sample(unknownParameter)), inTheBody(key), inEachItem(key)];
      const first = await given.requestFor(operationId);
      // No product can be deleted: where others use the merchant too, the same one is upserted each time. It has
      // another quantity each time, because equal batches may be one batch (gap G-21).
      const isSame = merchant.shared && operationId === 'upsertProducts';
      const product = (quantity: number) => inEachItem({ name: 'quantity', value: quantity })(first);
      const without = await bulk.send(operation, (isSame && product(0)) || first);
      // Items of configured orders are too few for a request of each way.
      const sent = tag === 'orders' && !given.canMakeOrders ? [inAll(ways)] : ways;
      for (const [index, added] of sent.entries()) {
        const another = isSame ? product(index + 1) : await given.requestFor(operationId);
        const request = another && added(another);
        if (request === undefined) continue;
        const response = await bulk.send(operation, request);
        await verify('ERR-14', response, expect(response).to(haveStatus, without.status), without);
        if (resultsOperation === undefined) continue;
        const submission = await batches.submitted(response);
        await verify('ERR-14', submission, expect(submission).to(beAccepted), without);
      }
    },
  );
}

type AnyRequest = DescribedRequest['request'];

/** Adds a key to a request; returns undefined if the request has no place for it. */
type Added = (request: AnyRequest) => AnyRequest | undefined;

function inTheQuery({ name, value }: UnknownKey) {
  return (request: AnyRequest) => ({ ...request, query: { ...request.query, [name]: value } });
}

function inTheBody({ name, value }: UnknownKey): Added {
  return (request) =>
    isJsonObject(request.body) ? { ...request, body: { ...request.body, [name]: value } } : undefined;
}

function inAll(ways: readonly Added[]): Added {
  return (request) => ways.reduce<AnyRequest | undefined>((each, added) => each && added(each), request);
}

function inEachItem({ name, value }: UnknownKey): Added {
  return ({ body, ...request }) => {
    if (!isJsonObject(body) || !Array.isArray(body.items)) return undefined;
    const items = body.items.map((item: object) => ({ ...item, [name]: value }));
    return { ...request, body: { ...body, items } };
  };
}
