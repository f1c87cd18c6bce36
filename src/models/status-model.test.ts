import { exampleExchange } from '#testing/example-exchange';
import { exampleReferenceData } from '#testing/example-reference-data';
import { expect, test } from '#testing/unit-test';
import { sampleOne } from '../data/draw.js';
import { productItem } from '../data/valid/product-item.js';
import type { EntryOf } from '../operations/prerequisites/responses.js';
import { Falsified } from '../verdicts/finding.js';
import type { FollowedBatch } from '../verdicts/oracles/batches/followed-batch.js';
import { agreeWithTheModel } from '../verdicts/oracles/violation.js';
import { ModelDriver } from './model-driver.js';
import { OwnStyles } from './own-styles.js';
import { passTime, setStatus } from './status-commands.js';
import { StatusModel } from './status-model.js';

type Status = EntryOf<'listProducts', 'status'>['status'];
type Play = (model: StatusModel, driver: ModelDriver) => Promise<void>;

const set =
  (status: string): Play =>
  (...both) =>
    setStatus([{ style: 1, status }]).run(...both);
const poll: Play = (...both) => passTime(0).run(...both);

/** The statuses that each reading shows, the commands before each reading but the first, and the transitions. */
const plays: readonly (readonly [
  shown: readonly Status[],
  commands: readonly Play[],
  moved: readonly string[],
])[] = [
  [
    ['draft', 'pending_approval', 'pending_active', 'active', 'inactive', 'inactive', 'active'],
    [set('published'), poll, poll, set('inactive'), poll, set('published')],
    [
      'draft to pending_approval by updateProductStatus, legal',
      'pending_approval to pending_active by time, legal',
      'pending_active to active by time, legal',
      'active to inactive by updateProductStatus, legal',
      'inactive to active by updateProductStatus, legal',
    ],
  ],
  // It was pending approval in between, which nobody read.
  [['draft', 'active'], [set('published')], []],
  [['draft', 'active'], [poll], ['draft to active by time']],
  [['draft', 'inactive'], [set('inactive')], ['draft to inactive by updateProductStatus']],
  [['draft', 'draft', 'inactive'], [poll, set('archived')], ['draft to inactive by updateProductStatus']],
];

for (const [shown, commands, expected] of plays)
  test(`products that show ${shown.join(', ')} are seen to move: ${expected.join('; ') || 'not in one step'}`, async () => {
    const { model, driver, moved } = playing(shown);
    const played = (async () => {
      for (const play of [poll, ...commands]) await play(model, driver);
    })();
    if (expected.some((each) => !each.endsWith(', legal'))) await expect(played).rejects.toThrow(Falsified);
    else await played;
    expect(moved).toEqual(expected);
  });

/** A style with one product, whose updates succeed if they name a known status. */
function playing(shown: readonly Status[]) {
  const item = sampleOne(productItem(exampleReferenceData, 'ct-'), 1);
  const moved: string[] = [];
  const left = [...shown];
  let status: Status = 'draft';
  const last = exampleExchange({ operationId: 'listProducts' });
  const styles = new OwnStyles({
    list: async (query) => {
      if (query.status !== 'active') status = left.shift() ?? status;
      const isListed = query.status !== 'active' || status === 'active';
      return { entries: isListed ? [{ ...item, status }] : [], last };
    },
    items: [[item]],
    isHeld: true,
  });
  const write = exampleExchange({ operationId: 'updateProductStatus' });
  const driver = new ModelDriver({
    submitEach: async (_, [items = []]) => {
      const success = !JSON.stringify(items).includes('archived');
      const batch = {
        batchRequestId: 'b',
        items: items.map((requestItem) => ({ requestItem, success, errors: [] })),
      } as unknown as FollowedBatch;
      return [{ write, batch, exchange: write, trail: [] }];
    },
    verify: async (_id, _witness, statement) => agreeWithTheModel(statement) === undefined,
    isConfirmed: () => true,
    moved: ({ from, to, by, legal }) => moved.push(`${from} to ${to} by ${by}${legal ? ', legal' : ''}`),
  });
  const options = {
    deadline: 3,
    provocations: { rejectedImageUrl: 'r', problemImageUrl: 'p' },
    unknownKey: 'none',
    version: () => item,
    wait: async () => {},
  };
  return { model: new StatusModel(styles, options), driver, moved };
}
