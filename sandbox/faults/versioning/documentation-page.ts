import { DOCUMENTATION_URL } from '../../http/documentation.js';
import { isObject } from '../../schema/check.js';
import type { Entry } from '../answer-changes.js';
import type { Fault, Sent, Workings } from '../fault.js';
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
  return sentFrom('/json', (sent) => {
    const description: unknown = JSON.parse(String(sent.body));
    return isObject(description) ? { ...sent, body: JSON.stringify(change(description)) } : sent;
  });
}
