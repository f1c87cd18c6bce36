import type { Received } from '../testing/open-sandbox.js';
import { putProduct } from '../testing/put-product.js';
import { type Lie, testLies } from './lies.js';
import { reportsFaults } from './reports.js';

const status = (answer: Received) => answer.status;
const text = ({ raw }: Received) => raw.toString();

/** What is told of the list, read so often. */
function listed(tell: (body: unknown) => unknown, lie: unknown, times = 1): Lie {
  return [
    async ({ send }) => {
      for (let time = 1; time < times; time++) await send('GET', '/reports/');
      return tell((await send('GET', '/reports/')).body);
    },
    lie,
  ];
}

/** What is told of the download of a report, by its place in the list, sent so often. */
function downloaded(place: number, tell: (answer: Received) => unknown, lie: unknown, times = 1): Lie {
  return [
    async (sandbox) => {
      putProduct(sandbox, { name: 'A dress, red' });
      const id = Object((await sandbox.send('GET', '/reports/')).body).at(place)?.id;
      for (let time = 1; time < times; time++) await sandbox.send('GET', `/reports/${id}/download`);
      return tell(await sandbox.send('GET', `/reports/${id}/download`));
    },
    lie,
  ];
}

testLies(reportsFaults, {
  'lists-reports-by-id': listed(Array.isArray, false),
  'lists-reports-without-id': listed((body) => Object(body)[0].id, undefined),
  'lists-reports-once-only': listed((body) => body, null, 2),
  'lists-one-report-less-again': listed((body) => Object(body).length, 2, 2),
  'gives-reports-new-ids': downloaded(0, status, 404),
  'has-no-file-for-last-report': downloaded(-1, status, 404),
  'sends-empty-report': downloaded(0, text, ''),
  'sends-page-as-report': downloaded(0, (answer) => text(answer).slice(0, 9), '<!doctype'),
  'declares-report-as-pdf': downloaded(0, ({ headers }) => headers['content-type'], 'application/pdf'),
  'sends-report-in-two-bytes-a-letter': downloaded(0, ({ raw }) => raw.includes(0), true),
  'sends-report-once-only': downloaded(0, text, '', 2),
  'sends-report-without-file-name': downloaded(0, ({ headers }) => headers['content-disposition'], undefined),
  'sends-report-without-quotes': downloaded(0, (answer) => text(answer).includes('"A dress, red"'), false),
});
