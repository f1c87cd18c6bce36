import {
  covers,
  exercises,
  expect,
  needsNothing,
  never,
  operations,
  shownBySuccessOf,
  test,
} from '#fixtures';
import { beAnswered, haveStatus } from '#src/verdicts/oracles/response';

// `api` and `attempts` check the shape, the media type and the headers of each response.
for (const operation of operations) {
  const isJson = operation.successStatuses.some(
    (status) => operation.mediaType(status) === 'application/json',
  );
  const details = exercises(
    isJson ? covers('ERR-09', 'SHP-10') : covers('SHP-10'),
    ...shownBySuccessOf(operation),
  );
  for (const isNew of needsNothing(operation) ? [false, true] : [false])
    test(
      `A well-formed request ${isNew ? 'of a new merchant ' : ''}succeeds at ${operation.method} ${operation.path}`,
      // Lists are then read while they may be empty: an empty list is a success.
      isNew ? never('grown', details) : details,
      async ({ api, attempts, given, verify }) => {
        const request = needsNothing(operation) ? {} : await given.triedRequestFor(operation.operationId);
        const first = await attempts.sendValid(operation, request);
        if (isJson) await verify('ERR-09', first, expect(first).to(beAnswered));
        given.need(
          first.unanswered === undefined,
          `each response of ${operation.path} was cut off in the middle`,
        );
        await verify('SHP-10', first, expect(first.exchange).to(haveStatus, ...operation.successStatuses));
        if (!operation.safe) return;
        const response = await api.send(operation, await given.requestFor(operation.operationId));
        await verify('SHP-10', response, expect(response).to(haveStatus, ...operation.successStatuses));
      },
    );
}
