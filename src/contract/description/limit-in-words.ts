import { matchesIn } from '../values/search.js';

const wholeNumber = '(?<![\\w.,])(\\d{1,3}(?:[,. \u00a0\u202f]\\d{3}){1,4}|\\d{1,15})(?![\\w]|[.,]\\d)';
const aMinute = '(?:per|/|a|each|every)\\s{0,9}(?:1\\s{0,9})?min(?:ute)?';

const perMinute = new RegExp(
  `${wholeNumber}\\s{0,9}(?:(?:requests?|req\\.?|calls?)\\s{0,9})?(?:${aMinute}|rpm)`,
  'gi',
);
const labelled = new RegExp(
  `(?<!ratelimit-)(?:rate[\\s-]?limit|\\blimit|\\brequests?)(?:\\s{0,9}${aMinute})?\\s{0,9}[:=(]?\\s{0,9}${wholeNumber}`,
  'gi',
);
const alone = new RegExp(`^${wholeNumber}$`);

/** The numbers of requests a minute that a string names: 50 of `at most 50 requests a minute`, `50 / min` or `50 rpm`. */
export function requestsAMinuteIn(text: string): readonly number[] {
  return numbersIn(perMinute, text);
}

/** The whole numbers that a string labels as a limit: 50 of `Rate limit: 50` or `x-rate-limit 50`. */
export function labelledLimitsIn(text: string): readonly number[] {
  return numbersIn(labelled, text);
}

/** The whole number that is all of a string, such as a cell of a table: 1000 of `1,000`. */
export function loneNumberIn(text: string): number | undefined {
  const digits = alone.exec(text.trim().slice(0, 40))?.[1];
  return digits === undefined ? undefined : numberOf(digits);
}

function numbersIn(pattern: RegExp, text: string): readonly number[] {
  return [...matchesIn(text, pattern)].map(([, digits = '']) => numberOf(digits));
}

function numberOf(digits: string): number {
  return Number(digits.replaceAll(/\D/g, ''));
}
