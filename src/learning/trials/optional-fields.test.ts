import { exampleClient, Refusal } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { bodySteps } from '../propose/proposal.js';
import { Survey } from '../survey/survey.js';
import { discoverFields } from './optional-fields.js';

const item = { sku: 'ct-learn-nothing', quantity: 1 };

/** Looks for the name of `valid_at` in a target. @param refusal its message about a field of an item, if it has one */
async function found(refusal: (name: string, value: unknown) => string | undefined) {
  const survey = new Survey(
    exampleClient(({ body }) => {
      const [sent] = Object(body).items;
      const messages = Object.entries<unknown>(sent).flatMap(([name, value]) => refusal(name, value) ?? []);
      return messages[0] === undefined ? { batchRequestId: 'b-1' } : new Refusal(messages[0]);
    }),
    undefined,
  );
  survey.learn();
  // Something has a different name, so that missing names are worth a question.
  survey.suppose('listOrders', {
    part: 'query',
    step: { kind: 'rename', at: 'order_number', to: 'number' },
    evidence: '',
  });
  survey.learn();
  const request = { body: { items: [item] } };
  await survey.ask('updateProductStock', request);
  const understood = await discoverFields(survey, 'updateProductStock', request, ['items[].valid_at']);
  const { alignments, questions } = survey.learnedOf('updateProductStock');
  return {
    understood,
    steps: bodySteps(alignments.request.steps.map(({ step }) => step)),
    questions: questions.map(({ at }) => at),
  };
}

test('a field has the name under which a value of the wrong type is refused', async () => {
  const takesText = (field: string) => (name: string, value: unknown) =>
    name === field && typeof value !== 'string' ? `${name} must be a string` : undefined;
  expect(await found(takesText('effective_at'))).toEqual({
    understood: ['items[].valid_at'],
    steps: { rename: { 'items[].valid_at': 'effective_at' } },
    questions: [],
  });
  expect(await found(takesText('valid_at'))).toMatchObject({ steps: {}, questions: [] });
});

for (const [title, refusal] of [
  ['checks no types', () => undefined],
  ['refuses every unknown name', (name: string) => (name in item ? undefined : `${name} is unknown`)],
  ['has an unusual name for it', (name: string) => (name === 'wibble' ? 'wrong' : undefined)],
] as const)
  test(`the name of a field is a question if the target ${title}`, async () => {
    expect(await found(refusal)).toEqual({
      understood: [],
      steps: {},
      questions: ['request items[].valid_at'],
    });
  });
