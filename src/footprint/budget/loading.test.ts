import { expect, test } from '#testing/unit-test';
import { hasLoaded, serveLoading, takeTurnToLoad } from './loading.js';
import { RemoteCalls } from './remote-budget.js';

test('a worker loads when another has loaded or is gone', async () => {
  await using server = await serveLoading(1);
  const begun: string[] = [];
  await takeTurnToLoad(runWith(server.address));
  const others = ['second', 'gone', 'third'].map((name) => {
    const worker = new RemoteCalls(server.address, 'queue');
    return { worker, began: worker.call('begin').then(() => begun.push(name)) };
  });
  const [second, gone, third] = others;
  expect(begun).toEqual([]);
  hasLoaded();
  await second?.began;
  expect(begun).toEqual(['second']);
  // A worker that is gone before its turn keeps no other from loading.
  gone?.worker.close();
  await expect(gone?.began).rejects.toThrow();
  // After a round trip, the server knows that it is gone.
  await second?.worker.call('hasOwnProperty', 'begin');
  second?.worker.close();
  await third?.began;
  expect(begun).toEqual(['second', 'third']);
  third?.worker.close();
});

test('a worker without a run to wait for loads at once', async () => {
  await takeTurnToLoad(runWith());
  const server = await serveLoading(1);
  const run = runWith(server.address);
  await server[Symbol.asyncDispose]();
  await takeTurnToLoad(run);
  hasLoaded();
});

function runWith(loading?: string) {
  return { prepared: { addresses: loading === undefined ? {} : { loading } } };
}
