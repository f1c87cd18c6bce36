import { requirementAnnotation } from './covers.js';

/**
 * Finds the requirements that tests cover, in the output of `playwright test --list --reporter=json`.
 * @param listing the parsed JSON; suites hold suites and specs, specs hold tests, tests hold annotations
 * @returns ids in the order of the listing, each once
 * @throws Error when the listing has no suites or reports errors, because then it doesn't list all tests
 */
export function coveredInListing(listing: unknown): string[] {
  const errors = member(listing, 'errors');
  if (errors.length > 0) throw new Error(`The tests cannot be listed:\n  ${firstLines(errors).join('\n  ')}`);
  const suites = member(listing, 'suites');
  if (suites.length === 0) throw new Error('The listing of the tests has no suites.');
  return [...new Set(suites.flatMap(coveredInSuite))];
}

function coveredInSuite(suite: unknown): string[] {
  const tests = member(suite, 'specs').flatMap((spec) => member(spec, 'tests'));
  return [
    ...tests.flatMap((test) => member(test, 'annotations')).flatMap(coveredByAnnotation),
    ...member(suite, 'suites').flatMap(coveredInSuite),
  ];
}

function coveredByAnnotation(annotation: unknown): string[] {
  if (typeof annotation !== 'object' || annotation === null) return [];
  if (!('type' in annotation) || annotation.type !== requirementAnnotation) return [];
  return 'description' in annotation && typeof annotation.description === 'string'
    ? [annotation.description]
    : [];
}

function member(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const found: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
  return Array.isArray(found) ? found : [];
}

/** Playwright reports the same mistake for each affected test, with a code excerpt: this keeps each first line once. */
function firstLines(errors: readonly unknown[]): string[] {
  const messages = errors.map((error) => {
    const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
    return hasMessage ? String(error.message) : JSON.stringify(error);
  });
  return [...new Set(messages.map((message) => message.split('\n')[0] ?? message))];
}
