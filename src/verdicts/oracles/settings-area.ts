import { FormSearch, formsOf } from '../../http/secrets.js';
import { inWords, type OracleResult, type Violation, violationAt } from './violation.js';

/** The number of a value's characters that may be shown. */
const shownAtMost = 4;

/** The visible text of a page, and its source in the browser. */
interface Page {
  readonly text: string;
  readonly source: string;
}

/** The form for a new key has a field for each of these labels (clause 5.3). */
export function askFor(
  form: { readonly fields: readonly string[] },
  ...labels: string[]
): Violation | undefined {
  const missing = labels.filter((label) => !form.fields.includes(label));
  if (missing.length === 0) return undefined;
  return violationAt(
    'the page',
    `a form with the fields ${labels.map((label) => `"${label}"`).join(' and ')}`,
    `no field named ${missing.map((label) => `"${label}"`).join(' and ')}`,
  );
}

/** The page shows the value of the new key in a form that a request can carry (clause 5.4). */
export function showItsValue(created: { readonly value: string | undefined }): Violation | undefined {
  const { value } = created;
  if (value !== undefined && /^[\x21-\x7e]+$/.test(value)) return undefined;
  return {
    expected: ['the value of the new key, once'],
    // A malformed value may still be most of a key, so the finding doesn't show it.
    actual: value === undefined || value === '' ? 'no value' : 'a value that no header can carry',
    at: 'the page that confirms the key',
  };
}

/** The page neither shows anything that allows someone to use the key, nor hides it in its source (clause 5.4). */
export function holdNothingOf(page: Page, value: string): Violation | undefined {
  const search = new FormSearch();
  // The last characters distinguish it from other keys, and are no use without the rest.
  for (const form of [...formsOf(value), value.slice(0, -shownAtMost)]) search.add(form);
  const holds = (text: string) =>
    [text, text.replaceAll(/\s+/g, '')].some((each) => search.firstIn(each) !== undefined);
  const place = (['text', 'source'] as const).find((each) => holds(page[each]));
  if (place === undefined) return undefined;
  return violationAt(
    place === 'text' ? 'the text of the page' : 'the source of the page',
    'nothing of the value',
    place === 'text' ? 'the value of the key' : 'the value of the key, hidden from readers',
  );
}

/** The list names the key by its label (clause 5.3). */
export function listTheKey(
  list: { readonly labels: readonly string[] },
  label: string,
): Violation | undefined {
  if (list.labels.includes(label)) return undefined;
  return violationAt(
    'the list of keys',
    `a key with the label ${JSON.stringify(label)}`,
    inWords(list.labels),
  );
}

/** The page names none of the keys that this user must not see. */
export function nameNoKey(page: Page, ...labels: string[]): Violation | undefined {
  const named = labels.filter((label) => page.source.includes(label));
  if (named.length === 0) return undefined;
  return violationAt(
    'the page',
    'none of the keys',
    `the key ${named.map((label) => JSON.stringify(label)).join(', ')}`,
  );
}

/** The list of keys is the same as before, and not empty. */
export function listTheSameKeysAs(
  after: { readonly labels: readonly string[] },
  before: { readonly labels: readonly string[] },
): OracleResult {
  const [now, then] = [after.labels, before.labels].map((labels) => labels.toSorted());
  if (JSON.stringify(now) === JSON.stringify(then))
    return before.labels.length > 0 ? undefined : { unseen: 'the list names no key' };
  return violationAt(
    'the list of keys',
    `the keys from before: ${inWords(before.labels)}`,
    inWords(after.labels),
  );
}
