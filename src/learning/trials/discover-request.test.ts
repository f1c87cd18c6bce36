import { type ExampleRequest, exampleClient, Refusal } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { bodySteps } from '../propose/proposal.js';
import { Survey } from '../survey/survey.js';
import { askUntilUnderstood } from './discover-request.js';

function surveyOf(response: (request: ExampleRequest) => unknown): Survey {
  const survey = new Survey(exampleClient(response), undefined);
  survey.learn();
  return survey;
}

/** Refuses the first of the required places that a body lacks, as `in.url is missing`. */
function missing(body: unknown, ...required: readonly string[]): Refusal | undefined {
  const lacks = required.find(
    (place) =>
      place
        .split('.')
        .reduce<unknown>((value, name) => Object(Array.isArray(value) ? value[0] : value)[name], body) ===
      undefined,
  );
  return lacks === undefined ? undefined : new Refusal(`${lacks} is missing`);
}

test('refusals show the object around a body and the names in it, whatever they are', async () => {
  const survey = surveyOf(
    ({ body }) => missing(body, 'wrapper', 'wrapper.callback_url', 'wrapper.happenings') ?? { id: 'w-1' },
  );
  const body = { url: 'https://shop.example', events: ['order.created'], description: 'ours' };
  const made = await askUntilUnderstood(survey, 'createWebhook', { body });
  expect(made.json).toEqual({ id: 'w-1' });
  const { steps } = survey.learnedOf('createWebhook').alignments.request;
  expect(bodySteps(steps.map(({ step }) => step))).toEqual({
    inside: { '': 'wrapper' },
    rename: { url: 'callback_url', events: 'happenings' },
  });
  expect(steps.map(({ source }) => source)).not.toContain('elsewhere');
});

test('a name that resembles none of ours is found by elimination', async () => {
  const survey = surveyOf(({ body }) => missing(body, 'data', 'data.wibble') ?? { batchRequestId: 'b-1' });
  await askUntilUnderstood(survey, 'cancelOrderItems', { body: { items: [{ id: 7 }] } });
  const { steps } = survey.learnedOf('cancelOrderItems').alignments.request;
  expect(bodySteps(steps.map(({ step }) => step))).toEqual({
    rename: { items: 'data', 'items[].id': 'wibble' },
  });
});

test('a refusal that names nothing unknown ends the search, and leaves a question and no step', async () => {
  let requests = 0;
  const survey = surveyOf(() => {
    requests += 1;
    return new Refusal('the request is not valid');
  });
  const response = await askUntilUnderstood(survey, 'cancelOrderItems', { body: { items: [{ id: 7 }] } });
  expect([response.status, requests]).toEqual([400, 1]);
  const { alignments, questions } = survey.learnedOf('cancelOrderItems');
  expect(alignments.request.steps).toEqual([]);
  expect(questions.map(({ asks }) => asks)).toEqual([expect.stringContaining('the request is not valid')]);
});
