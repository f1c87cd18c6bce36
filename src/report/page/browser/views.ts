import { compacted, elementOf, hasWords } from './search.js';

/**
 * Reads the part of an address after its #: `#BAT-10`, `#requirements?verdict=failed`. It accepts any string.
 * @returns the id of an element, empty if the address names nothing, and the settings of the filter
 */
function addressIn(hash: string) {
  const [name = '', ...rest] = hash.replace(/^#/, '').split('?');
  return { id: decoded(name), query: new URLSearchParams(rest.join('?')) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Shows one view at a time, by the address: `#operations`, `#requirements?verdict=failed`, or the id of any element.
 * It opens the view around that element, scrolls to it and focuses it.
 */
export function showViews(filter: RequirementFilter): void {
  const views = [...document.querySelectorAll<HTMLElement>('.view')];
  const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')];

  const show = (isFirst: boolean) => {
    const { id, query } = addressIn(location.hash);
    const named = id === '' ? null : document.getElementById(id);
    const isShown = views.some((view) => view.classList.contains('current'));
    if (named !== null && named.closest('.view') === null && isShown) {
      // The id is outside of the views, like the target of the skip link: the view stays.
      focusOn(named);
      return;
    }
    const view = named?.closest<HTMLElement>('.view') ?? views[0];
    if (view === undefined) return;
    for (const each of views) each.classList.toggle('current', each === view);
    for (const link of links) {
      if (link.getAttribute('href') !== `#${view.id}`) link.removeAttribute('aria-current');
      else {
        link.setAttribute('aria-current', 'page');
        // In a narrow window, the navigation scrolls separately.
        const bar = link.closest('nav');
        bar?.scrollTo({ left: link.offsetLeft - bar.clientWidth / 2 });
      }
    }
    if (named === null || named === view || !view.contains(named)) {
      if (view.id === 'requirements') filter.take(query);
      scrollTo(0, 0);
      if (!isFirst) focusOn(view.querySelector<HTMLElement>('h1') ?? view);
      return;
    }
    if (named.closest<HTMLElement>('.requirement')?.hidden === true) filter.take(new URLSearchParams());
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

/** The filter of the requirements, for the views. */
interface RequirementFilter {
  /** Sets every field to the value in an address, or to all. */
  take(wanted: URLSearchParams): void;
}

const fields = ['q', 'verdict', 'clause', 'operation', 'aspect', 'strength', 'from'];

/** Activates the filter of the requirements: it hides rows that don't match, and the address shows the choice. */
export function filterRequirements(): RequirementFilter {
  const form = elementOf('filter', HTMLFormElement);
  const rows = [...document.querySelectorAll<HTMLDetailsElement>('.requirement')];
  const strings = new Map<HTMLElement, string>();
  const textOf = (row: HTMLElement) => {
    const known = strings.get(row) ?? (row.textContent ?? '').toLowerCase();
    strings.set(row, known);
    return known;
  };

  const matches = (row: HTMLElement, chosen: FormData) =>
    fields.every((name) => {
      const wanted = String(chosen.get(name) ?? '').trim();
      if (wanted === '') return true;
      if (name === 'q') return compacted(row.id) === compacted(wanted) || hasWords(textOf(row), wanted);
      const values = (row.dataset[name] ?? '').split(' ');
      // Clause 5 includes every point of it.
      return values.some(
        (value) =>
          value === wanted || value === 'all' || (name === 'clause' && value.startsWith(`${wanted}.`)),
      );
    });

  const openAll = elementOf('open-all', HTMLButtonElement);
  const closedRows = () => rows.filter(({ hidden, open }) => !hidden && !open);
  const label = () => {
    openAll.textContent = closedRows().length > 0 ? 'Open all' : 'Close all';
  };

  const apply = () => {
    const chosen = new FormData(form);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !matches(row, chosen);
      if (!row.hidden) shown += 1;
    }
    for (const topic of document.querySelectorAll<HTMLElement>('.topic'))
      topic.hidden = topic.querySelector('.requirement:not([hidden])') === null;
    elementOf('shown', HTMLOutputElement).value = `${shown} of ${rows.length} requirements`;
    elementOf('no-match', HTMLElement).hidden = shown > 0;
    label();
  };

  const keepInAddress = () => {
    const chosen = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value !== '') chosen.set(name, String(value));
    const query = chosen.toString();
    history.replaceState(null, '', `#requirements${query === '' ? '' : `?${query}`}`);
  };

  openAll.addEventListener('click', () => {
    const open = closedRows().length > 0;
    for (const row of rows.filter(({ hidden }) => !hidden)) row.open = open;
  });
  // A toggle event does not bubble, so that a listener must catch it on its way down.
  document.addEventListener('toggle', label, true);
  form.addEventListener('input', () => {
    apply();
    keepInAddress();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => {
    // The fields are empty only after this event.
    setTimeout(() => {
      apply();
      keepInAddress();
    });
  });
  form.hidden = false;

  return {
    take(wanted) {
      for (const name of fields) {
        const field = form.elements.namedItem(name);
        if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
          field.value = wanted.get(name) ?? '';
      }
      apply();
    },
  };
}
