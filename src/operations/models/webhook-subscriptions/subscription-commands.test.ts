import { expect, test } from '#unit-test';
import { type ExampleService, tryOut } from './example-service.js';

test('a right service passes, and is heard on both requirements', async () => {
  const services: ExampleService[] = [];
  for (let seed = 1; seed <= 5; seed += 1)
    expect(await tryOut((service) => services.push(service), { seed, numRuns: 200 })).toBeUndefined();
  const heard = new Set(services.flatMap(({ verified }) => [...verified.keys()]));
  expect([...heard].sort()).toEqual(['WHK-02', 'WHK-05']);
});

test('a service that gives the events in another order is right', async () => {
  const reversing = (service: ExampleService) => {
    const shown = service.shown.bind(service);
    service.shown = (id) =>
      shown(id).map(({ fields }) => ({
        id,
        fields: { ...fields, events: [fields.events].flat().reverse() },
      }));
  };
  expect(await tryOut(reversing, { seed: 1, numRuns: 200 })).toBeUndefined();
});

test('a failure shows what was written, and can be repeated', async () => {
  const forgetful = (service: ExampleService) => Object.assign(service, { write: () => {} });
  const found = await tryOut(forgetful, { seed: 1, numRuns: 300 });
  if (found === undefined) throw new Error('The spoilt service was not caught.');
  expect(found.commands[0]).toBe('create {url "https://a.example/\\u002c"; events "order.created"}');
  expect(found.commands[1]).toMatch(/^update subscription 1 with \{/);
  const { seed, path, replayPath } = found;
  const again = await tryOut(forgetful, { seed, path, replayPath, numRuns: 1 });
  expect(again?.commands).toEqual(found.commands);
});
