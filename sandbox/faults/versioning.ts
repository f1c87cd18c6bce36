import { DOCUMENTATION_URL } from '../http/documentation.js';
import { PREFIX } from '../http/operation.js';
import { isObject } from '../schema/check.js';
import { OPERATIONS } from '../service/operations.js';
import type { Asked, Plant, Plants, Sent } from './fault.js';
import { countedAs } from './plants/callers.js';
import { changed, type Entry, onList } from './plants/requests.js';
import {
  asError,
  changedAt,
  changedJson,
  describedAs,
  isAny,
  isSuccess,
  membersOf,
  ON_THE_PAGE,
  operationsDescribedAs,
  sendingError,
  withHeaders,
  withLists,
  withoutBody,
} from './plants/responses.js';

/** Matches the URLs of a path, with and without a trailing slash. */
function pathPattern(path: string): RegExp {
  const open = path.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/?]+');
  return new RegExp(`^${open}/?(\\?|$)`);
}

function versioned(version: string) {
  return ({ info }: Entry) => ({ info: { ...Object(info), version } });
}

function hasNoSlash({ url }: Asked): boolean {
  return url.split('?')[0]?.endsWith('/') !== true;
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

/** Plants a different text for the limits of operations on the page. */
function showingLimits(change: (limit: string) => string): Plant {
  return operationsDescribedAs(
    ({ summary }) => ({ summary: String(summary).replace(/ · Limit: .*$/, change) }),
    ON_THE_PAGE,
  );
}

/**
 * Faults in the paths of operations, and in the live description and the page that document them (clauses 8.1 and 9).
 */
export const versioningPlants: Plants = {
  'has-moved-out-of-v1': sendingError(
    isAny,
    404,
    'There is no such operation',
    ({ merchant }) => merchant !== undefined,
  ),
  'answers-without-version-too': (_clean, plantedIn) => {
    const places = OPERATIONS.filter(({ id }) => plantedIn(id)).map(({ method, path }) => ({
      asked: method,
      path: pathPattern(path),
    }));
    const isPlace = (url: string, method: string) =>
      places.some(({ asked, path }) => asked === method && path.test(url));
    return { reach: (url, method) => (isPlace(url, method) ? PREFIX + url : url) };
  },
  'leaves-operation-out-of-description': operationsDescribedAs(() => undefined),
  'describes-twice-its-limit': operationsDescribedAs((described) => ({
    'x-rate-limit': Number(described['x-rate-limit']) * 2,
  })),
  'describes-no-limit': operationsDescribedAs(({ summary }) => ({
    'x-rate-limit': undefined,
    summary: String(summary).replace(/ · .*/, ''),
  })),
  'enforces-less-than-it-describes': countedAs((count, limit, now) => count(Math.ceil(limit / 2), now)),
  'shows-no-limit-of-one-operation': showingLimits(() => ''),
  'shows-ten-times-the-limit': showingLimits((limit) => limit.replace(/\d+/, '$&0')),
  'declares-version-of-last-release': describedAs(versioned('1.2.0')),
  'declares-version-without-patch': describedAs(versioned('1.3')),
  'serves-documentation-elsewhere': sentFrom('', (sent) => asError(sent, 404, 'There is no such page')),
  'shows-empty-documentation': sentFrom('/json', (sent) =>
    asError(sent, 500, 'The description could not be made'),
  ),
  'shows-documentation-without-an-operation': shownAs((description) => {
    const { '/api/v1/reports/': _, ...paths } = Object(description.paths);
    return { paths };
  }),
  'shows-documentation-of-last-release': shownAs(versioned('1.2.0')),
  'shows-no-limits': showingLimits(() => ''),
  'loses-style-of-documentation': sentFrom('/static/swagger-ui.css', (sent) =>
    asError(sent, 404, 'There is no such file'),
  ),
  'breaks-script-of-documentation': sentFrom('/static/swagger-initializer.js', (sent) => ({
    ...sent,
    body: `${sent.body}\nsetTimeout(() => { throw new Error('The menu is gone'); });`,
  })),
  'loads-font-of-other-origin': sentFrom('', (sent) => ({
    ...sent,
    body: String(sent.body).replace(
      '</head>',
      '<link rel="stylesheet" href="https://fonts.invalid/sans.css"></head>',
    ),
  })),
  'needs-trailing-slash': sendingError(isAny, 404, 'There is no such operation', hasNoSlash),
  'redirects-to-trailing-slash': changedAt(
    isAny,
    (sent, { url }) => ({
      ...withHeaders(withoutBody(sent), { location: url.replace(/(\?|$)/, '/$1') }),
      status: 301,
    }),
    hasNoSlash,
  ),
  'lists-one-less-without-trailing-slash': changedJson(isSuccess, (body, asked) =>
    hasNoSlash(asked) ? withLists(body, (list) => list.slice(0, -1)) : body,
  ),
  'leaves-parameter-out-of-description': operationsDescribedAs((described) =>
    changed(
      described,
      ['parameters'],
      onList((parameters) => parameters.slice(0, -1)),
    ),
  ),
  'describes-accepted-batch-with-202': operationsDescribedAs(({ responses }) => {
    const { 200: success, ...others } = Object(responses);
    return { responses: { 202: success, ...others } };
  }),
  'describes-total-as-text': operationsDescribedAs(({ responses }) => ({
    responses: totalsAsTexts(responses),
  })),
};
