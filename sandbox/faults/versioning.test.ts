import { type Lies, testLies } from './lies.js';
import { body, header, status } from './looks.js';
import { versioningFaults } from './versioning.js';

const lies: Lies = {
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
