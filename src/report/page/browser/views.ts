import { addressIn } from './address.js';
import type { RequirementFilter } from './filter-requirements.js';

/**
 * Shows one view at a time, by the address: `#operations`, `#requirements?verdict=failed`, or whatever has an id, with
 * its view around it opened and the thing itself in sight and in focus.
 */
export function showViews(filter: RequirementFilter): void {
  const views = [...document.querySelectorAll<HTMLElement>('.view')];
  const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')];

  const show = (isFirst: boolean) => {
    const { id, query } = addressIn(location.hash);
    const named = id === '' ? null : document.getElementById(id);
    if (named !== null && named.closest('.view') === null && views.some(isCurrent)) {
      // Nothing of a view, as what the skip link leads to: the view stays.
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
  // The address that is there already is asked for again: it may have been closed or filtered out meanwhile.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.getAttribute('href') === location.hash) show(false);
  });
  show(true);
  // The browser goes to the address by itself when all is loaded, and takes the focus along.
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
