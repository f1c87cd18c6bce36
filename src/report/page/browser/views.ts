import type { RequirementFilter } from './filter-requirements.js';

/** The target of an address: the id of an element, and the settings of the filter. */
interface Address {
  /** Empty if the address names nothing. */
  readonly id: string;
  readonly query: URLSearchParams;
}

/** Reads the part of an address after its #: `#BAT-10`, `#requirements?verdict=failed`. No text in it is an error. */
function addressIn(hash: string): Address {
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
    if (named !== null && named.closest('.view') === null && views.some(isCurrent)) {
      // The id is outside of the views, like the target of the skip link: the view stays.
      focusOn(named);
      return;
    }
    const view = named?.closest<HTMLElement>('.view') ?? views[0];
    if (view === undefined) return;
    for (const each of views) each.classList.toggle('current', each === view);
    for (const link of links) {
      if (link.getAttribute('href') === `#${view.id}`) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    if (named === null || named === view || !view.contains(named)) {
      if (view.id === 'requirements') filter.take(query);
      scrollTo(0, 0);
      if (!isFirst) focusOn(view.querySelector<HTMLElement>('h1') ?? view);
      return;
    }
    if (named.closest<HTMLElement>('.requirement')?.hidden === true) filter.take(new URLSearchParams());
    for (let around = named.closest('details'); around !== null; )
      around = opened(around).parentElement?.closest('details') ?? null;
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

function isCurrent(view: HTMLElement): boolean {
  return view.classList.contains('current');
}

function opened(details: HTMLDetailsElement): HTMLDetailsElement {
  details.open = true;
  return details;
}

function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
