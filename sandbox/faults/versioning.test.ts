import { type Lies, testLies } from './lies.js';
import { body, header, type Look, status } from './looks.js';
import { versioningFaults } from './versioning.js';

/** Looks at the live description. */
function described(tell: (description: ReturnType<typeof Object>) => unknown): Look {
  return async ({ app }) => tell((await app.inject('/api/v1/docs/openapi.json')).json());
}

/** Looks at what the live description says about GET /brands/. */
const brands = (name: string) => described(({ paths }) => paths['/api/v1/brands/']?.get?.[name]);

/** Looks at a file of the documentation page. */
function file(path: string, tell: (answer: { status: number; text: string }) => unknown): Look {
  return async ({ app }) => {
    const { statusCode, body: text } = await app.inject(`/api/v1/docs${path}`);
    return tell({ status: statusCode, text });
  };
}

const shown = (tell: (description: ReturnType<typeof Object>) => unknown) =>
  file('/json', ({ text }) => tell(JSON.parse(text)));

const shownOfBrands = shown(({ paths }) => paths['/api/v1/brands/'].get.summary);

const lies: Lies = {
  'serves-documentation-elsewhere': [file('', ({ status }) => status), 404],
  'shows-empty-documentation': [file('/json', ({ status }) => status), 500],
  'shows-documentation-without-an-operation': [shown(({ paths }) => Object.keys(paths).length), 25],
  'shows-documentation-of-last-release': [shown(({ info }) => info.version), '1.2.0'],
  'shows-no-limits': [shown(({ paths }) => JSON.stringify(paths).includes('requests per minute')), false],
  'shows-no-limit-of-one-operation': [shownOfBrands, 'List available brands'],
  'shows-ten-times-the-limit': [shownOfBrands, 'List available brands · Limit: 500 requests per minute'],
  'leaves-parameter-out-of-description': [
    described(({ paths }) => paths['/api/v1/products/rejected'].get.parameters.length),
    2,
  ],
  'describes-accepted-batch-with-202': [
    described(({ paths }) => Object.keys(paths['/api/v1/orders/ship'].post.responses)),
    ['202', '400', '401', '429'],
  ],
  'describes-total-as-text': [
    described(
      ({ paths }) =>
        paths['/api/v1/orders/'].get.responses[200].content['application/json'].schema.properties.pagination
          .properties.total.type,
    ),
    'string',
  ],
  'loses-style-of-documentation': [file('/static/swagger-ui.css', ({ status }) => status), 404],
  'breaks-script-of-documentation': [
    file('/static/swagger-initializer.js', ({ text }) => text.includes('throw new Error')),
    true,
  ],
  'loads-font-of-other-origin': [file('', ({ text }) => text.includes('https://fonts.invalid')), true],
  'answers-without-version-too': [
    async ({ app, apiKey }) =>
      (await app.inject({ url: '/brands?page=1', headers: { 'x-api-key': apiKey } })).statusCode,
    200,
  ],
  'declares-version-of-last-release': [described(({ info }) => info.version), '1.2.0'],
  'declares-version-without-patch': [described(({ info }) => info.version), '1.3'],
  'leaves-operation-out-of-description': [brands('operationId'), undefined],
  'describes-twice-its-limit': [brands('x-rate-limit'), 100],
  'describes-no-limit': [brands('x-rate-limit'), undefined],
  'has-moved-out-of-v1': [status('GET /brands/'), 404],
  'enforces-less-than-it-describes': [header('GET /brands/', 'x-ratelimit-limit'), '25'],
  'needs-trailing-slash': [status('GET /brands'), 404],
  'redirects-to-trailing-slash': [header('GET /products?page=1', 'location'), '/api/v1/products/?page=1'],
  'lists-one-less-without-trailing-slash': [
    async (sandbox) =>
      Object(await body('GET /brands')(sandbox)).length - Object(await body('GET /brands/')(sandbox)).length,
    -1,
  ],
};

testLies(versioningFaults, lies);
