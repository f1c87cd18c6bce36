import { PageError } from './page-error.js';

/** What a page says about an error; what nobody foresaw is a 500. */
export function explain(error: unknown): PageError {
  if (error instanceof PageError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('FST_CSRF_'))
    return new PageError(
      403,
      'Form out of date',
      'Nothing was done, because the form is not one that was given to you since you signed in. Open its page again.',
    );
  return new PageError(500, 'Something failed', 'The sandbox failed. Its log says more.');
}
