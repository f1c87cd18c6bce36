import { percentDecoded } from '../../../contract/values/percent-encoding.js';

/**
 * Reads the part of an address after its #: `#BAT-10`, `#requirements?verdict=failed`. It accepts any string.
 * @returns the id of an element, empty if the address names nothing, and the settings of the filter
 */
function addressIn(hash: string) {
  const [name = '', ...rest] = hash.replace(/^#/, '').split('?');
  return { id: percentDecoded(name), query: new URLSearchParams(rest.join('?')) };
}

/**
 * Shows one view at a time, by the address: `#operations`, `#requirements?verdict=failed`, or the id of any element.
 * It opens the view around that element, scrolls to it and focuses it.
 */
export function showViews(takeFilter: (wanted: URLSearchParams) => void): void {
  const views = [...document.querySelectorAll<HTMLElement>('.view')];
  const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')];

  const show = (isFirst: boolean) => {
    const { id, query } = addressIn(location.hash);
    const named = id === '' ? null : document.getElementById(id);
    const isShown = views.some((view) => view.classList.contains('current'));
    // Outside of the views, like the target of the skip link: the view stays.
    if (named !== null && named.closest('.view') === null && isShown) return focusOn(named);
    const view = named?.closest<HTMLElement>('.view') ?? views[0];
    if (view === undefined) return;
    for (const each of views) each.classList.toggle('current', each === view);
    for (const link of links)
      if (link.getAttribute('href') === `#${view.id}`) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    if (named === null || named === view) {
      if (view.id === 'requirements') takeFilter(query);
      scrollTo(0, 0);
      if (!isFirst) focusOn(view.querySelector<HTMLElement>('h1') ?? view);
      return;
    }
    if (named.closest<HTMLElement>('.requirement')?.hidden === true) takeFilter(new URLSearchParams());
    for (let around: Element | null = named; around !== null; around = around.parentElement)
      if (around instanceof HTMLDetailsElement) around.open = true;
    named.scrollIntoView({ block: 'start' });
    focusOn(named.querySelector<HTMLElement>(':scope > summary') ?? named);
  };

  addEventListener('hashchange', () => show(false));
  // A click on the current address shows its element again: it may have been closed or filtered out since.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.getAttribute('href') === location.hash) show(false);
  });
  show(true);
  // After loading, the browser itself goes to the address and moves the focus.
  addEventListener('load', () => setTimeout(() => show(true)));
}

function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

const fields = ['q', 'verdict', 'operation', 'aspect', 'strength', 'from'];

/**
 * Activates the filter of the requirements: it hides rows that don't match, and the address shows the choice.
 * @returns a function that sets every field to the value in an address, or to all
 */
export function filterRequirements(): (wanted: URLSearchParams) => void {
  const form = document.querySelector<HTMLFormElement>('#filter');
  if (form === null) throw new Error('The page has no filter.');
  const rows = [...document.querySelectorAll<HTMLDetailsElement>('.requirement')];

  const matches = (row: HTMLElement, chosen: FormData) =>
    fields.every((name) => {
      const wanted = String(chosen.get(name) ?? '').trim();
      if (wanted === '') return true;
      if (name === 'q') return hasWords(row, wanted);
      return (row.dataset[name] ?? '').split(' ').some((value) => value === wanted || value === 'all');
    });

  const apply = () => {
    const chosen = new FormData(form);
    for (const row of rows) row.hidden = !matches(row, chosen);
    const shown = rows.filter(({ hidden }) => !hidden).length;
    for (const topic of document.querySelectorAll<HTMLElement>('.topic'))
      topic.hidden = topic.querySelector('.requirement:not([hidden])') === null;
    const output = form.querySelector('output');
    if (output !== null) output.value = `${shown} of ${rows.length} requirements`;
  };

  form.addEventListener('input', () => {
    apply();
    const chosen = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value !== '') chosen.set(name, String(value));
    history.replaceState(null, '', `#requirements${chosen.size === 0 ? '' : `?${chosen}`}`);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  // The fields are empty only after this event.
  form.addEventListener('reset', () => setTimeout(() => form.dispatchEvent(new Event('input'))));
  form.hidden = false;

  return (wanted) => {
    for (const name of fields) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        field.value = wanted.get(name) ?? '';
    }
    apply();
  };
}

function hasWords(row: HTMLElement, words: string): boolean {
  const text = (row.textContent ?? '').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
