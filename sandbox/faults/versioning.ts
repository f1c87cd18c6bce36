import { DOCUMENTATION_URL } from '../http/documentation.js';
import { PREFIX } from '../http/operation.js';
import { isObject } from '../schema/check.js';
import { OPERATIONS } from '../service/operations.js';
import { type Asked, type Fault, lies, liesIn, type Plant, type Sent } from './fault.js';
import { countedBy } from './plants/callers.js';
import { ALL, BATCH_WRITES, COLLECTIONS, type Entry, LISTS, PAGED, WITH_QUERY } from './plants/requests.js';
import {
  asError,
  changedJson,
  changedSent,
  describedAs,
  isSuccess,
  membersOf,
  ON_THE_PAGE,
  operationsDescribedAs,
  withHeaders,
  withLists,
  withoutBody,
} from './plants/responses.js';

/** Matches the URLs of a path, with and without a trailing slash. */
function pathPattern(path: string): RegExp {
  const open = path.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/?]+');
  return new RegExp(`^${open}/?(\\?|$)`);
}

function versioned(description: Entry, version: string): Entry {
  return { ...description, info: { ...Object(description.info), version } };
}

function hasSlash({ url }: Asked): boolean {
  return url.split('?')[0]?.endsWith('/') ?? false;
}

/** A part of a description in which each property `total` is a string. */
function totalsAsTexts(part: unknown): unknown {
  if (!isObject(part)) return part;
  return membersOf(part, (member) => {
    if (!isObject(member) || !isObject(member.total)) return totalsAsTexts(member);
    return { ...member, total: { type: 'string' } };
  });
}

/** Plants a change of one file of the documentation, by its path below the page's path. */
function sentFrom(path: string, change: (sent: Sent) => Sent): Plant {
  return () => ({
    send: (sent, { url }) =>
      url.split('?')[0]?.replace(/\/$/, '') === DOCUMENTATION_URL + path ? change(sent) : sent,
  });
}

/** Plants a different description, which the page loads and shows to people. */
function shownAs(change: (description: Entry) => Entry): Plant {
  return describedAs(change, ON_THE_PAGE);
}

/** Plants a different string for the limit of operations. */
function showingLimits(change: (limit: string) => string): Plant {
  return operationsDescribedAs(
    (described) => ({
      ...described,
      summary: String(described.summary).replace(/ · Limit: .*$/, change),
    }),
    ON_THE_PAGE,
  );
}

/**
 * Faults in the paths of operations, and in the live description and the page that document them (clauses 8.1 and 9).
 */
export const versioningFaults: readonly Fault[] = [
  ...liesIn(ALL, {
    'VER-01 has-moved-out-of-v1': [
      'It answers 404 under /api/v1, as if the operation had moved to another version.',
      changedSent((sent, { merchant }) =>
        merchant === undefined ? sent : asError(sent, 404, 'There is no such operation'),
      ),
    ],
    'VER-01 answers-without-version-too': [
      'It serves the operation under its path without /api/v1 as well.',
      (_clean, plantedIn) => {
        const places = OPERATIONS.filter(({ id }) => plantedIn(id)).map(({ method, path }) => ({
          asked: method,
          path: pathPattern(path),
        }));
        const isPlace = (url: string, method: string) =>
          places.some(({ asked, path }) => asked === method && path.test(url));
        return { reach: (url, method) => (isPlace(url, method) ? PREFIX + url : url) };
      },
    ],
    'VER-03 leaves-operation-out-of-description': [
      'It serves an operation that its live description does not name.',
      operationsDescribedAs(() => undefined),
    ],
    'VER-03 describes-twice-its-limit': [
      'Its live description declares twice the limit that it enforces.',
      operationsDescribedAs((described) => ({
        ...described,
        'x-rate-limit': Number(described['x-rate-limit']) * 2,
      })),
    ],
    'VER-03 describes-no-limit': [
      'Its live description says nothing about the limit.',
      operationsDescribedAs((described) => ({
        ...described,
        'x-rate-limit': undefined,
        summary: String(described.summary).replace(/ · .*/, ''),
      })),
    ],
    'VER-03 enforces-less-than-it-describes': [
      'It enforces, and declares in its headers, half of the limit in its live description.',
      countedBy((count) => (key, operation, limit, now) => count(key, operation, Math.ceil(limit / 2), now)),
    ],
    'VER-08 shows-no-limit-of-one-operation': [
      'It shows the limits of all operations but one on its documentation page.',
      showingLimits(() => ''),
    ],
    'VER-08 shows-ten-times-the-limit': [
      'It shows ten times the limit of one operation on its documentation page.',
      showingLimits((limit) => limit.replace(/\d+/, '$&0')),
    ],
  }),
  ...lies({
    'VER-02 declares-version-of-last-release': [
      'It declares the version 1.2.0 in its live description.',
      describedAs((description) => versioned(description, '1.2.0')),
    ],
    'VER-02 declares-version-without-patch': [
      'It declares the version 1.3 in its live description.',
      describedAs((description) => versioned(description, '1.3')),
    ],
    'VER-06 serves-documentation-elsewhere': [
      'It answers 404 where the documentation page should be.',
      sentFrom('', (sent) => asError(sent, 404, 'There is no such page')),
    ],
    'VER-06 shows-empty-documentation': [
      'Its documentation page shows nothing, because the request for its description is answered with 500.',
      sentFrom('/json', (sent) => asError(sent, 500, 'The description could not be made')),
    ],
    'VER-06 shows-documentation-without-an-operation': [
      'It leaves one operation out of its documentation page, but not out of the machine-readable description.',
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
      'It shows no limit on its documentation page, but declares every limit in the machine-readable description.',
      showingLimits(() => ''),
    ],
    'VER-07 loses-style-of-documentation': [
      'It answers 404 to the style sheet of its documentation page.',
      sentFrom('/static/swagger-ui.css', (sent) => asError(sent, 404, 'There is no such file')),
    ],
    'VER-07 breaks-script-of-documentation': [
      'A script of its documentation page throws an error once everything is shown.',
      sentFrom('/static/swagger-initializer.js', (sent) => ({
        ...sent,
        body: `${sent.body}\nsetTimeout(() => { throw new Error('The menu is gone'); });`,
      })),
    ],
    'VER-07 loads-font-of-other-origin': [
      'Its documentation page loads a style sheet from a different origin.',
      sentFrom('', (sent) => ({
        ...sent,
        body: String(sent.body).replace(
          '</head>',
          '<link rel="stylesheet" href="https://fonts.invalid/sans.css"></head>',
        ),
      })),
    ],
  }),
  ...liesIn(COLLECTIONS, {
    'VER-05 needs-trailing-slash': [
      'It answers 404 to a collection without its trailing slash.',
      'paths without the trailing slash',
      changedSent((sent, asked) =>
        hasSlash(asked) ? sent : asError(sent, 404, 'There is no such operation'),
      ),
    ],
    'VER-05 redirects-to-trailing-slash': [
      'It redirects a request for a collection without its trailing slash.',
      'paths without the trailing slash',
      changedSent((sent, asked) =>
        hasSlash(asked)
          ? sent
          : {
              ...withHeaders(withoutBody(sent), { location: asked.url.replace(/(\?|$)/, '/$1') }),
              status: 301,
            },
      ),
    ],
  }),
  ...liesIn(
    COLLECTIONS.filter((id) => LISTS.includes(id)),
    {
      'VER-05 lists-one-less-without-trailing-slash': [
        'It leaves out the last entry of a list that is requested without its trailing slash.',
        'lists with entries, requested without the trailing slash',
        changedJson(isSuccess, (body, asked) =>
          hasSlash(asked) ? body : withLists(body, (list) => list.slice(0, -1)),
        ),
      ],
    },
  ),
  ...liesIn(WITH_QUERY, {
    'VER-04 leaves-parameter-out-of-description': [
      'It leaves the last parameter of an operation out of its live description, but accepts it.',
      operationsDescribedAs(({ parameters, ...described }) => ({
        ...described,
        parameters: Array.isArray(parameters) ? parameters.slice(0, -1) : parameters,
      })),
    ],
  }),
  ...liesIn(BATCH_WRITES, {
    'VER-04 describes-accepted-batch-with-202': [
      'Its live description says that it answers an accepted batch with 202, but it answers 200.',
      operationsDescribedAs(({ responses, ...described }) => {
        const { 200: success, ...others } = isObject(responses) ? responses : {};
        return { ...described, responses: { 202: success, ...others } };
      }),
    ],
  }),
  ...liesIn(PAGED, {
    'VER-04 describes-total-as-text': [
      'Its live description says that the total of a list is a string, but it sends a number.',
      operationsDescribedAs((described) => ({ ...described, responses: totalsAsTexts(described.responses) })),
    ],
  }),
];
