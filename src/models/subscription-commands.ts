import fc from 'fast-check';
import { command, commandList } from './model-driver.js';
import type {
  NewSubscription,
  SubscriptionChange,
  SubscriptionDriver,
  SubscriptionModel,
  SubscriptionResponse,
} from './subscriptions.js';

type Command = fc.AsyncCommand<SubscriptionModel, SubscriptionDriver>;

/** A command that notes its response before what it states about it, beginning with the status. */
function noted(
  inWords: string,
  run: (
    model: SubscriptionModel,
    target: SubscriptionDriver,
    note: (response: SubscriptionResponse, status?: 'success' | '404') => Promise<void>,
  ) => Promise<void>,
  isPossible?: (model: SubscriptionModel) => boolean,
): Command {
  return command(
    inWords,
    (model, target) =>
      run(model, target, async (response, status = 'success') => {
        target.note({ did: `${inWords}: ${model.responseInWords(response)}`, model: `${model}` });
        await target.judgeStatus(inWords, response, status);
      }),
    isPossible,
  );
}

/**
 * Creates a subscription, which gets a new id and a secret (clause 4.6, gap G-13). The description doesn't say whether
 * a URL may have a second one.
 */
function create(written: NewSubscription): Command {
  const did = `create ${inWords(written)}`;
  return noted(did, async (model, target, note) => {
    const isTaken = model.hasUrl(written.url);
    const response = await target.create(written);
    if (isTaken && response.status === 400)
      return target.note({ did: `${did}: refused, as its URL has one`, model: `${model}` });
    const [shown] = response.subscriptions;
    const created = shown !== undefined && model.isNew(shown) ? model.add(shown.id, written) : undefined;
    await note(response);
    await model.compareCreated(target, did, response, created);
    await target.judgeSecret(did, response, 'a secret');
  });
}

/** Lists the subscriptions: those that are not deleted, each once, as they were last written (clause 4.6). */
export const listAll = noted('list', async (model, target, note) => {
  const response = await target.list();
  await note(response);
  await model.compareList(target, response);
  if (model.subscriptions.length > 0) await target.judgeSecret('list', response, 'no secret');
});

/**
 * Reads, updates or deletes one subscription, or finds it deleted (clauses 4.6, 7; gap G-13). An update changes the
 * given fields and leaves the others.
 */
function use(number: number, how: 'get' | 'delete' | SubscriptionChange): Command {
  const name = `subscription ${number}`;
  const did = typeof how === 'string' ? `${how} ${name}` : `update ${name} with ${inWords(how)}`;
  return noted(
    did,
    async (model, target, note) => {
      const subscription = model.subscription(number);
      if (subscription === undefined) return;
      const { id, isDeleted } = subscription;
      const response = await (typeof how === 'string' ? target[how](id) : target.update(id, how));
      if (how === 'delete') subscription.isDeleted = true;
      else if (how !== 'get' && !isDeleted) model.write(subscription, how);
      await note(response, isDeleted ? '404' : 'success');
      if (how !== 'delete' && !isDeleted) await model.compareOne(target, subscription, response);
      await target.judgeSecret(did, response, 'no secret');
    },
    (model) => model.subscription(number) !== undefined,
  );
}

/**
 * Each command, so that none depends on what is drawn: another subscription with the same URL is created, changed and
 * deleted; then the fields of the first one change one by one, away from their first values and back and away again, and
 * it is deleted; and both are created again, and one of them once more.
 * @param first all the fields of the first one
 * @param last the values to which its fields change
 */
export function everyCommand(
  first: Required<NewSubscription>,
  last: Required<NewSubscription>,
): readonly Command[] {
  const changes = [
    { enabled: false },
    { url: last.url },
    { events: last.events },
    { description: last.description },
    { url: `${last.url}-moved-again`, description: first.description },
    { enabled: true },
    { events: first.events },
    { events: last.events },
    { enabled: false },
    { description: last.description },
    { ...last, enabled: true },
  ];
  const readAll = [use(1, 'get'), listAll];
  return [
    listAll,
    create(first),
    create({ url: first.url, events: last.events }),
    ...readAll,
    use(2, { enabled: false }),
    ...readAll,
    use(2, 'delete'),
    ...readAll,
    ...changes.flatMap((change) => [use(1, change), ...readAll]),
    use(1, 'delete'),
    listAll,
    ...(['get', { enabled: true }, 'delete'] as const).map((how) => use(1, how)),
    create(first),
    create({ url: first.url, events: last.events }),
    listAll,
    use(3, 'delete'),
    create(first),
    use(4, 'get'),
    listAll,
  ];
}

/** The written fields, as a command shows them: `{url "https://a.example"; enabled true}`. */
function inWords(change: SubscriptionChange): string {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined);
  const shown = fields.map(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return `${name} ${values.map((each) => JSON.stringify(each)).join(' ')}`;
  });
  // A bare comma separates commands.
  return `{${shown.join('; ').replaceAll(',', '\\u002c')}}`;
}

/** Commands name the first few subscriptions; the others are only listed. */
const mostNamed = 3;

interface SubscriptionCommandOptions {
  readonly maxCommands: number;
  /** Values that the target accepts: known events, and URLs that it allows. */
  readonly url: fc.Arbitrary<string>;
  readonly events: fc.Arbitrary<readonly string[]>;
  readonly description: fc.Arbitrary<string>;
}

/** Lists of commands for the model of webhook subscriptions (clauses 4.6, 6). */
export function subscriptionCommands(given: SubscriptionCommandOptions) {
  const { url, events, description, maxCommands } = given;
  const number = fc.integer({ min: 1, max: mostNamed });
  const creation = fc.record({ url, events, description }, { requiredKeys: ['url', 'events'] });
  const change = fc
    .record({ url, events, description, enabled: fc.boolean() }, { requiredKeys: [] })
    .filter((fields) => Object.keys(fields).length > 0);
  return commandList<SubscriptionModel, SubscriptionDriver>(
    [
      [4, creation.map(create)],
      [4, fc.tuple(number, change).map((drawn) => use(...drawn))],
      [3, number.map((of) => use(of, 'get'))],
      [2, fc.constant(listAll)],
      [2, number.map((of) => use(of, 'delete'))],
    ],
    maxCommands,
  );
}
