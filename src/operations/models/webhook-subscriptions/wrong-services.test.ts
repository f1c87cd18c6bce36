import { expect, test } from '#unit-test';
import { type ExampleService, type Operation, tryOut } from './example-service.js';
import type { ShownSubscription, SubscriptionRequirement } from './subscription-model.js';

/** A service that is wrong in one way, what it must be caught for, and how many commands are enough to show it. */
type WrongService = readonly [
  does: string,
  spoil: (service: ExampleService) => void,
  caughtFor: SubscriptionRequirement,
  commands: number,
];

const wrongServices: readonly WrongService[] = [
  ['forgets what it created', forgettingAtOnce, 'WHK-02', 2],
  ['has no ids of its own for two subscriptions', givingOneId, 'WHK-02', 2],
  ['replaces instead of changing', replacing, 'WHK-02', 2],
  ['acknowledges a change and forgets it', forgettingChanges, 'WHK-02', 3],
  ['changes all subscriptions at once', changingAll, 'WHK-02', 4],
  ['enables whatever is changed', enabling, 'WHK-02', 3],
  ['makes what is deleted anew by a change', reviving, 'WHK-02', 3],
  ['lists what is deleted', listingDeleted, 'WHK-02', 3],
  ['lists one subscription at most', listing((all) => all.slice(0, 1)), 'WHK-02', 3],
  ['lists a subscription twice', listing((all) => [...all, ...all.slice(0, 1)]), 'WHK-02', 2],
  ['deletes nothing', (service) => Object.assign(service, { remove: () => true }), 'WHK-02', 3],
  ['deletes all', deletingAll, 'WHK-02', 4],
  ['gives no secret', secret('create', false), 'WHK-05', 1],
  ['repeats the secret when read', secret('get', true), 'WHK-05', 2],
  ['repeats the secret in the list', secret('list', true), 'WHK-05', 2],
  ['repeats the secret after a change', secret('update', true), 'WHK-05', 2],
];

for (const [does, spoil, caughtFor, commands] of wrongServices) {
  test(`a service that ${does} is caught for ${caughtFor}`, async () => {
    const found = await tryOut(spoil, { seed: 1, numRuns: 300 });
    expect(found?.mismatch.requirement, found?.mismatch.message).toBe(caughtFor);
    expect(found?.commands.length, found?.commands.join()).toBeLessThanOrEqual(commands);
  });
}

function forgettingAtOnce(service: ExampleService): void {
  const create = service.create.bind(service);
  service.create = async (written) => {
    const answer = await create(written);
    service.stored.delete(service.created);
    return answer;
  };
}

function givingOneId(service: ExampleService): void {
  service.nextId = () => 1;
}

function replacing(service: ExampleService): void {
  const none = { url: undefined, events: undefined, description: undefined, enabled: undefined };
  service.write = (id, _stored, change) => void service.stored.set(id, { ...none, ...change });
}

function forgettingChanges(service: ExampleService): void {
  const update = service.update.bind(service);
  service.update = async (id, change) => {
    const before = service.stored.get(id);
    const answer = await update(id, change);
    if (before !== undefined) service.stored.set(id, before);
    return answer;
  };
}

function changingAll(service: ExampleService): void {
  service.write = (_id, _stored, change) => {
    for (const [id, stored] of service.stored) service.stored.set(id, { ...stored, ...change });
  };
}

function enabling(service: ExampleService): void {
  service.write = (id, stored, change) =>
    void service.stored.set(id, { ...stored, ...change, enabled: true });
}

function reviving(service: ExampleService): void {
  const update = service.update.bind(service);
  service.update = async (id, change) => {
    const none = { url: '', events: [], description: null, enabled: true };
    if (!service.stored.has(id)) service.stored.set(id, { ...none, ...change });
    return update(id, change);
  };
}

function listingDeleted(service: ExampleService): void {
  const gone: ShownSubscription[] = [];
  const remove = service.remove.bind(service);
  service.remove = (id) => {
    gone.push(...service.shown(id));
    return remove(id);
  };
  listing((all) => [...all, ...gone])(service);
}

function listing(list: (all: readonly ShownSubscription[]) => ShownSubscription[]) {
  return (service: ExampleService) => {
    service.sent = (operation, answer) =>
      operation === 'list' ? { ...answer, subscriptions: list(answer.subscriptions) } : answer;
  };
}

function deletingAll(service: ExampleService): void {
  const remove = service.remove.bind(service);
  service.remove = (id) => {
    const isThere = remove(id);
    if (isThere) service.stored.clear();
    return isThere;
  };
}

function secret(of: Operation, holdsSecret: boolean) {
  return (service: ExampleService) => {
    service.sent = (operation, answer) => (operation === of ? { ...answer, holdsSecret } : answer);
  };
}
