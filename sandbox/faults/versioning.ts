import { PREFIX } from '../http/prefix.js';
import { OPERATIONS } from '../routes/index.js';
import { isObject } from '../schema/check.js';
import type { Entry } from './answer-changes.js';
import { describedAs, operationsDescribedAs } from './description-changes.js';
import { type Asked, type Fault, lies, liesIn } from './fault.js';
import { ALL, COLLECTIONS, LISTS } from './operation-sets.js';
import { countedBy } from './rate-limits/other-limiter.js';
import { asError, changedJson, changedSent, isSuccess, withHeaders, withoutBody } from './sent-changes.js';
import { documentationPageFaults } from './versioning/documentation-page.js';
import { driftFaults } from './versioning/drift.js';

/** Faults of where operations live and how they are described (clauses 8.1 and 9). */
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
  }),
  ...lies({
    'VER-02 declares-version-of-last-release': [
      'It declares the version 1.2.0 in its live description.',
      () => describedAs((description) => versioned(description, '1.2.0')),
    ],
    'VER-02 declares-version-without-patch': [
      'It declares the version 1.3 in its live description.',
      () => describedAs((description) => versioned(description, '1.3')),
    ],
  }),
  ...liesIn(ALL, {
    'VER-03 leaves-operation-out-of-description': [
      'It serves an operation that its live description does not name.',
      (_clean, plantedIn) =>
        operationsDescribedAs((described, id) => (plantedIn(id) ? undefined : described)),
    ],
    'VER-03 describes-twice-its-limit': [
      'It says in its live description that twice as many requests pass as do.',
      (_clean, plantedIn) =>
        operationsDescribedAs((described, id) =>
          plantedIn(id) ? { ...described, 'x-rate-limit': Number(described['x-rate-limit']) * 2 } : described,
        ),
    ],
    'VER-03 describes-no-limit': [
      'It says nothing about the limit in its live description.',
      (_clean, plantedIn) =>
        operationsDescribedAs((described, id) =>
          plantedIn(id) ? { ...described, 'x-rate-limit': undefined } : described,
        ),
    ],
    'VER-03 enforces-less-than-it-describes': [
      'It has a limit, in its headers and in fact, that is half of what its live description says.',
      countedBy((count) => (key, operation, limit, now) => count(key, operation, Math.ceil(limit / 2), now)),
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
      'It answers a collection without its trailing slash with a redirection.',
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
        'It leaves the last entry out of a list that is asked for without its trailing slash.',
        'lists with entries, asked for without the trailing slash',
        changedJson(isSuccess, (body, asked) => {
          if (hasSlash(asked)) return body;
          if (Array.isArray(body)) return body.slice(0, -1);
          if (!isObject(body)) return body;
          return Object.fromEntries(
            Object.entries(body).map(([key, value]) => [
              key,
              Array.isArray(value) ? value.slice(0, -1) : value,
            ]),
          );
        }),
      ],
    },
  ),
  ...driftFaults,
  ...documentationPageFaults,
];

/** Tells URLs of a path, with and without a slash at the end. */
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
