import type { DocumentedHeader, Operation } from '../../contract/operations.js';
import { headerViolation, responseHeaders } from '../../contract/schemas/response-validator.js';
import { inHeader } from '../../contract/values/place.js';
import type { Exchange } from '../../http/exchange.js';
import { rateOf, retryAfterOf, secondsToReset, wholeNumber } from '../../http/rate-window.js';
import { bodyViolations, haveAnErrorBody } from '../oracles/response.js';
import { numberShown, type Violation, violationAt, withGaps } from '../oracles/violation.js';
import { type Check, type Learned, learned } from './check.js';

/**
 * The maximum number of changes of a limit that count as one adjustment: the change itself, and one back to the old
 * limit for a request that overlapped with it.
 */
const mostAdjusted = 2;

/** The limit that each operation of a target showed last, and how often it has changed. */
const lastLimits = new Map<string, { readonly limit: string; readonly changes: number }>();

export const rateLimitChecks = {
  /**
   * LIM-01: responses to requests with a valid key carry X-RateLimit-Limit and X-RateLimit-Remaining as integers,
   * 0 <= Remaining <= Limit (clause 8.1; clause 5.6 limits it to authenticated requests). Other responses may lack these
   * headers; if they have them, the values are integers.
   * LIM-04: if a response carries X-RateLimit-Reset, it is an integer from 0 to 60 (clauses 4.4 and 8.1; the header is
   * assumed on operations other than the status results).
   */
  rateLimitHeaders: {
    requirements: ['LIM-01', 'LIM-04'],
    withoutBody: true,
    run: (exchange, operation) => [...limitsOf(exchange), ...resetOf(exchange, operation)],
  },
  /**
   * LIM-02: X-RateLimit-Limit is the same in all responses of an operation, regardless of status (clause 8.1: the limit
   * is that of the operation). It may be adjusted, so a change is a warning until it has happened a few times. The
   * check remembers the limit that each target showed last. It verifies nothing, because a limit that never changes may
   * still differ from the declared limit.
   */
  sameLimit: {
    requirements: ['LIM-02'],
    withoutBody: true,
    run(exchange, operation) {
      const limit = exchange.header('x-ratelimit-limit');
      if (!isAuthenticated(exchange) || limit === undefined || wholeNumber(limit) === undefined) return [];
      const name = `${exchange.request.url.split('/api/v1/', 1)} ${operation.operationId}`;
      const { limit: last, changes } = lastLimits.get(name) ?? { limit, changes: 0 };
      lastLimits.set(name, { limit, changes: limit === last ? changes : changes + 1 });
      if (limit === last) return [];
      const expected = `${last}, as in an earlier response of the operation`;
      const changed = violationAt(inHeader('x-ratelimit-limit'), expected, limit);
      return learned('LIM-02', changes < mostAdjusted ? { ...changed, atMost: 'warned' } : changed);
    },
  },
  /**
   * LIM-03, LIM-04: of two consecutive requests that count against the same limit, the second leaves one less than the
   * first and doesn't move the end of the window, unless it begins a new window (clause 8.1). The check verifies
   * nothing, because most exchanges show only that a response agrees with the previous one.
   */
  countDown: {
    requirements: ['LIM-03', 'LIM-04'],
    withoutBody: true,
    run(exchange, operation, { before }) {
      const [was, is] = [before === undefined ? {} : rateOf(before), rateOf(exchange)];
      if (exchange.status === 429 || !was.remaining || is.limit !== was.limit) return [];
      const [next, first] = [was.remaining - 1, Number(is.limit) - 1];
      if (is.remaining !== undefined && is.remaining !== next && is.remaining !== first) {
        const expected = [
          `${next}, one less than in the response before`,
          `${first}, at the beginning of a window`,
        ];
        const actual = numberShown(is.remaining);
        return learned('LIM-03', violationAt(inHeader('x-ratelimit-remaining'), expected, actual));
      }
      const isLater = is.remaining === next && Number(is.reset) > Number(was.reset);
      const gap = resetHeader(exchange, operation)?.origin.gap;
      const expected = `at most ${was.reset}, as in the response before`;
      const violation = violationAt(inHeader('x-ratelimit-reset'), expected, numberShown(Number(is.reset)));
      return isLater ? learned('LIM-04', withGaps(violation, gap === undefined ? [] : [gap])) : [];
    },
  },
  /**
   * LIM-11: a 429 carries an error body with a message, and Retry-After in whole seconds or as an HTTP date (clause 7,
   * gap G-14); both fit the contract.
   */
  tooManyRequests: {
    requirements: ['LIM-11'],
    run(exchange, operation) {
      if (exchange.status !== 429) return [];
      const violation = haveAnErrorBody(exchange);
      const inBody = violation ? [violation] : bodyViolations(exchange);
      const headers = responseHeaders(operation.operationId, 429);
      const retryAfter = headers.filter(({ name }) => name === 'Retry-After');
      const wrong = retryAfter.flatMap((header) => headerProblem(exchange, header));
      const inHeaders = exchange.header('retry-after') === undefined ? wrong : wrong.map(asTime);
      return learned('LIM-11', ...inBody, ...inHeaders);
    },
  },
  /**
   * LIM-15: if a 429 carries both Retry-After and X-RateLimit-Reset, they indicate the same time, apart from rounding
   * (gap G-14).
   */
  retryAfterTheReset: {
    requirements: ['LIM-15'],
    withoutBody: true,
    run(exchange) {
      if (exchange.status !== 429) return [];
      const [wait, reset] = [retryAfterOf(exchange), secondsToReset(exchange)];
      if (wait === undefined || reset === undefined) return [];
      if (Math.abs(wait.seconds - reset) <= wait.rounding) return ['LIM-15'];
      const expected = `${reset} s, when the window ends according to X-RateLimit-Reset`;
      const actual = `"${exchange.header('retry-after')}", which is ${wait.seconds} s`;
      return learned('LIM-15', violationAt(inHeader('retry-after'), expected, actual));
    },
  },
} satisfies Readonly<Record<string, Check>>;

/** Whether the request counts against a limit: requests without a valid key don't (clause 5.6). */
function isAuthenticated({ credential, status }: Exchange): boolean {
  return credential === 'valid' && status !== 401;
}

function limitsOf(exchange: Exchange): Learned {
  const names = ['x-ratelimit-limit', 'x-ratelimit-remaining'];
  const wrong = names.flatMap((name) => {
    const value = exchange.header(name);
    if (value === undefined ? !isAuthenticated(exchange) : wholeNumber(value) !== undefined) return [];
    const actual = value === undefined ? 'no such header' : `"${value}"`;
    return violationAt(inHeader(name), 'a whole number, 0 or more', actual);
  });
  if (wrong.length === 0 && !isAuthenticated(exchange)) return [];
  const [limit, remaining] = names.map((name) => exchange.header(name));
  if (wrong.length === 0 && Number(remaining) > Number(limit)) {
    const expected = `an integer from 0 to ${limit}, the limit`;
    wrong.push(violationAt(inHeader('x-ratelimit-remaining'), expected, numberShown(Number(remaining))));
  }
  return learned('LIM-01', ...wrong);
}

/** An undocumented status has the same header as the documented ones: its meaning doesn't depend on the status. */
function resetHeader(exchange: Exchange, { responses }: Operation): DocumentedHeader | undefined {
  const documented = responses.find(({ status }) => status === exchange.status) ?? responses[0];
  return documented?.headers.find(({ name }) => name.toLowerCase() === 'x-ratelimit-reset');
}

function resetOf(exchange: Exchange, operation: Operation): Learned {
  const header = resetHeader(exchange, operation);
  if (header === undefined || exchange.header('x-ratelimit-reset') === undefined) return [];
  return learned('LIM-04', ...headerProblem(exchange, header));
}

/** A violation about Retry-After, with the acceptable values in words rather than as a pattern. */
function asTime(violation: Violation): Violation {
  const expected = ['a whole number of seconds', 'an HTTP date, such as Sun, 06 Nov 1994 08:49:37 GMT'];
  return { ...violation, expected };
}

function headerProblem(exchange: Exchange, header: DocumentedHeader): readonly Violation[] {
  const wrong = headerViolation(header, exchange.header(header.name.toLowerCase()));
  return wrong ? [violationAt(inHeader(wrong.name), wrong.expected, wrong.received, wrong.gaps)] : [];
}
