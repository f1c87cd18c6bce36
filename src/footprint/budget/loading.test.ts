import { expect, test } from '#unit-test';
import { hasLoaded, loadingAddress, serveLoading, takeTurnToLoad } from './loading.js';
import { RemoteCalls } from './remote-budget.js';

test('a worker loads when another has loaded or is gone', async () => {
  await using server = await serveLoading(1);
  const begun: string[] = [];
  await takeTurnToLoad({ [loadingAddress]: server.address });
  const others = ['second', 'third'].map((name) => {
    const worker = new RemoteCalls(server.address, 'queue');
    return { worker, began: worker.call('begin').then(() => begun.push(name)) };
  });
  const [second, third] = others;
  expect(begun).toEqual([]);
  hasLoaded();
  await second?.began;
  expect(begun).toEqual(['second']);
  second?.worker.close();
  await third?.began;
  expect(begun).toEqual(['second', 'third']);
  third?.worker.close();
});

test('a worker without a run to wait for loads at once', async () => {
  await takeTurnToLoad({});
  const server = await serveLoading(1);
  const environment = { [loadingAddress]: server.address };
  await server[Symbol.asyncDispose]();
  await takeTurnToLoad(environment);
  hasLoaded();
});
