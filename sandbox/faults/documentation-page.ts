import { DOCUMENTATION_URL } from '../http/documentation.js';
import { type Fault, lies, liesIn, type Plant, type Sent } from './fault.js';
import { asError, describedAs, ON_THE_PAGE, operationsDescribedAs } from './plants/answers.js';
import { ALL, type Entry } from './plants/requests.js';

/** Faults of the documentation that people see (clause 8.1). The machine-readable description is as it should be. */
export const documentationPageFaults: readonly Fault[] = [
  ...lies({
    'VER-06 serves-documentation-elsewhere': [
      'It answers 404 where the documentation page should be.',
      sentFrom('', (sent) => asError(sent, 404, 'There is no such page')),
    ],
    'VER-06 shows-empty-documentation': [
      'Its documentation page shows nothing, because the description that it loads is answered 500.',
      sentFrom('/json', (sent) => asError(sent, 500, 'The description could not be made')),
    ],
    'VER-06 shows-documentation-without-an-operation': [
      'It leaves one operation out of its documentation page, but not of the machine-readable description.',
      shownAs((description) => {
        const { '/api/v1/reports/': _, ...paths } = Object(description.paths);
        return { ...description, paths };
      }),
    ],
    'VER-06 shows-documentation-of-last-release': [
      'It shows the version 1.2.0 on its documentation page.',
      shownAs((description) => ({
        ...description,
        info: { ...Object(description.info), version: '1.2.0' },
      })),
    ],
    'VER-08 shows-no-limits': [
      'It shows no limit on its documentation page, but has each in the machine-readable description.',
      showingLimits(() => ''),
    ],
    'VER-07 loses-style-of-documentation': [
      'It answers 404 to the style sheet of its documentation page.',
      sentFrom('/static/swagger-ui.css', (sent) => asError(sent, 404, 'There is no such file')),
    ],
    'VER-07 breaks-script-of-documentation': [
      'A script of its documentation page throws when everything is shown.',
      sentFrom('/static/swagger-initializer.js', (sent) => ({
        ...sent,
        body: `${sent.body}\nsetTimeout(() => { throw new Error('The menu is gone'); });`,
      })),
    ],
    'VER-07 loads-font-of-other-origin': [
      'Its documentation page loads a style sheet from another origin.',
      sentFrom('', (sent) => ({
        ...sent,
        body: String(sent.body).replace(
          '</head>',
          '<link rel="stylesheet" href="https://fonts.invalid/sans.css"></head>',
        ),
      })),
    ],
  }),
  ...liesIn(ALL, {
    'VER-08 shows-no-limit-of-one-operation': [
      'It shows the limits of all operations but one on its documentation page.',
      showingLimits(() => ''),
    ],
    'VER-08 shows-ten-times-the-limit': [
      'It shows ten times the limit of one operation on its documentation page.',
      showingLimits((limit) => limit.replace(/\d+/, '$&0')),
    ],
  }),
];

/** Plants a change of one file of the documentation, by its path below the page's path. */
function sentFrom(path: string, change: (sent: Sent) => Sent): Plant {
  return () => ({
    send: (sent, { url }) =>
      url.split('?')[0]?.replace(/\/$/, '') === DOCUMENTATION_URL + path ? change(sent) : sent,
  });
}

/** Plants another description, which the page loads and shows to people. */
function shownAs(change: (description: Entry) => Entry): Plant {
  return describedAs(change, ON_THE_PAGE);
}

/** Plants another text for the limit of operations. */
function showingLimits(change: (limit: string) => string): Plant {
  return operationsDescribedAs(
    (described) => ({
      ...described,
      summary: String(described.summary).replace(/ · Limit: .*$/, change),
    }),
    ON_THE_PAGE,
  );
}
