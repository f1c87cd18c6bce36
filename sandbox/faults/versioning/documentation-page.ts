import { DOCUMENTATION_URL } from '../../http/documentation.js';
import type { Entry } from '../answer-changes.js';
import { describedAs, ON_THE_PAGE, operationsDescribedAs } from '../description-changes.js';
import type { Fault, Sent, Workings } from '../fault.js';
import { ALL } from '../operation-sets.js';
import { asError } from '../sent-changes.js';

/** Faults of the documentation that people see (clause 8.1). The machine-readable description is as it should be. */
export const documentationPageFaults: readonly Fault[] = [
  {
    id: 'serves-documentation-elsewhere',
    violates: 'VER-06',
    does: 'It answers 404 where the documentation page should be.',
    plant: () => sentFrom('', (sent) => asError(sent, 404, 'There is no such page')),
  },
  {
    id: 'shows-empty-documentation',
    violates: 'VER-06',
    does: 'Its documentation page finds nothing to show, as what it shows is answered 500.',
    plant: () => sentFrom('/json', (sent) => asError(sent, 500, 'The description could not be made')),
  },
  {
    id: 'shows-documentation-without-an-operation',
    violates: 'VER-06',
    does: 'It leaves one operation out of its documentation page, but not of the machine-readable description.',
    plant: () =>
      shownAs((description) => {
        const { '/api/v1/reports/': _, ...paths } = Object(description.paths);
        return { ...description, paths };
      }),
  },
  {
    id: 'shows-documentation-of-last-release',
    violates: 'VER-06',
    does: 'It shows the version 1.2.0 on its documentation page.',
    plant: () =>
      shownAs((description) => ({ ...description, info: { ...Object(description.info), version: '1.2.0' } })),
  },
  {
    id: 'shows-no-limits',
    violates: 'VER-08',
    does: 'It shows no limit on its documentation page, but has each in the machine-readable description.',
    plant: () => operationsDescribedAs((described) => limitShownAs(described, () => ''), ON_THE_PAGE),
  },
  {
    id: 'shows-no-limit-of-one-operation',
    violates: 'VER-08',
    does: 'It shows the limits of all operations but one on its documentation page.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      operationsDescribedAs(
        (described, id) => (plantedIn(id) ? limitShownAs(described, () => '') : described),
        ON_THE_PAGE,
      ),
  },
  {
    id: 'shows-ten-times-the-limit',
    violates: 'VER-08',
    does: 'It shows ten times the limit of one operation on its documentation page.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      operationsDescribedAs(
        (described, id) =>
          plantedIn(id) ? limitShownAs(described, (limit) => limit.replace(/\d+/, '$&0')) : described,
        ON_THE_PAGE,
      ),
  },
  {
    id: 'loses-style-of-documentation',
    violates: 'VER-07',
    does: 'It answers 404 to the style sheet of its documentation page.',
    plant: () => sentFrom('/static/swagger-ui.css', (sent) => asError(sent, 404, 'There is no such file')),
  },
  {
    id: 'breaks-script-of-documentation',
    violates: 'VER-07',
    does: 'A script of its documentation page throws when everything is shown.',
    plant: () =>
      sentFrom('/static/swagger-initializer.js', (sent) => ({
        ...sent,
        body: `${sent.body}\nsetTimeout(() => { throw new Error('The menu is gone'); });`,
      })),
  },
  {
    id: 'loads-font-of-other-origin',
    violates: 'VER-07',
    does: 'Its documentation page loads a style sheet from another origin.',
    plant: () =>
      sentFrom('', (sent) => ({
        ...sent,
        body: String(sent.body).replace(
          '</head>',
          '<link rel="stylesheet" href="https://fonts.invalid/sans.css"></head>',
        ),
      })),
  },
];

/** Changes one file of the documentation, by its path below the page's. */
function sentFrom(path: string, change: (sent: Sent) => Sent): Pick<Workings, 'send'> {
  return {
    send: (sent, { url }) =>
      url.split('?')[0]?.replace(/\/$/, '') === DOCUMENTATION_URL + path ? change(sent) : sent,
  };
}

/** Changes what the page reads, and shows to people. */
function shownAs(change: (description: Entry) => Entry): Pick<Workings, 'send'> {
  return describedAs(change, ON_THE_PAGE);
}

/** An operation with another text for its limit. */
function limitShownAs(described: Entry, change: (limit: string) => string): Entry {
  return { ...described, summary: String(described.summary).replace(/ · Limit: .*$/, change) };
}
