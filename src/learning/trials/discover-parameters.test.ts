import { type ExampleRequest, exampleClient, Refusal } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { bodySteps } from '../propose/proposal.js';
import { Survey } from '../survey/survey.js';
import { discoverParameters } from './discover-parameters.js';

interface Listing {
  /** The target's names of the parameters for page, size and sku. */
  readonly names: readonly [page: string, size: string, sku: string];
  /** Whether it refuses parameters that it doesn't know. */
  readonly isStrict?: boolean;
}

/** A list of products whose skus are called `article`. */
function productsBy({ names: [page, size, sku], isStrict = false }: Listing) {
  const products = Array.from({ length: 30 }, (_, index) => ({
    article: `a-${index}`,
    style_key: `s-${index}`,
    status: 'draft',
  }));
  return ({ method, url }: ExampleRequest): unknown => {
    if (method !== 'GET' || url.pathname !== '/api/v1/products/') return undefined;
    const asked = Object.fromEntries(url.searchParams);
    const unknown = Object.keys(asked).find((name) => ![page, size, sku, 'style_key'].includes(name));
    if (isStrict && unknown !== undefined) return new Refusal(`${unknown} is not a parameter`);
    const found = products.filter(
      (each) =>
        (asked[sku] === undefined || each.article === asked[sku]) &&
        (asked.style_key === undefined || each.style_key === asked.style_key),
    );
    const [number, length] = [Number(asked[page] ?? 1), Number(asked[size] ?? 20)];
    return {
      items: found.slice((number - 1) * length, number * length),
      pagination: { per_page: length, page: number, pages: 2, total: found.length },
    };
  };
}

async function learned(response: (request: ExampleRequest) => unknown) {
  const methods = new Set<string>();
  const survey = new Survey(
    exampleClient((request) => {
      methods.add(request.method);
      return response(request);
    }),
    undefined,
  );
  survey.learn();
  await survey.ask('listProducts');
  survey.learn();
  await discoverParameters(survey, 'listProducts');
  survey.learn();
  const { alignments, questions } = survey.learnedOf('listProducts');
  return {
    rename: bodySteps(alignments.query.steps.map(({ step }) => step)).rename ?? {},
    questions: questions.map(({ at }) => at),
    methods,
  };
}

for (const isStrict of [false, true])
  test(`parameters are found by their effects, if the target ${isStrict ? 'refuses' : 'ignores'} unknown ones`, async () => {
    const found = await learned(productsBy({ names: ['page_number', 'limit', 'article'], isStrict }));
    expect(found).toEqual({
      rename: { page: 'page_number', per_page: 'limit', sku: 'article' },
      questions: [],
      methods: new Set(['GET']),
    });
  });

test("parameters with the contract's names need no step", async () => {
  const found = await learned(productsBy({ names: ['page', 'per_page', 'sku'] }));
  expect(found).toMatchObject({ rename: {}, questions: [] });
});

test('a parameter that has its effect under none of the names is a question', async () => {
  const found = await learned(productsBy({ names: ['page', 'wibble', 'wobble'] }));
  expect(found).toMatchObject({ rename: {}, questions: ['query per_page', 'query sku'] });
});
